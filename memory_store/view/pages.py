"""The values of each page's template.

Uses a command's answer where there is one. Must not change the memory.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memory_store import clock, errors, model, place
from memory_store.commands import briefing, chosen_facts, looking_back, wired
from memory_store.commands import stats as figures
from memory_store.index import filters, piece, questions
from memory_store.journal import records, stored
from memory_store.language import wording
from memory_store.recall import searching
from memory_store.store import layout
from memory_store.text import clean
from memory_store.trust import approval
from memory_store.view import context, memory, settings_form

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from memory_store.codec import Record
    from memory_store.commands import listed_facts


_PAGE = 50  # facts and sessions on a page
_NEAR = 3
_RESULTS = 20
_STREAM = 30
_TITLE_CHARS = 160
_TAGS, _HEADING = ("<memory-", "</memory-"), "## "  # of a briefing: see recall.fence
_FILTERS = ("text", "tier", "type", "entity", "session", "since", "until")
_SPANS = {"today": "today", "week": "7 days ago", "month": "30 days ago"}


def now(page: context.Page) -> Record:
    """What the next session is told, host by host, and the newest events."""
    starting = wired.hosts(wired.around(page.where.directory))
    hosts = [one for one in briefing.HOSTS if one in starting]
    host = page.asked("host")
    host = host if host in briefing.HOSTS else next(iter(hosts), model.CLAUDE)
    given = page.run("briefing", "--host", host, "--why").record
    return {
        "hosts": hosts,
        "host": host,
        "given": given,
        **_apart(given, page.language),
        "events": memory.told(
            memory.stream(page.records, _STREAM), page.records, page.where.config
        ),
    }


def _apart(given: dict[str, Any], language: str) -> Record:
    """The lines that instruct the agent, and those of the memory under the reader's headings."""
    headings = {
        text: wording.say(language, name)
        for name, texts in wording.table("hooks").items()
        for text in texts
        if text.startswith(_HEADING)
    }
    facts = {one["id"]: one for one in given.get("facts", ())}
    instructions: list[str] = []
    parts: list[dict[str, Any]] = []
    is_memory = False
    for line in given.get("lines", ()):
        text = line["text"]
        if text.startswith(_TAGS):
            is_memory = not is_memory
        elif not is_memory:
            instructions.append(text)
        elif text.startswith(_HEADING) or not parts:
            title = headings.get(text, text).removeprefix(_HEADING)
            parts.append({"title": title, "lines": []})
        else:
            parts[-1]["lines"].append({**line, "fact": facts.get(line.get("id"))})
    return {"instructions": instructions, "parts": parts}


def inbox(page: context.Page) -> Record:
    """What waits for the person, by where it comes from."""
    choice = chosen_facts.Choice((questions.CANDIDATE,))
    waiting, count = chosen_facts.some(page.records, choice, _PAGE)
    groups: dict[str, list[listed_facts.Listed]] = {"doubts": [], "heard": [], "judged": []}
    for one in waiting:
        groups[_group(one)].append(one)
    groups["stale"], _ = chosen_facts.some(page.records, chosen_facts.Choice(is_stale=True), _PAGE)
    groups["proposals"] = memory.proposals(page.records)
    return {
        "groups": {name: listed for name, listed in groups.items() if listed},
        "more": count - len(waiting),
        "outdated": memory.outdated(page.records),
        "merging": _near(page),
    }


def _group(candidate: listed_facts.Listed) -> str:
    if candidate.former:
        return "doubts"
    return "judged" if candidate.record.heard_by == stored.JUDGE else "heard"


def _near(page: context.Page) -> Record | None:
    """For a candidate that is to be merged: it, and the facts that are near it."""
    candidate = page.fact(page.asked("merge")) if page.asked("merge") else None
    if candidate is None:
        return None
    hits = searching.search(
        [one.store for one in page.records],
        candidate.record.content,
        filters.Filters(now=clock.now(), kinds=(piece.FACT,)),
        config=page.where.config,
        limit=_NEAR + 1,
    )
    ids = [str(one["id"]) for one in hits.results if one["id"] != candidate.record.id]
    near = [one for one in map(page.fact, ids) if one is not None][:_NEAR]
    return {"candidate": candidate, "near": near}


def facts(page: context.Page) -> Record:
    """The facts that are wanted, a page of them."""
    asked = _filters(page)
    choice = chosen_facts.Choice(
        (asked["tier"],) if asked["tier"] else questions.HOLDING,
        asked["type"],
        asked["session"],
        asked["since"],
        asked["until"],
        asked["entity"],
        asked["text"],
    )
    at = page.number("page")
    shown, count = chosen_facts.some(page.records, choice, _PAGE, (at - 1) * _PAGE)
    query = context.with_words("/facts", **asked)
    return {
        "wanted": asked,
        "with_words": lambda **words: context.with_words(query, **words),
        "count": count,
        "facts": shown,
        "tiers": questions.TIERS,
        "types": records.TYPES,
        "spans": _SPANS,
        **_pages(query, at, count),
    }


def _filters(page: context.Page) -> dict[str, str]:
    """The filters of the address, and those that the text names: @billing, since:monday."""
    asked = {name: page.asked(name) for name in _FILTERS}
    plain = []
    for word in asked["text"].split():
        name, _, value = word.partition(":")
        if word.startswith("@") and word != "@":
            asked["entity"] = word[1:]
        elif value and name in _FILTERS:
            asked[name] = value
        else:
            plain.append(word)
    return {**asked, "text": " ".join(plain)}


def fact(page: context.Page) -> Record:
    """A fact with its history, evidence and tellings."""
    answer = page.run("show", "--", page.request.path_params["id"])
    fact = answer.record["fact"]
    assert isinstance(fact, dict)  # noqa: S101  ours
    return {
        "one": page.fact(str(fact["id"])),
        **answer.record,
        "editing": page.asked("edit") == "1",
    }


def sessions(page: context.Page) -> Record:
    """The sessions, the newest first."""
    active = sorted((one for held in page.records for one in held.active()), reverse=True)
    at = page.number("page")
    ids = [identity for _, identity in active[(at - 1) * _PAGE : at * _PAGE]]
    shown = _titled(page, looking_back.newest_first(page.records, ids))
    return {"sessions": shown, **_pages("/sessions", at, len(active))}


def _titled(page: context.Page, sessions: list[Record]) -> list[Record]:
    """Sessions with a title: the topic of the summary, else what the person typed first."""
    untold = [str(one["session_id"]) for one in sessions if not one["topic"]]
    began = {
        key: text for held in page.records for key, text in held.first_prompts(untold).items()
    }
    return [
        {
            **one,
            "topic": one["topic"]
            or clean.line(began.get(str(one["session_id"]), ""), _TITLE_CHARS),
        }
        for one in sessions
    ]


def session(page: context.Page) -> Record:
    """A session: what it was given, said and kept, with reasons."""
    identity = page.request.path_params["id"]
    events = [one for held in page.records for one in held.events(identity)]
    events.sort(key=lambda one: one.text_of("timestamp"))
    known = looking_back.newest_first(page.records, [identity])
    if not known:
        raise errors.UsageError("no session {id}", "the journal does not know it", id=identity)
    told = memory.told(events, page.records, page.where.config)
    return {"session": _titled(page, known)[0], "events": told}


def search(page: context.Page) -> Record:
    """The results of the agent's search, with both scores."""
    query = page.asked("q")
    found = page.run("search", f"--limit={_RESULTS}", "--", query).record if query else None
    return {"q": query, "found": found}


def stats(page: context.Page) -> Record:
    """The figures and charts of the command."""
    return {
        "figures": page.run("stats").record,
        "charts": figures.CHARTS,
        "titled": lambda name: wording.say(page.language, f"steering.{name}"),
    }


def stores(page: context.Page) -> Record:
    """The memories on this machine that somebody approved or made here."""
    known = []
    for mark, directory in context.projects().items():
        store = layout.project_store(directory)
        waiting = approval.waiting(store) if store.exists() else None
        known.append(
            {
                "mark": mark,
                "path": directory,
                "exists": store.exists(),
                "trusted": waiting is not None,
                "waiting": ", ".join(map(clean.line, waiting or ())),
                "is_here": os.path.realpath(page.where.directory) == directory,
            }
        )
    return {
        "known": known,
        "user": layout.user_store().path,
        "untrusted": page.where.untrusted,
    }


def settings(page: context.Page) -> Record:
    """The settings that hold, by what they are about, and where each comes from."""
    config = place.resolve(page.where.directory).config  # whose language no reader chose
    words = page.asked("text").lower().split()
    scope = "project" if page.asked("scope") == "project" and page.where.project else "user"
    return {
        "text": page.asked("text"),
        "scope": scope,
        "scopes": ("user", "project") if page.where.project else (),
        "groups": settings_form.grouped(config, page.language, words, scope),
        "problems": [wording.told(page.language, one) for one in config.problems],
    }


def _pages(address: str, at: int, count: int) -> Record:
    """The addresses of the previous and next page; "" for none."""
    last = max(1, -(-count // _PAGE))
    return {
        "at": at,
        "last": last,
        "before": context.with_words(address, page=str(at - 1)) if at > 1 else "",
        "after": context.with_words(address, page=str(at + 1)) if at < last else "",
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
