"""Adds imported records to a store, each once, beside the records that it holds already.

Dates stay as they were, and a fact that somebody took back does not return. Must not decide what
a text means, or write in a dry run.
"""

from __future__ import annotations

import collections
from itertools import islice

from memory_store import clock
from memory_store.journal import append, create, facts, fields, forgotten, origin, read
from memory_store.store import layout, lock, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeVar

    from memory_store.codec import Record
    from memory_store.journal.stored import Entry, Fact, Summary

    Kind = TypeVar("Kind", Fact, Summary)


_WHOLE_BYTES = 1 << 32
_LATEST = 200  # what an answer may repeat: about as many as a hook compares with
_SAID = ("prompt", "response")


class Counts:
    """The result of an import.

    Attributes:
        sessions: sessions of which something was new.
        turns, facts, summaries, notes: what was added.
        again: facts that were known, and gained evidence.
        known: records that were there already.
        left_out: how many sessions or records were left out, by the reason.
        faults: what could not be read or kept, a line each.
        shown: what was added, the first of it, for a preview.
    """

    __slots__ = (
        "again", "facts", "faults", "known", "left_out", "notes", "sessions", "shown",
        "summaries", "turns",
    )  # fmt: skip

    def __init__(self) -> None:
        self.sessions = self.turns = self.facts = self.again = 0
        self.summaries = self.notes = self.known = 0
        self.left_out: collections.Counter[str] = collections.Counter()
        self.faults: list[str] = []
        self.shown: list[Record] = []


class Adoption:
    """A store that is added to.

    Attributes:
        store: which.
        counts: what was added so far.
        dry: whether nothing is written.
        told: the sessions that have a summary.
    """

    def __init__(self, store: layout.Store, *, dry: bool) -> None:
        self.store = store
        self.counts = Counts()
        self.dry = dry
        self.told: set[str] = set()
        self._origins: set[str] = set()
        self._living: dict[str, Fact] = {}
        self._gone: set[str] = set()
        self._places: dict[str, dict[str, list[tuple[int, int]]]] = {}
        self._of_session: dict[str, dict[str, None]] = {}
        self._private: set[str] = set()
        self._last: dict[str, float] = {}
        self._forgotten = forgotten.load(store)
        if store.exists():
            self._read()

    def _read(self) -> None:
        lines = list(facts.newest_first(self.store, _WHOLE_BYTES))
        self._origins = {origin.part(one.id) for one in lines}
        self._living = {fields.sameness(one.content): one for one in facts.living(lines)}
        said = {fields.sameness(one.content) for one in lines}
        self._gone = said - self._living.keys()
        for text, one in reversed(self._living.items()):
            self._remember(text, one)
        for summary in read.summaries(self.store, _WHOLE_BYTES):
            self.told.add(summary.session_id)
        for name in read.daily_names(self.store):
            try:
                for offset, line in read.lines_from(self.store, name):
                    self._place(name, offset, line)
            except OSError as error:  # a link or a second name: nothing that we wrote
                log.write("journal", f"{name}: {error.strerror}")

    def _remember(self, said: str, fact: Fact) -> None:
        session = fact.session_id
        self._of_session.setdefault(session, {})[said] = None

    def _place(self, name: str, offset: int, line: bytes) -> None:
        for event in read.entries(line):
            session = event.session_id
            if event.source != read.IMPORTED:
                moment = event.moment
                self._last[session] = max(moment, self._last.get(session, 0.0))
            if event.type == "prompt" and "text" not in event:
                self._private.add(session)
            if event.type in _SAID:
                of_session = self._places.setdefault(session, {})
                of_session.setdefault(name, []).append((offset, len(line)))

    def events(self, session: str) -> list[Entry]:
        """The journal's events of a session, in order."""
        events = []
        for name, spans in self._places.get(session, {}).items():
            for line in read.lines_at(self.store, name, spans):
                events += [one for one in read.entries(line) if one.session_id == session]
        return sorted(events, key=lambda one: one.text_of("timestamp"))

    def is_private(self, session: str) -> bool:
        """Whether any of a session was said while `capture` was off."""
        return session in self._private

    def last_noted(self, session: str) -> float:
        """When a hook noted something of a session last, seconds since 1970; 0 for never."""
        return self._last.get(session, 0.0)

    def is_forgotten(self, record: Record) -> bool:
        """Whether a record was forgotten here for good; it is counted as left out."""
        is_refused = self._forgotten is not None and self._forgotten.refuses(record)
        if is_refused:
            self.counts.left_out["forgotten here"] += 1
        return is_refused

    def fact_line(self, fact: Fact, evidence: str) -> Fact | None:
        """The line of a fact: new, or of a known equal fact with more evidence.

        None if its origin is known, if its text was forgotten, taken back or replaced, or if the
        evidence is known.

        Args:
            fact: a valid fact, with its own id and time.
            evidence: the id of what states it.
        """
        if self.is_forgotten(fact):
            return None
        said = fields.sameness(fact.content)
        known = self._living.get(said)
        if known is not None:
            before = known.evidence
            origins = {origin.part(one) for one in [known.id, *before]}
            if origin.part(evidence) in origins:
                self.counts.known += 1
                return None
            self.counts.again += 1
            line = known.changed(evidence=[*before, evidence])
        elif said in self._gone or origin.part(fact.id) in self._origins:
            self.counts.known += 1
            return None
        else:
            self.counts.facts += 1
            self.counts.shown.append(fact)
            line = fact
        self._living[said] = line
        self._remember(said, line)
        self._origins.add(origin.part(fact.id))
        return line

    def living_of(self, session: str, content: str) -> list[Fact]:
        """The facts of a session that hold: the last 200, and equal ones."""
        of_session = self._of_session.get(session, {})
        near = dict.fromkeys(islice(reversed(of_session), _LATEST))
        same = fields.sameness(content)
        near.update({same: None} if same in of_session else {})
        return [self._living[said] for said in near]

    def write(self, lines: list[tuple[str, Record]]) -> None:
        """Append records, each with the file it belongs to, in this order of the files.

        A kill between two files leaves the later ones for the next run, which finds the earlier.

        Raises:
            StoreError: they can't be written.
        """
        by_file: dict[str, list[Record]] = {}
        for name, line in lines:
            by_file.setdefault(name, []).append(line)
        if self.dry or not by_file:
            return
        create.create(self.store)
        with lock.Held(self.store.path):
            for name, records in by_file.items():
                append.append_locked(self.store, name, records, durable=True)


def dated(record: Kind, moment: float, words: Iterable[str]) -> Kind:
    """A new fact or summary with its original date, and an id made from its origin."""
    moment = min(moment, clock.now())
    prefix = record.id.partition("_")[0]
    identity = origin.identity(prefix, moment, *words)
    stamp = clock.stamp(moment)
    changes = {"updated_at": stamp} if "updated_at" in record else {}
    return record.with_(id=identity, created_at=stamp, **changes)
