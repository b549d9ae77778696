"""Finds what a session stated and somebody took back since: retracted, or its lines deleted.

An answer that repeats such a fact in its own words is an echo of it. Must not write, or look
further back than the session's own events.
"""

from __future__ import annotations

import functools

from memory_store.journal import facts, fields, read, stored
from memory_store.store import layout
from memory_store.text import retold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memory_store.journal.stored import Entry, Fact


class Withdrawn:
    """The facts of a store that somebody took back.

    Args:
        store: whose facts.
        newest_first: the lines of its facts that were read.
        events: the journal's events that are learnt from.
        statements: the contents that an event states.
    """

    def __init__(
        self,
        store: layout.Store,
        newest_first: list[Fact],
        events: Iterable[Entry],
        statements: Callable[[Entry], list[str]],
    ) -> None:
        self._store = store
        self._living = [one.content for one in facts.living(newest_first)]
        self._retracted = [one.content for one in facts.taken_back(newest_first)]
        self._events = list(events)
        self._statements = statements

    def gone(self, session: str) -> retold.Gone:
        """The statements that a summary of a session must not tell."""
        contents = [*self._retracted, *self._deleted(session)]
        return retold.Gone(contents, self._living if contents else [])

    def _deleted(self, session: str) -> list[str]:
        """The statements of events that were kept as facts whose lines are gone."""
        events = {one.id: one for one in self._events if one.session_id == session}
        if session:
            events |= {one.id: one for one in read.session_events(self._store, session)}
        notes = [one for one in events.values() if one.stated_in]
        kept = [one for one in notes if one.record_id.encode("utf-8", "replace") in self._lines]
        still = {one for note in kept for one in note.stated_in}
        return [
            content
            for source in dict.fromkeys(
                one for note in notes if note not in kept for one in note.stated_in
            )
            for content in self._statements(events.get(source, stored.Entry()))
            # of two facts of an event perhaps only one was deleted
            if source not in still or fields.sameness(content) not in self._contents
        ]

    @functools.cached_property
    def _lines(self) -> bytes:
        return b"\n".join(read.tail(self._store, layout.FACTS))

    @functools.cached_property
    def _contents(self) -> set[str]:
        lines = reversed(self._lines.split(b"\n"))
        living = facts.living(one for line in lines for one in facts.parse(line))
        return {fields.sameness(one.content) for one in living}
