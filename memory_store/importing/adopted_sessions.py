"""Adds a recorded session to a store: its turns, their facts, and a summary.

The rules and checks are those of captured sessions, and the times those of the recording. Must not
add what the journal has, turns from a time when `capture` was off, or a session that goes on.
"""

from __future__ import annotations

import os

from memory_store import clock, errors
from memory_store.capture import explicit, pairing, pipeline
from memory_store.journal import imported_ids, read, records
from memory_store.language import script
from memory_store.sessions import endings, evidence, host_summary, summary
from memory_store.store import files
from memory_store.text import mark, retold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import config
    from memory_store.importing import adoption
    from memory_store.journal.stored import Entry
    from memory_store.sources import recorded_session


_OPEN_SECONDS = 600.0
_BATCH = 500  # records that are written at once: each time waits for the disk
_TRANSCRIPT_BYTES = 64 << 20


def adopt(
    into: adoption.Adoption, recording: recorded_session.Recording, settings: config.Config
) -> None:
    """Add the new part of a recording; `into` counts it, and writes once enough has gathered.

    The turns are written last, so that the journal shows whether a stopped run was done.

    Args:
        into: the store.
        recording: the session.
        settings: those of the project.

    Raises:
        StoreError: the store can't be written.
    """
    if recording.id in into.private:
        into.left_out[errors.Message("said while capture was off")] += 1
        return
    moments = [one.get("moment") for one in recording.said()]
    known = [one for one in moments if isinstance(one, float)]
    last = max([into.noted.get(recording.id, 0.0), *known])
    if abs(clock.now() - last) < _OPEN_SECONDS:
        into.left_out[
            errors.Message("said in the last ten minutes: may go on, so import it later")
        ] += 1
        return
    begun = (known[0] if known else recording.changed) - len(moments)
    events, there = _events(recording, begun), into.events(recording.id)
    pairs = zip(events, pairing.pairs(events, there), strict=True)
    new = [
        one
        for one, pair in pairs
        if pair is None
        and not (recording.is_copy and into.has_turn(one))
        and not into.is_forgotten(one)
    ]
    if not new:
        into.counts["known"] += 1
        return
    _add_summary(into, recording, [*there, *new], settings)
    for event in new if settings.switch("extract") else ():
        _add_facts(into, recording, event)
    for event in new:
        into.add_turn(event)
    into.write(least=_BATCH)
    into.counts["turns"] += len(new)
    into.counts["sessions"] += 1


def _events(recording: recorded_session.Recording, at: float) -> list[Entry]:
    """The journal events of turns; one without a time is a second after the one before.

    `at` is before the first; if no time is told, the last turn is as old as the file.
    """
    events: list[Entry] = []
    for number, turn in enumerate(recording.said()):
        moment = turn.get("moment")
        at = moment if isinstance(moment, float) else at + 1
        event = records.event(
            str(turn["type"]),
            recording.id,
            recording.form,
            turn_id=str(turn.get("key") or ""),
            origin=turn.get("origin") or None,
            text=turn["text"],
            source=read.IMPORTED,
        )
        if event.text.strip():
            stamped = min(at, clock.now())
            words = (recording.form, recording.id, event.type, str(number))
            events.append(event.at(stamped).with_(id=imported_ids.identity("e", stamped, *words)))
    return events


def _add_facts(
    into: adoption.Adoption, recording: recorded_session.Recording, event: Entry
) -> None:
    for stated in pipeline.statements(event):
        of_session = (one for one in into.living.values() if one.session_id == event.session_id)
        if pipeline.is_echo(event, stated.content, (one.content for one in of_session)):
            continue
        try:
            fact = pipeline.record_of(stated, event)
        except errors.UsageError as error:
            into.faults.append(f"{recording.path}: {error}")
            continue
        into.add_fact(fact, event.id)


def _add_summary(
    into: adoption.Adoption,
    recording: recorded_session.Recording,
    events: list[Entry],
    settings: config.Config,
) -> None:
    """Add the session's summary, if the session has none yet."""
    session = records.session_name(recording.id)
    if session in into.told:
        return
    events = sorted(events, key=lambda one: one.text_of("timestamp"))
    spoken = script.chosen(settings.word("language"), events)
    kept = [*explicit.on_record(events)]
    content = _content(recording)
    hides = len(kept) < len(events) or any(mark.MARK in one.text for one in events)
    before = None if hides else host_summary.of_session(events[-1], content, retold.NOTHING)
    proof = None if content is None else evidence.of_transcript(content, into.store.project)
    draft = summary.automatic(endings.said_after(before, kept), spoken, before, proof=proof)
    if draft is not None:
        line = endings.record(
            session, draft, {"via": "import", "host": recording.form, "session_id": session}
        )
        into.add_summary(imported_ids.dated(line, events[-1].moment, (recording.form, session)))


def _content(recording: recorded_session.Recording) -> bytes | None:
    """The beginning of a recording's file; None where it was gone a moment ago."""
    try:
        with os.fdopen(files.open_plain(recording.path), "rb") as file:
            return file.read(_TRANSCRIPT_BYTES)
    except OSError:
        return None
