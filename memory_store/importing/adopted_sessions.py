"""Adds a recorded session to a store: its turns, their facts, and a summary.

The rules and checks are those of captured sessions, and the times those of the recording. Must not
add what the journal has, turns from a time when `capture` was off, or a session that goes on.
"""

from __future__ import annotations

import os

from memory_store import clock, errors
from memory_store.capture import pairing, pipeline
from memory_store.importing import adoption
from memory_store.journal import origin, read, records
from memory_store.language import written
from memory_store.sessions import endings, evidence, summary
from memory_store.store import files, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store import config
    from memory_store.codec import Record
    from memory_store.journal.stored import Entry, Fact
    from memory_store.sources import recorded

    Tell = Callable[[int, int], None]


_OPEN_SECONDS = 600.0
_TRANSCRIPT_BYTES = 64 << 20
_AT_ONCE = 500  # turns: under a second's work, and two or three synced writes
_VIA: Record = {"via": "import"}


def _tell_nobody(_done: int, _all: int) -> None:
    """Progress that nobody watches."""


def adopt(
    into: adoption.Adoption,
    recording: recorded.Recording,
    settings: config.Config,
    tell: Tell = _tell_nobody,
) -> None:
    """Add the new part of a recording; the result stands in `into.counts`.

    Turns are written in batches, their facts first and the turns last, so that the journal
    shows where a stopped run goes on.

    Args:
        into: the store.
        recording: the session.
        settings: those of the project.
        tell: called with how many turns of how many new ones are done.

    Raises:
        StoreError: the store can't be written.
    """
    if into.is_private(recording.id):
        into.counts.left_out["said while capture was off"] += 1
        return
    if abs(clock.now() - _last_said(into, recording)) < _OPEN_SECONDS:
        into.counts.left_out["said in the last ten minutes: may go on, so import it later"] += 1
        return
    there = into.events(recording.id)
    new = _new(into, _events(recording), there)
    if not new:
        into.counts.known += 1
        return
    into.write(_summary(into, recording, [*there, *new], settings))
    for begin in range(0, len(new), _AT_ONCE):
        batch = new[begin : begin + _AT_ONCE]
        lines: list[tuple[str, Record]] = []
        if settings.switch("extract"):
            facts = [fact for event in batch for fact in _facts(into, recording, event)]
            lines += [(layout.FACTS, fact) for fact in facts]
        lines += [(f"{layout.DAILY}/{_day(one)}.jsonl", one) for one in batch]
        into.write(lines)
        into.counts.turns += len(batch)
        tell(begin + len(batch), len(new))
    into.counts.sessions += 1


def _new(into: adoption.Adoption, events: list[Entry], there: list[Entry]) -> list[Entry]:
    """The events that the journal lacks: neither taken over before, nor captured by hooks.

    An event of an earlier run has the same id and text; other events are paired by their text.
    """
    new_keys, known = {_key(one) for one in events}, {_key(one) for one in there}
    left = [one for one in events if _key(one) not in known]
    others = [one for one in there if _key(one) not in new_keys]
    pairs = pairing.pairs(left, others) if others else [None] * len(left)
    both = zip(left, pairs, strict=True)
    return [event for event, pair in both if pair is None and not into.is_forgotten(event)]


def _key(event: Entry) -> tuple[str, object]:
    return origin.part(event.id), event.text


def _last_said(into: adoption.Adoption, recording: recorded.Recording) -> float:
    """When the session's last turn or note was, seconds since 1970.

    A file's own time counts for a session that hooks know: else it may be that of a copy.
    """
    noted = into.last_noted(recording.id)
    known = [one["moment"] for one in recording.said() if isinstance(one.get("moment"), float)]
    changed = recording.changed if noted and not known else 0.0
    return max([noted, changed, *(one for one in known if isinstance(one, float))])


def _events(recording: recorded.Recording) -> list[Entry]:
    """The journal events of turns; one without a time is a second before the next.

    The last such turn is as old as the file.
    """
    said = recording.said()
    moments = [one.get("moment") for one in said]
    known = [one for one in moments if isinstance(one, float)]
    at = (known[0] if known else recording.changed) - len(said)
    events: list[Entry] = []
    for number, turn in enumerate(said):
        moment = moments[number]
        at = moment if isinstance(moment, float) else at + 1
        event = records.event(
            str(turn["type"]),
            recording.id,
            recording.form,
            turn_id=str(turn.get("key") or ""),
            text=turn["text"],
            source=read.IMPORTED,
        )
        if event.text.strip():
            stamped = min(at, clock.now())
            words = (recording.form, recording.id, event.type, str(number))
            events.append(event.at(stamped).with_(id=origin.identity("e", stamped, *words)))
    return events


def _facts(into: adoption.Adoption, recording: recorded.Recording, event: Entry) -> list[Fact]:
    """The lines for the facts of an event."""
    lines = []
    source = {**_VIA, "host": recording.form, "session_id": event.session_id}
    identity, moment = event.id, event.moment
    for stated in pipeline.statements(event):
        known = into.living_of(event.session_id, stated.content)
        if pipeline.is_echo(event, stated.content, [other.content for other in known]):
            continue
        try:
            fact = pipeline.record_of(stated, source, identity)
        except errors.UsageError as error:
            into.counts.faults.append(f"{recording.path}: {error}")
            continue
        words = (origin.part(identity), fact.content)
        line = into.fact_line(adoption.dated(fact, moment, words), identity)
        lines += [line] if line is not None else []
    return lines


def _summary(
    into: adoption.Adoption,
    recording: recorded.Recording,
    events: list[Entry],
    settings: config.Config,
) -> list[tuple[str, Record]]:
    """The line of a session's summary, if the session has none yet."""
    session = records.session_name(recording.id)
    if session in into.told:
        return []
    events = sorted(events, key=lambda one: one.text_of("timestamp"))
    spoken = written.chosen(settings.word("language"), events)
    session_summary = summary.automatic(events, spoken, proof=_proof(into, recording))
    if session_summary is None:
        return []
    source = {**_VIA, "host": recording.form, "session_id": session}
    line = endings.record(session, session_summary, source)
    moment = events[-1].moment
    line = adoption.dated(line, moment, (recording.form, session))
    if into.is_forgotten(line):
        return []
    into.told.add(session)
    into.counts.summaries += 1
    return [(layout.SESSIONS, line)]


def _proof(into: adoption.Adoption, recording: recorded.Recording) -> evidence.Evidence | None:
    """The evidence in a recording's file; None if that is no transcript."""
    try:
        with os.fdopen(files.open_plain(recording.path), "rb") as file:
            content = file.read(_TRANSCRIPT_BYTES)
    except OSError:  # gone a moment ago
        return None
    return evidence.of_transcript(content, into.store.project)


def _day(event: Entry) -> str:
    return clock.local_date(event.moment)
