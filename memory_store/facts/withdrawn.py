"""Finds what a session stated and somebody took back since: retracted, or its lines deleted.

An answer that repeats such a fact in its own words is an echo of it. Must not write, or look
further back than the session's own events.
"""

from __future__ import annotations

from memory_store.journal import facts, read, stored
from memory_store.text import retold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.journal.stored import Entry, Fact
    from memory_store.store import layout


def finder(
    store: layout.Store,
    newest_first: list[Fact],
    events: list[Entry],
    statements: Callable[[Entry], list[str]],
) -> Callable[[str], retold.Gone]:
    """A function that gives the statements that a summary of a session must not tell.

    Args:
        store: whose facts.
        newest_first: the lines of its facts that were read.
        events: the journal's events that are learnt from.
        statements: gives the contents that an event states.
    """
    lines = {one.id for one in newest_first}
    living = [one.content for one in facts.living(newest_first)]
    retracted = [one.content for one in facts.taken_back(newest_first)]

    def gone(session: str) -> retold.Gone:
        every = (*events, *read.session_events(store, session))
        ours = {one.id: one for one in every if one.session_id == session}
        deleted = [
            content
            for note in ours.values()
            if note.record_id not in lines
            for source in note.stated_in
            for content in statements(ours.get(source, stored.Entry()))
        ]
        return retold.Gone([*retracted, *deleted], living)

    return gone
