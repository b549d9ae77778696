"""Adds facts, summaries and notes of another tool to a store, with their dates.

Each is cleaned, redacted and checked like every record. Must not change an existing note.
"""

from __future__ import annotations

from memory_store import clock, errors
from memory_store.journal import imported_ids, notes, records
from memory_store.sources import kept

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.importing import adoption


def adopt(into: adoption.Adoption, collection: kept.Collection, host: str) -> None:
    """Add facts, summaries and notes; `into` counts them.

    Args:
        into: the store.
        collection: what the tool kept.
        host: the tool's name.

    Raises:
        StoreError: the store can't be written.
    """
    into.faults += collection.faults
    if collection.others:
        into.left_out["of another project"] += collection.others
    memories: list[kept.Fact | kept.Summary] = [*collection.facts, *collection.summaries]
    for memory in memories:
        source: dict[str, object] = {"host": host, "session_id": memory.session, "via": "import"}
        try:
            _add(into, memory, source)
        except errors.UsageError as error:
            into.faults.append(f"{' '.join(memory.key)[:80]}: {error}")
    into.write()
    for note in collection.notes:
        _adopt_note(into, note)


def _add(
    into: adoption.Adoption, memory: kept.Fact | kept.Summary, source: dict[str, object]
) -> None:
    if isinstance(memory, kept.Fact):
        fact, _ = records.fact(
            memory.content,
            kind=memory.kind,
            entities=list(memory.entities),
            confidence=memory.confidence,
            source=source,
        )
        fact = imported_ids.dated(fact, memory.moment, memory.key)
        into.add_fact(fact, fact.id)
        return
    session = source["session_id"] = records.session_name(memory.session)
    if session in into.told:
        into.counts["known"] += 1
        return
    line, _ = records.summary(
        session,
        topic=memory.topic,
        text=memory.text,
        decisions=[],
        todos=list(memory.todos),
        source=source,
        origin="automatic",
    )
    into.add_summary(imported_ids.dated(line, memory.moment, memory.key))


def _adopt_note(into: adoption.Adoption, note: kept.Note) -> None:
    text = notes.sound(note.text)
    before = notes.read(into.store, note.name)
    if into.is_forgotten({"text": text, "created_at": clock.stamp(note.moment)}):
        return
    if not text.strip():
        into.left_out["empty"] += 1
    elif before == text:
        into.counts["known"] += 1
    elif before is not None:
        reason = "another note of that name is there, and stays as it is"
        into.faults.append(f"{note.name}: {reason}")
    else:
        if not into.dry:
            notes.write(into.store, note.name, text, note.moment)
        into.counts["notes"] += 1
