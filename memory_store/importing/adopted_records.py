"""Takes over what another tool kept: facts, summaries of sessions, notes.

Each is cleaned, redacted and checked as everything that is written here, and is as old as it was.
Must not change a note that is there, whatever is in it.
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


def adopt(into: adoption.Adoption, found: kept.Collection, host: str) -> None:
    """Take over facts, summaries and notes; what was done stands in `into.counts`.

    Args:
        into: the store.
        found: what the tool kept.
        host: the tool's name.

    Raises:
        StoreError: the store can't be written.
    """
    into.counts.faults += found.faults
    into.counts.leave_out("of another project", found.others)
    for begin in range(0, len(found.facts), _AT_ONCE):
        some = found.facts[begin : begin + _AT_ONCE]
        lines = [line for one in some if (line := _fact(into, one, host)) is not None]
        into.write([(layout.FACTS, line) for line in lines])
    for summary in found.summaries:
        told = _summary(into, summary, host)
        into.write([(layout.SESSIONS, told)] if told is not None else [])
    for note in found.notes:
        _note(into, note)


def _fact(into: adoption.Adoption, one: kept.Fact, host: str) -> Fact | None:
    source: dict[str, object] = {"host": host, "session_id": one.session, "via": "import"}
    try:
        made, _ = records.fact(
            one.content,
            kind=one.kind,
            entities=list(one.entities),
            confidence=one.confidence,
            source=source,
        )
    except errors.UsageError as error:
        into.counts.faults.append(f"{' '.join(one.key)[:80]}: {error}")
        return None
    made = adoption.dated(made, one.moment, one.key)
    return into.fact_line(made, made.id)


def _summary(into: adoption.Adoption, one: kept.Summary, host: str) -> Summary | None:
    session = records.session_name(one.session)
    if session in into.told:
        into.counts.known += 1
        return None
    try:
        line, _ = records.summary(
            session,
            topic=one.topic,
            text=one.text,
            decisions=[],
            todos=list(one.todos),
            source={"host": host, "session_id": session, "via": "import"},
            origin="automatic",
        )
    except errors.UsageError as error:
        into.counts.faults.append(f"{' '.join(one.key)[:80]}: {error}")
        return None
    line = adoption.dated(line, one.moment, one.key)
    if into.is_forgotten(line):
        return None
    into.told.add(session)
    into.counts.summaries += 1
    return line


def _note(into: adoption.Adoption, one: kept.Note) -> None:
    text = notes.sound(one.text)
    before = notes.read(into.store, one.name) if into.store.exists() else None
    if into.is_forgotten({"text": text, "created_at": clock.stamp(one.moment)}):
        return
    if not text.strip():
        into.counts.leave_out("empty")
    elif before == text:
        into.counts.known += 1
    elif before is not None:
        reason = "another note of that name is there, and stays as it is"
        into.counts.faults.append(f"{one.name}: {reason}")
    else:
        if not into.dry:
            notes.write(into.store, one.name, text, one.moment)
        into.counts.notes += 1
