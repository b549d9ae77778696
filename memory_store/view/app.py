"""The page's routes: each shows a command's data, and each change runs a command.

Rendered on the server, so it works without scripts. Must not answer a request that `guard`
refused.
"""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, quote, urlencode

import jinja2
import markupsafe
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from memory_store import errors
from memory_store.commands import listed_facts
from memory_store.index import questions
from memory_store.journal import fields
from memory_store.language import wording
from memory_store.text import clean
from memory_store.view import buttons, context, dates, guard, memory, pages

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from memory_store.codec import Record


_FOLDER = os.path.dirname(os.path.abspath(__file__))
_YEAR = 31_536_000
_MESSAGE_CHARS = 300
_FORM_BYTES = 1 << 18
_ENTERED = """<!doctype html>
<title>memory-store</title><link rel="icon" href="/static/icon.svg">
<meta http-equiv="refresh" content="0;url=/now"><a href="/now">memory-store</a>
"""


def make(directory: str, keys: guard.Keys, port: int) -> Starlette:
    """The application for a project's memory.

    Args:
        directory: the project.
        keys: who may enter.
        port: where it is served, which its guard asks for.
    """
    views = _Views(directory, keys, port)
    return Starlette(
        routes=[
            Route("/", views.front),
            Route("/enter", views.enter, methods=["POST"]),
            Route("/stamp", views.stamp),
            Route("/choose", views.choose, methods=["POST"]),
            *(
                Route(path, partial(views.answer, name, values))
                for path, (name, values) in pages.PAGES.items()
            ),
            Route("/do/{action}", views.change, methods=["POST"]),
            Mount("/static", StaticFiles(directory=os.path.join(_FOLDER, "static"))),
        ],
        middleware=[Middleware(guard.Guard, keys=keys, port=port)],
    )


class _Views:
    """The routes of a run."""

    def __init__(self, directory: str, keys: guard.Keys, port: int) -> None:
        self._directory = directory
        self._keys = keys
        self._port = port
        self._templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader(os.path.join(_FOLDER, "templates")),
            autoescape=True,
            finalize=_shown,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters["urlencode"] = _quoted

    async def answer(
        self, name: str, values_of: Callable[[context.Page], Record], request: Request
    ) -> Response:
        """A page; its values are read in a thread, so that a large memory blocks nobody."""
        return await run_in_threadpool(self._answer, name, values_of, request)

    def _answer(
        self, name: str, values_of: Callable[[context.Page], Record], request: Request
    ) -> Response:
        page, status = context.Page(request, self._directory), 200
        stamp = memory.stamp(page.where)  # before anything is read: what comes later differs
        try:
            values = values_of(page)
        except errors.MemoryStoreError as error:
            name, status = "problem", 404
            message, hint = (wording.told(page.language, one) for one in (error, error.hint))
            values = {"message": message, "hint": hint}
        return self._html(page, name, {**values, "stamp": stamp}, status)

    def _html(self, page: context.Page, name: str, values: Record, status: int = 200) -> Response:
        common: Record = {
            "t": page.say,
            "say": partial(wording.say, page.language),
            "language": page.language,
            "theme": page.request.cookies.get("theme", ""),
            "hidden": partial(self._hidden, _address(page.request)),
            "sections": pages.SECTIONS,
            "path": page.request.url.path,
            "project": page.where.directory,
            "waiting": _waiting(page),
            "message": page.asked("message")[:_MESSAGE_CHARS],
            "changes": page.asked("changes"),
            "last": page.asked("last"),
            "is_fault": page.asked("fault") == "1",
            "date": partial(dates.date, page.language),
            "day": partial(dates.day, page.language),
            "time": partial(dates.moment, page.language),
            "age": partial(dates.age, page.language),
            "exact": dates.exact,
            "who": lambda one: listed_facts.who(one, page.where.config),
            "code_says": lambda one: listed_facts.code_says(one, page.where.config).strip(
                " ()（）"
            ),
            "names": lambda record: fields.entities(record.get("entities")),
            "name": name,
        }
        html = self._templates.get_template(f"{name}.html").render(**{**common, **values})
        # a file may hold half a surrogate pair, which no answer can
        return HTMLResponse(html.encode("utf-8", "replace"), status)

    def _hidden(self, here: str, back: str = "") -> markupsafe.Markup:
        """The fields that each form holds: our key, and the page to go back to."""
        field = markupsafe.Markup('<input type="hidden" name="{}" value="{}">')
        return field.format("form_key", self._keys.form) + field.format("back", back or here)

    async def front(self, request: Request) -> Response:
        """The way in: to the first page, or to the form that takes the token."""
        if guard.has_entered(self._keys, request.headers, self._port):
            return RedirectResponse("/now", 303)
        page = context.Page(request, self._directory)
        values: Record = {
            "t": page.say,
            "say": partial(wording.say, page.language),
            "language": page.language,
        }
        return HTMLResponse(self._templates.get_template("enter.html").render(**values))

    async def enter(self, request: Request) -> Response:
        """Change the token for the cookie."""
        form = dict(await _form(request))
        if not self._keys.take(form.get("token")):
            page = context.Page(request, self._directory)
            return PlainTextResponse(page.say("enter_refused"), 403)
        # of a file's form a browser would follow a redirection without the cookie: this page goes
        # on by itself, and counts as the same site
        answer: Response = HTMLResponse(_ENTERED)
        answer.set_cookie(
            guard.cookie_name(self._port), self._keys.cookie, httponly=True, samesite="strict"
        )
        return answer

    async def stamp(self, request: Request) -> Response:
        """A word that changes with the memory, for a page that keeps itself up to date."""
        return PlainTextResponse(await run_in_threadpool(self._stamp, request))

    def _stamp(self, request: Request) -> str:
        return memory.stamp(context.Page(request, self._directory).where)

    async def choose(self, request: Request) -> Response:
        """Keep the language, the theme or the project that was chosen."""
        form = dict(await _form(request))
        if not guard.is_ours(self._keys, form.get("form_key")):
            return PlainTextResponse("not from a form of this page", 403)
        answer = RedirectResponse(_back(form.get("back")), 303)
        choices = {
            "language": wording.LANGUAGES,
            "theme": ("light", "dark"),
            "project": context.projects(),
        }
        for name, allowed in choices.items():
            value = form.get(name, "")
            if value in allowed:
                answer.set_cookie(name, value, max_age=_YEAR, samesite="strict")
        return answer

    async def change(self, request: Request) -> Response:
        """Run a form's action, and return to its page with a message."""
        form = await _form(request)
        values, ids = dict(form), [value for name, value in form if name == "id"]
        if not guard.is_ours(self._keys, values.get("form_key")):
            return PlainTextResponse("not from a form of this page", 403)
        page = context.Page(request, self._directory)
        try:
            done = await run_in_threadpool(
                buttons.apply, page, request.path_params["action"], values, ids
            )
            hint = wording.say(page.language, "steering.undo")  # the page has a button for it
            kept = [one for one in done.message.split("\n") if not done.changes or one != hint]
            message = "\n".join(kept)
            more = {"changes": str(done.changes), "last": done.last} if done.changes else {}
        except errors.MemoryStoreError as error:
            told = (wording.told(page.language, one) for one in (error, error.hint))
            message, more = "\n".join(told).strip(), {"fault": "1"}
        # it travels in an address, of which browsers and servers take so much
        message = wording.text(page.language, [message])
        words = {"message": message[:_MESSAGE_CHARS], **more}
        return RedirectResponse(context.with_words(_back(values.get("back")), **words), 303)


async def _form(request: Request) -> list[tuple[str, str]]:
    """The fields of a form, in order; empty for too long a body."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > _FORM_BYTES:
            return []
    return parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)


def _waiting(page: context.Page) -> int:
    """How many lines of the inbox wait for the person; 0 where the memory may not be read."""
    candidates = questions.Wanted((questions.CANDIDATE,))
    stale = questions.Wanted(questions.HOLDING, is_stale=True)
    try:
        count = sum(held.count(one) for held in page.records for one in (candidates, stale))
        return count + len(memory.proposals(page.records))
    except errors.UsageError:
        return 0


def _shown(value: object) -> object:
    """A value of a template without hidden characters: who decides sees what an agent is told."""
    is_text = isinstance(value, str) and not isinstance(value, markupsafe.Markup)
    return clean.text(str(value)) if is_text else value


def _quoted(word: object) -> str:
    """A word for an address; a file may hold half a surrogate pair, which no address can."""
    return quote(str(word), errors="replace")


def _address(request: Request) -> str:
    """The address of a page, without the message about the last action."""
    words = {
        name: word
        for name, word in request.query_params.items()
        if name not in ("message", "fault", "changes", "last", "merge", "edit")
    }
    return f"{request.url.path}?{urlencode(words)}" if words else request.url.path


def _back(address: str | None) -> str:
    """A path of this page, whatever a form says."""
    if address is None or not address.startswith("/") or address.startswith("//"):
        return "/now"
    return address if "\\" not in address and "\n" not in address else "/now"
