"""The values of each page's template.

Uses a command's answer where there is one. Must not change the memory.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memory_store import clock, errors, model
from memory_store.commands import briefing
from memory_store.index import filters, piece, questions
from memory_store.journal import records
from memory_store.language import wording
from memory_store.recall import search as searching
from memory_store.store import layout
from memory_store.text import clean
from memory_store.trust import approval, ledger
from memory_store.view import context, memory, settings_form

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.codec import Record


_NEAR = 3
_RESULTS = 20
_DAYS = 30


def now(page: context.Page) -> Record:
    """The briefing of the next session."""
    hosts = briefing.HOSTS
    host = page.asked("host") if page.asked("host") in hosts else model.CLAUDE
    answer = page.run("briefing", "--host", host, "--why")
    return {"hosts": hosts, "host": host, "given": answer.record}


def inbox(page: context.Page) -> Record:
    """The candidates that wait for the person."""
    shown, count = page.reader.facts(memory.Wanted(tier=questions.CANDIDATE))
    promoted = page.run("promote", "--list").record if page.where.project else {}
    return {
        "facts": shown,
        "more": count - len(shown),
        "stale": page.reader.stale(),
        "proposals": promoted.get("candidates", []),
        "outdated": promoted.get("drop", []),
        "merging": _near(page),
    }


def _near(page: context.Page) -> Record | None:
    """For a candidate that is to be merged: it, and the facts that are near it."""
    if not page.asked("merge"):
        return None
    candidate = page.reader.fact(page.asked("merge"))
    if candidate is None:
        return None
    hits = searching.search(
        page.reader.stores(),
        candidate.record.content,
        filters.Filters(now=clock.now(), kinds=(piece.FACT,)),
        config=page.where.config,
        limit=_NEAR + 1,
    )
    ids = [str(one["id"]) for one in hits.results if one["id"] != candidate.record.id]
    near = [one for one in map(page.reader.fact, ids) if one is not None][:_NEAR]
    return {"candidate": candidate, "near": near}


def facts(page: context.Page) -> Record:
    """The facts that are wanted, a page of them."""
    wanted = memory.Wanted(**{name: page.asked(name) for name in memory.Wanted._fields})
    at = page.number("page")
    shown, count = page.reader.facts(wanted, (at - 1) * memory.PAGE)
    query = {name: word for name, word in wanted._asdict().items() if word}
    return {
        "wanted": wanted,
        "count": count,
        "facts": shown,
        "tiers": questions.TIERS,
        "types": records.TYPES,
        **_pages("/facts", query, at, count),
    }


def fact(page: context.Page) -> Record:
    """A fact with its history, evidence and tellings."""
    answer = page.run("show", "--", page.request.path_params["id"])
    fact = answer.record["fact"]
    assert isinstance(fact, dict)  # noqa: S101  ours
    return {
        "one": page.reader.fact(str(fact["id"])),
        **answer.record,
        "editing": page.asked("edit") == "1",
    }


def sessions(page: context.Page) -> Record:
    """The sessions, the newest first."""
    past = page.reader.past_sessions()
    at = page.number("page")
    shown = past[(at - 1) * memory.PAGE : at * memory.PAGE]
    return {"sessions": shown, **_pages("/sessions", {}, at, len(past))}


def session(page: context.Page) -> Record:
    """A session: what it was given, said and kept, with reasons."""
    identity = page.request.path_params["id"]
    found, lines = page.reader.session(identity, page.where.config)
    listed = [
        {**lines.record(one), "said": lines.said(one), "why": lines.reason(one)} for one in found
    ]
    known = [one for one in page.reader.past_sessions() if one["session_id"] == identity]
    if not known:
        raise errors.UsageError("no session {id}", "the journal does not know it", id=identity)
    return {"session": known[0], "events": listed}


def search(page: context.Page) -> Record:
    """The results of the agent's search, with both scores."""
    query = page.asked("q")
    found = page.run("search", f"--limit={_RESULTS}", "--", query).record if query else None
    return {"q": query, "found": found}


def stats(page: context.Page) -> Record:
    """Figures, and a chart for each."""
    figures, days = page.run("stats").record, memory.days(page.reader, _DAYS)
    return {
        "figures": figures,
        "tiers": questions.TIERS,
        "types": records.TYPES,
        "days": days,
        "by_day": lambda name: {day: getattr(one, name) for day, one in days.items()},
    }


def stores(page: context.Page) -> Record:
    """The memories on this machine that somebody approved or made here."""
    known = []
    for path in sorted(ledger.entries()):
        store = layout.project_store(os.path.dirname(path))
        exists = store.exists()
        waiting = approval.waiting(store) if exists else None
        known.append(
            {
                "path": path,
                "exists": exists,
                "trusted": waiting is not None,
                "waiting": ", ".join(map(clean.line, waiting or ())),
                "is_here": page.where.project is not None
                and os.path.realpath(page.where.project.path) == path,
            }
        )
    return {
        "known": known,
        "user": layout.user_store().path,
        "untrusted": page.where.untrusted,
    }


def settings(page: context.Page) -> Record:
    """The settings that hold, and where each comes from."""
    config = page.where.config
    return {
        "listed": settings_form.listed(config, page.language),
        "problems": [wording.told(page.language, one) for one in config.problems],
        "has_project": page.where.project is not None,
    }


def _pages(path: str, query: dict[str, str], at: int, count: int) -> Record:
    """The addresses of the previous and next page; "" for none."""
    last = max(1, -(-count // memory.PAGE))
    return {
        "at": at,
        "last": last,
        "before": context.with_words(path, **query, page=str(at - 1)) if at > 1 else "",
        "after": context.with_words(path, **query, page=str(at + 1)) if at < last else "",
    }


PAGES: dict[str, tuple[str, Callable[[context.Page], Record]]] = {
    "/now": ("now", now),
    "/inbox": ("inbox", inbox),
    "/facts": ("facts", facts),
    "/facts/{id}": ("fact", fact),
    "/sessions": ("sessions", sessions),
    "/sessions/{id:path}": ("session", session),
    "/search": ("search", search),
    "/stats": ("stats", stats),
    "/stores": ("stores", stores),
    "/settings": ("settings", settings),
}
"""By address: the template, and what gives its values."""

SECTIONS = ("now", "inbox", "facts", "sessions", "search", "stats", "stores", "settings")
"""The pages of the menu, in its order."""
