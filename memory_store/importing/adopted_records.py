"""Adds facts, summaries and notes of another tool to a store, with their dates.

Each is cleaned, redacted and checked like every record. Must not change an existing note.
"""

from __future__ import annotations

from memory_store import clock, errors
from memory_store.importing import adoption
from memory_store.journal import notes, records
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Fact, Summary
    from memory_store.sources import kept


_AT_ONCE = 200


def adopt(into: adoption.Adoption, collection: kept.Collection, host: str) -> None:
    """Add facts, summaries and notes; the result stands in `into.counts`.

    Args:
        into: the store.
        collection: what the tool kept.
        host: the tool's name.

    Raises:
        StoreError: the store can't be written.
    """
    into.counts.faults += collection.faults
    if collection.others:
        into.counts.left_out["of another project"] += collection.others
    for begin in range(0, len(collection.facts), _AT_ONCE):
        some = collection.facts[begin : begin + _AT_ONCE]
        lines = [line for one in some if (line := _fact(into, one, host)) is not None]
        into.write([(layout.FACTS, line) for line in lines])
    for summary in collection.summaries:
        adopted = _summary(into, summary, host)
        into.write([(layout.SESSIONS, adopted)] if adopted is not None else [])
    for note in collection.notes:
        _adopt_note(into, note)


def _fact(into: adoption.Adoption, memory: kept.Fact, host: str) -> Fact | None:
    source: dict[str, object] = {"host": host, "session_id": memory.session, "via": "import"}
    try:
        fact, _ = records.fact(
            memory.content,
            kind=memory.kind,
            entities=list(memory.entities),
            confidence=memory.confidence,
            source=source,
        )
    except errors.UsageError as error:
        into.counts.faults.append(f"{' '.join(memory.key)[:80]}: {error}")
        return None
    fact = adoption.dated(fact, memory.moment, memory.key)
    return into.fact_line(fact, fact.id)


def _summary(into: adoption.Adoption, memory: kept.Summary, host: str) -> Summary | None:
    session = records.session_name(memory.session)
    if session in into.told:
        into.counts.known += 1
        return None
    try:
        line, _ = records.summary(
            session,
            topic=memory.topic,
            text=memory.text,
            decisions=[],
            todos=list(memory.todos),
            source={"host": host, "session_id": session, "via": "import"},
            origin="automatic",
        )
    except errors.UsageError as error:
        into.counts.faults.append(f"{' '.join(memory.key)[:80]}: {error}")
        return None
    line = adoption.dated(line, memory.moment, memory.key)
    if into.is_forgotten(line):
        return None
    into.told.add(session)
    into.counts.summaries += 1
    return line


def _adopt_note(into: adoption.Adoption, note: kept.Note) -> None:
    text = notes.sound(note.text)
    before = notes.read(into.store, note.name) if into.store.exists() else None
    if into.is_forgotten({"text": text, "created_at": clock.stamp(note.moment)}):
        return
    if not text.strip():
        into.counts.left_out["empty"] += 1
    elif before == text:
        into.counts.known += 1
    elif before is not None:
        reason = "another note of that name is there, and stays as it is"
        into.counts.faults.append(f"{note.name}: {reason}")
    else:
        if not into.dry:
            notes.write(into.store, note.name, text, note.moment)
        into.counts.notes += 1
