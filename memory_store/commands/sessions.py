"""List the sessions, the newest first: when, how much was said and kept, and about what.

The numbers go in place of an id: memory-store log 1.
"""

from __future__ import annotations

from memory_store import clock, model, place
from memory_store.cli import speech, terminal
from memory_store.commands import columns, fact_lines, identities
from memory_store.index import questions
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.cli import flags
    from memory_store.codec import Record


_TOPIC_CHARS = 120


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """The sessions of the journal and of the summaries; exit 1 for none.

    Raises:
        UsageError: the project's store is not trusted.
    """
    stores = terminal.stores_of(where, arguments.scope)
    sessions = newest_first(map(questions.Records, stores))
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


def newest_first(stores: Iterable[questions.Records]) -> list[Record]:
    """The sessions of stores, the one that was active last first."""
    sessions = [one for records in stores for one in records.sessions()]
    sessions.sort(key=lambda one: one.last, reverse=True)
    return [one._asdict() for one in sessions]
