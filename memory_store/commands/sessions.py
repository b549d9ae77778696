"""List the sessions, the newest first: when, how much was said and kept, and about what.

The numbers go in place of an id: memory-store log 1.
"""

from __future__ import annotations

from memory_store import clock, model, origin, place
from memory_store.cli import terminal
from memory_store.commands import columns, fact_lines, identities, speech
from memory_store.journal import events, read
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags
    from memory_store.codec import Record
    from memory_store.journal.stored import Entry, Summary
    from memory_store.store import layout


_TOPIC_CHARS = 120


def add_arguments(parser: flags.Parser) -> None:
    """Whose sessions."""
    terminal.scope(parser)


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """The sessions of the journal and of the summaries; exit 1 for none.

    Raises:
        UsageError: the project's store is not trusted.
    """
    stores = terminal.stores_of(where, arguments.scope)
    sessions = newest_first(stores)
    if not sessions:
        return model.Answer({"sessions": []}, speech.say(where.config, "steering", "none"), 1)
    identities.note(stores, [str(one["session_id"]) for one in sessions])
    listed = [{"number": at, **one} for at, one in enumerate(sessions, 1)]
    rows = [
        [
            str(one["number"]),
            clean.line(str(one["session_id"]), fact_lines.SESSION_CHARS),
            clock.local_date(clock.parse(one["last"]) or 0.0) if one["last"] else "?" * 10,
            clean.line(str(one["host"])),
            speech.say(where.config, "steering", "prompts", count=one["prompts"]),
            speech.say(where.config, "steering", "kept", count=one["kept"]),
            clean.line(str(one["topic"]), _TOPIC_CHARS),
        ]
        for one in listed
    ]
    return model.Answer({"sessions": listed}, lambda: columns.rows(rows))


def newest_first(stores: list[layout.Store]) -> list[Record]:
    """The sessions of stores, the one that was active last first."""
    sessions = [one for store in stores for one in _in_store(store)]
    return sorted(sessions, key=lambda one: str(one["last"]), reverse=True)


def _in_store(store: layout.Store) -> list[Record]:
    sessions: dict[str, Record] = {}
    for event in events.load(store):
        session = _entry(sessions, event, event.host)
        if event.type == "prompt" and origin.is_persons(event.origin):
            session["prompts"] = int(str(session["prompts"])) + 1
        if event.type == "fact":
            session["kept"] = int(str(session["kept"])) + 1
    for summary in reversed(list(read.summaries(store))):
        session = _entry(sessions, summary, str(summary.source.get("host") or ""))
        session["topic"] = summary.topic
    return [one for identity, one in sessions.items() if identity]


def _entry(sessions: dict[str, Record], record: Entry | Summary, host: str) -> Record:
    """The entry of a record's session, begun and ended by its time."""
    moment = "" if record.is_ahead else clock.stamp(record.moment)
    identity = record.session_id
    new = {"first": moment, "last": moment, "host": host, "prompts": 0, "kept": 0, "topic": ""}
    session = sessions.setdefault(identity, {"session_id": identity, **new})
    session["first"] = min(str(session["first"]), moment)
    session["last"] = max(str(session["last"]), moment)
    return session
