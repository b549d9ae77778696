"""Adds imported records to a store, each once, beside the records that it holds already.

Dates stay as they were, and a fact that somebody took back does not return. Must not decide what
a text means, or write in a dry run.
"""

from __future__ import annotations

import collections

from memory_store import clock, errors
from memory_store.index import questions
from memory_store.journal import (
    append,
    checkpoints,
    create,
    facts,
    fields,
    forgotten,
    imported_ids,
    read,
)
from memory_store.store import files, layout, lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.codec import Record
    from memory_store.journal.stored import Entry, Fact, Summary


_WHOLE_BYTES = 1 << 32
_SAID = ("prompt", "response")


class Adoption:
    """A store that is added to.

    Attributes:
        store: which.
        dry: whether nothing is written.
        counts: what was added so far: `sessions` of which something was new, `turns`, `facts`,
            `summaries`; `again` are facts that were known and gained evidence, `known`
            are records that were there already.
        left_out: how many sessions or records were left out, by the reason.
        faults: what could not be read or kept, a line each.
        shown: the facts that were added, for a preview.
        told: the sessions that have a summary.
        living: the facts that hold, by their text as it is compared.
        private: the sessions of which some was said while `capture` was off.
        noted: when a hook noted something of a session last, seconds since 1970.
    """

    def __init__(self, store: layout.Store, *, dry: bool) -> None:
        self.store = store
        self.dry = dry
        self.counts: collections.Counter[str] = collections.Counter()
        self.left_out: collections.Counter[str] = collections.Counter()
        self.faults: list[str] = []
        self.shown: list[Fact] = []
        self._records = questions.Records(store)
        self.told = {one.session_id for one in self._records.summaries()}
        lines = list(facts.newest_first(store, _WHOLE_BYTES))
        self.living = {fields.sameness(one.content): one for one in facts.living(lines)}
        self._gone = {fields.sameness(one.content) for one in lines} - self.living.keys()
        self._origins = {imported_ids.part(one.id) for one in lines}
        self._turns: set[tuple[str, str, int]] = set()
        self._added: dict[str, list[Entry]] = {}
        self.private: set[str] = set()
        self.noted: dict[str, float] = {}
        self._forgotten = forgotten.load(store)
        self._waiting: dict[str, list[Record]] = {}
        self._written = clock.stamp(clock.now())  # of all facts: one `undo` takes them back
        for event in self._records.events():
            self._note(event)

    def _note(self, event: Entry) -> None:
        session = event.session_id
        self._turns.add(_turn(event))
        if event.source != read.IMPORTED:
            self.noted[session] = max(event.moment, self.noted.get(session, 0.0))
        if event.type == "prompt" and "text" not in event:
            self.private.add(session)

    def events(self, session: str) -> list[Entry]:
        """The prompts and answers of a session in the journal, and those added, in order."""
        said = self._records.events(session, types=_SAID) + self._added.get(session, [])
        return sorted(said, key=lambda one: one.text_of("timestamp"))

    def has_turn(self, event: Entry) -> bool:
        """Whether any session has a turn of the same id and words, of which it is a copy."""
        return bool(event.turn_id) and _turn(event) in self._turns

    def add_turn(self, event: Entry) -> None:
        """Add a prompt or an answer to the journal."""
        self._turns.add(_turn(event))
        self._added.setdefault(event.session_id, []).append(event)
        self.add(f"{layout.DAILY}/{clock.local_date(event.moment)}.jsonl", event)

    def is_forgotten(self, record: Record) -> bool:
        """Whether a record was forgotten here for good; it is counted as left out."""
        is_refused = self._forgotten is not None and self._forgotten.refuses(record)
        if is_refused:
            self.left_out[errors.Message("forgotten here")] += 1
        return is_refused

    def add_fact(self, fact: Fact, evidence: str) -> None:
        """Add a fact, or more evidence for a known equal one.

        Nothing is added if its origin is known, if its text was forgotten, taken back or replaced,
        or if the evidence is known.

        Args:
            fact: a valid fact, with its own id and time.
            evidence: the id of what states it.
        """
        if self.is_forgotten(fact):
            return
        said = fields.sameness(fact.content)
        known = self.living.get(said)
        if known is not None:
            if imported_ids.part(evidence) in map(imported_ids.part, (known.id, *known.evidence)):
                self.counts["known"] += 1
                return
            self.counts["again"] += 1
            fact = known.changed(evidence=[*known.evidence, evidence])
        elif said in self._gone or imported_ids.part(fact.id) in self._origins:
            self.counts["known"] += 1
            return
        else:
            self.counts["facts"] += 1
            self.shown.append(fact)
        self.living[said] = fact
        self._origins.add(imported_ids.part(fact.id))
        self.add(layout.FACTS, fact.with_(updated_at=self._written))

    def add_summary(self, summary: Summary) -> None:
        """Add the first summary of a session, if it was not forgotten."""
        if not self.is_forgotten(summary):
            self.told.add(summary.session_id)
            self.counts["summaries"] += 1
            self.add(layout.SESSIONS, summary)

    def add(self, name: str, line: Record) -> None:
        """Add a record to a file, with the next call of `write`."""
        self._waiting.setdefault(name, []).append(line)

    def write(self, *, least: int = 1) -> None:
        """Append the records that were added, if there are so many, in this order of the files.

        A kill between two files leaves the later ones for the next run, which finds the earlier.

        Raises:
            StoreError: they can't be written.
        """
        if sum(map(len, self._waiting.values())) < least:
            return
        by_file, self._waiting = self._waiting, {}
        if self.dry:
            return
        create.create(self.store)
        days = [one for one in by_file if one.startswith(layout.DAILY)]
        checkpoints.to_infer(self.store, {one: files.size(self.store.path, one) for one in days})
        with lock.Held(self.store.path):
            for name, records in by_file.items():
                append.append_locked(self.store, name, records, durable=True)


def _turn(event: Entry) -> tuple[str, str, int]:
    return event.type, event.turn_id, hash(event.text)
