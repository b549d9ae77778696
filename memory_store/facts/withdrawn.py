"""Finds what a session stated and somebody took back since: retracted, or its lines deleted.

An answer that repeats such a fact in its own words is an echo of it. Must not write, or look
further back than the session's own events.
"""

from __future__ import annotations

from memory_store.journal import facts, fields, read, stored
from memory_store.store import layout
from memory_store.text import retold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memory_store.journal.stored import Entry, Fact


class Withdrawn:
    """The facts of each session that somebody took back.

    Args:
        store: whose facts.
        newest_first: the lines of its facts that were read.
        events: the journal's events that are learnt from.
        statements: the kind and content of what an event states.
    """

    def __init__(
        self,
        store: layout.Store,
        newest_first: list[Fact],
        events: Iterable[Entry],
        statements: Callable[[Entry], list[tuple[str, str]]],
    ) -> None:
        self._store = store
        self._newest_first = newest_first
        self._retracted = list(facts.taken_back(newest_first))
        self._events = list(events)
        self._statements = statements
        self._known: dict[object, list[Fact]] = {}
        self._tail: bytes | None = None

    def of(self, session: object) -> list[Fact]:
        """The facts of a session that were taken back, each with its `type` and `content`."""
        if session not in self._known:
            own = [one for one in self._retracted if one.session_id == session]
            self._known[session] = [*own, *self._deleted(session)]
        return self._known[session]

    def gone(self, session: object) -> retold.Gone:
        """The statements that a summary of a session must not tell."""
        told = [one.content for one in (*self._retracted, *self.of(session))]
        held = facts.living(self._newest_first) if told else []
        return retold.Gone(told, [one.content for one in held])

    def _deleted(self, session: object) -> list[Fact]:
        """The statements of events that were kept as facts whose lines are gone."""
        events = {one.id: one for one in self._events if one.session_id == session}
        if isinstance(session, str) and session:
            events |= {one.id: one for one in read.session_events(self._store, session)}
        notes = [one for one in events.values() if one.stated_in]
        gone = [one for one in notes if not self._has_lines(str(one.record_id))]
        stand = {one for note in notes if note not in gone for one in note.stated_in}
        sources = dict.fromkeys(one for note in gone for one in note.stated_in)
        return [
            stored.Fact(type=kind, content=content)
            for source in sources
            for kind, content in self._statements(events.get(source, stored.Entry()))
            if source not in stand or not self._holds(content)
        ]

    def _has_lines(self, identity: str) -> bool:
        return identity.encode("utf-8", "replace") in self._lines()

    def _holds(self, content: str) -> bool:
        """Whether another fact of the same event says it: then only one of two was deleted."""
        said = fields.sameness(content)
        lines = self._lines().split(b"\n")
        living = facts.living(one for line in reversed(lines) for one in facts.parse(line))
        return any(fields.sameness(one.content) == said for one in living)

    def _lines(self) -> bytes:
        if self._tail is None:
            self._tail = b"\n".join(read.tail(self._store, layout.FACTS))
        return self._tail
