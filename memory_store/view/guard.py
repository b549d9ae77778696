"""Admits to the page only the browser that was given this run's token.

Every process and every open web page can reach a loopback port. So each request must name this
host (against DNS rebinding) and hold the cookie that the token was changed for, and each change
must come from a form of ours (docs/view.md). Must not serve a page.
"""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse

from memory_store import errors
from memory_store.language import wording
from memory_store.view import context

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

ENTER = "/enter"
"""Takes the token, from the file of `handover` too, which is no site's."""

OPEN = (ENTER, "/static/")
"""What is served without the cookie: the form that takes the token, style and script."""

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Keys:
    """The secrets of a run of the page.

    Attributes:
        token: what the printed address holds; whoever has it may enter, once.
        handed: the same, for the file that the person's browser is opened with.
        cookie: what the browser is given for it, and sends with each request.
        form: what each form of ours holds.
    """

    __slots__ = ("_valid", "cookie", "form", "handed", "token")

    def __init__(self) -> None:
        self.token = secrets.token_urlsafe(32)
        self.handed = secrets.token_urlsafe(32)
        self._valid = [self.token, self.handed]
        self.cookie = secrets.token_urlsafe(32)
        self.form = secrets.token_urlsafe(32)

    def take(self, token: object) -> bool:
        """Whether a token opens the page; it does so once."""
        given = token.strip() if isinstance(token, str) else ""
        found = [one for one in self._valid if _same(given, one)]
        self._valid = [one for one in self._valid if one not in found]
        return bool(found)


class Guard:
    """ASGI middleware that refuses requests from outside the person's own page."""

    def __init__(self, app: ASGIApp, keys: Keys, port: int) -> None:
        self._app = app
        self._keys = keys
        self._hosts = frozenset((f"127.0.0.1:{port}", f"localhost:{port}"))
        self.cookie_name = cookie_name(port)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        headers = Headers(scope=scope)
        refused = self._refusal(scope["method"], scope["path"], headers)
        app = PlainTextResponse(_told(refused, headers), 403) if refused else self._app
        await app(scope, receive, guarded)

    def _refusal(self, method: str, path: str, headers: Headers) -> str:
        """Why a request is turned away; "" where it is let in."""
        host = headers.get("host", "")
        if host not in self._hosts:
            return errors.Message("this page answers to its own address alone")
        if method not in ("GET", "HEAD") and path != ENTER:
            origin = headers.get("origin")
            if origin is not None and origin != f"http://{host}":
                return errors.Message("the request comes from another site")
            if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                return errors.Message("the request comes from another site")
        if path.startswith(OPEN) or path == "/":
            return ""
        if not _same(_cookie(headers, self.cookie_name), self._keys.cookie):
            return errors.Message("no entry: open the address that memory-store view printed")
        return ""


def cookie_name(port: int) -> str:
    """The cookie of the page on a port: cookies are not kept apart by ports."""
    return f"memory_store_{port}"


def is_ours(keys: Keys, form_key: object) -> bool:
    """Whether a change comes from a form of this page."""
    return isinstance(form_key, str) and _same(form_key, keys.form)


def has_entered(keys: Keys, headers: Headers, port: int) -> bool:
    """Whether a request holds the cookie."""
    return _same(_cookie(headers, cookie_name(port)), keys.cookie)


def _told(refused: str, headers: Headers) -> str:
    """A refusal in the reader's language."""
    accepted = headers.get("accept-language", "")
    return wording.told(context.language(_cookie(headers, "language"), accepted), refused)


def _cookie(headers: Headers, name: str) -> str:
    # browsers send the cookies of every port of this machine: one that breaks the rules, which
    # `http.cookies` stops at, must not hide ours
    return cookie_parser(headers.get("cookie", "")).get(name, "")


def _same(given: str, known: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), known.encode())
