"""The data of the page that no command lists: the newest events, and what changes.

Asks the index at each request.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memory_store.commands import event_lines, listed_facts
from memory_store.journal import read, sessions
from memory_store.promotion import candidates, decisions, mention
from memory_store.store import files, layout

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memory_store import config, place
    from memory_store.codec import Record
    from memory_store.index import questions
    from memory_store.journal.stored import Entry

_FACT = "f_"


def stamp(where: place.Place) -> str:
    """A word that changes with the files of the memory."""
    names = (layout.FACTS, layout.SESSIONS, layout.CORE, layout.SETTINGS, sessions.today())
    paths = [os.path.join(one.path, name) for one in where.stores() for name in names]
    return "-".join(files.signature(path) for path in paths)


def stream(stores: Sequence[questions.Records], most: int) -> list[Entry]:
    """The newest events of the last two days, the newest first."""
    found = [
        one
        for held in stores
        for one in held.events(files=read.recent_days(held.store), most=most)
    ]
    return sorted(found, key=lambda one: one.text_of("timestamp"), reverse=True)[:most]


def told(
    events: Iterable[Entry], stores: Sequence[questions.Records], settings: config.Config
) -> list[Record]:
    """Events with what they are in a word, why they came about, and the facts that they name."""
    lines = event_lines.Lines(stores, settings, why=True)
    return [
        {**lines.record(one), "said": lines.said(one), "why": lines.reason(one)} for one in events
    ]


def proposals(stores: Iterable[questions.Records]) -> list[listed_facts.Listed]:
    """The facts that upkeep found worth a line of MEMORY.md, and that nobody decided about."""
    return [
        listed_facts.Listed(held, fact)
        for held in stores
        for fact in map(held.held, mention.waiting(held.store))
        if fact is not None and fact.stands and fact.promotion not in candidates.SETTLED
    ]


def outdated(stores: Iterable[questions.Records]) -> list[decisions.Line]:
    """The lines of MEMORY.md that upkeep found untrue."""
    return [
        line
        for held in stores
        if any(not one.startswith(_FACT) for one in mention.waiting(held.store))
        for line in decisions.outdated(held.store)
    ]
