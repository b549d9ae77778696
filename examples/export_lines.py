"""Makes the lines of memory-store's export from what another tool kept.

`memory-store import --from memory-store FILE` reads them. An id is made of where a memory is from,
so that a second import adds nothing, and what was forgotten here stays gone.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from memory_store import clock, codec, errors
from memory_store.capture import explicit, pipeline
from memory_store.importing import exchange
from memory_store.journal import fields, imported_ids, read, records
from memory_store.language import script
from memory_store.sessions import endings
from memory_store.sessions import summary as summaries
from memory_store.store import layout
from memory_store.text import clean, redact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memory_store.codec import Record
    from memory_store.hosts import turns
    from memory_store.journal.stored import Entry


class Fact(NamedTuple):
    """A fact of another tool.

    Attributes:
        key: its tool, and what tells it from all others of it, whatever else of it changes.
        content: the text, not yet cleaned or redacted.
        kind: W, B, O or S.
        confidence: 0..1.
        moment: when it was kept, seconds since 1970.
        entities: whom or what it is about.
        session: the host's id of the session it comes from, "" where none is told.
    """

    key: tuple[str, ...]
    content: str
    kind: str
    confidence: float
    moment: float
    entities: tuple[str, ...] = ()
    session: str = ""


class Summary(NamedTuple):
    """A summary of another tool; fields as in `Fact`, `todos` are its open todos."""

    key: tuple[str, ...]
    session: str
    topic: str
    text: str
    moment: float
    todos: tuple[str, ...] = ()


def write(lines: Iterable[Record]) -> None:
    """Print an export of these lines."""
    head: Record = {"memory_store": exchange.VERSION, "scope": "project"}
    for line in (head, *lines):
        sys.stdout.write(codec.render(line) + "\n")


def fault(told: object) -> None:
    """Tell on standard error what could not be taken over."""
    sys.stderr.write(f"fault: {told}\n")


def of_facts(facts: Iterable[Fact]) -> Iterator[Record]:
    """A line for each fact; what can't be a fact is told."""
    for one in facts:
        try:
            line, _ = records.fact(
                one.content,
                kind=one.kind,
                entities=list(one.entities),
                confidence=one.confidence,
                source=_source(one.key[0], one.session),
            )
        except errors.UsageError as error:
            fault(f"{' '.join(one.key)[:80]}: {error}")
            continue
        yield {"file": layout.FACTS, "record": imported_ids.dated(line, one.moment, one.key)}


def of_summaries(listed: Iterable[Summary]) -> Iterator[Record]:
    """A line for each summary; what can't be one is told."""
    for one in listed:
        session = records.session_name(one.session)
        try:
            line, _ = records.summary(
                session,
                topic=one.topic,
                text=one.text,
                decisions=[],
                todos=list(one.todos),
                source=_source(one.key[0], session),
                origin="automatic",
            )
        except errors.UsageError as error:
            fault(f"{' '.join(one.key)[:80]}: {error}")
            continue
        yield {"file": layout.SESSIONS, "record": imported_ids.dated(line, one.moment, one.key)}


def of_note(name: str, text: str) -> Record:
    """The line of a note, named `….md`."""
    return {"file": f"{layout.NOTES}/{name}", "text": redact.secrets(clean.text(text))[0]}


def of_session(
    host: str, session: str, said: list[turns.Turn], changed: float
) -> Iterator[Record]:
    """The lines of a session: its summary, the facts that rules find in it, and its turns.

    Args:
        host: the tool's name.
        session: its id of the session.
        said: prompts and answers, in their order.
        changed: when the session's file was written, which dates turns without a time.
    """
    events = _events(host, session, said, changed)
    draft = summaries.automatic([*explicit.on_record(events)], script.chosen("auto", events))
    if draft is not None:
        name = records.session_name(session)
        line = endings.record(name, draft, _source(host, name))
        dated = imported_ids.dated(line, events[-1].moment, (host, name))
        yield {"file": layout.SESSIONS, "record": dated}
    known: set[str] = set()
    for event in events:
        for stated in pipeline.statements(event):
            try:
                fact = pipeline.record_of(stated, event)
            except errors.UsageError as error:
                fault(f"{session}: {error}")
                continue
            if fields.sameness(fact.content) not in known:
                known.add(fields.sameness(fact.content))
                words = (host, event.id, fact.content)
                dated_fact = imported_ids.dated(fact, event.moment, words)
                yield {"file": layout.FACTS, "record": dated_fact}
    for event in events:
        day = clock.local_date(event.moment)
        yield {"file": f"{layout.DAILY}/{day}.jsonl", "record": event}


def _events(host: str, session: str, said: list[turns.Turn], changed: float) -> list[Entry]:
    """The journal's events of turns; one without a time is a second after the one before."""
    events: list[Entry] = []
    known = [one.moment for one in said if one.moment is not None]
    at = (known[0] if known else changed) - len(said)
    for number, turn in enumerate(said):
        at = min(at + 1 if turn.moment is None else turn.moment, clock.now())
        event = records.event(
            turn.role, session, host, turn_id=turn.key, text=turn.text, source=read.IMPORTED
        )
        if event.text.strip():
            words = (host, session, event.type, str(number))
            events.append(event.at(at).with_(id=imported_ids.identity("e", at, *words)))
    return events


def _source(host: str, session: str) -> dict[str, object]:
    return {"host": host, "session_id": session, "via": "import"}
