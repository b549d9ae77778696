"""Finds what a session stated and somebody took back since: retracted, or its lines deleted.

An answer that repeats such a fact in its own words is an echo of it. Must not write, or look
further back than the session's own events.
"""

from __future__ import annotations

from memory_store import codec
from memory_store.journal import facts, read, stored
from memory_store.store import layout
from memory_store.text import retold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.journal.stored import Entry

_OP = b'"op":'


def finder(
    store: layout.Store,
    events: list[Entry],
    statements: Callable[[Entry], list[str]],
) -> Callable[[str], retold.Gone]:
    """A function that gives the statements that a summary of a session must not tell.

    Args:
        store: whose facts.
        events: the journal's events that are learnt from.
        statements: gives the contents that an event states.
    """
    lines = read.tail(store, layout.FACTS)[::-1]
    known = b"\n".join(lines)
    changes = [fact for line in lines if _OP in line for fact in facts.parse(line)]
    retracted = [one.content for one in facts.taken_back(changes)]
    living: list[str] = []

    def gone(session: str) -> retold.Gone:
        every = (*events, *read.session_events(store, session))
        ours = {one.id: one for one in every if one.session_id == session}
        deleted = [
            content
            for note in ours.values()
            if note.stated_in and not _has_line(known, note.record_id)
            for source in note.stated_in
            for content in statements(ours.get(source, stored.Entry()))
        ]
        if (retracted or deleted) and not living:
            living[:] = [one.content for one in facts.holding(facts.newest_first(store))]
        return retold.Gone([*retracted, *deleted], living)

    return gone


def _has_line(known: bytes, identity: str) -> bool:
    """Whether a fact has a line among these; an editor may set a blank behind the colon."""
    told = codec.render(identity).encode("utf-8", "replace")
    return any(sign + told in known for sign in (b'"id":', b'"id": '))
