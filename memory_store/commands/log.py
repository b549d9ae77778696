"""Show what sessions were given, what was said, kept, recalled and asked; with --why the reasons.

Of the last two days, or of one session: its number in `sessions`, its id or the beginning of it.
"""

from __future__ import annotations

import time

from memory_store import model, place
from memory_store.cli import speech, terminal
from memory_store.commands import event_lines, identities, progress
from memory_store.index import questions
from memory_store.journal import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.cli import flags
    from memory_store.codec import Record
    from memory_store.journal.stored import Entry
    from memory_store.store import layout


_SECONDS = 1.0


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """The events of the journal; exit 1 for none.

    Raises:
        UsageError: there is no such session, or the project's store is not trusted.
    """
    stores = terminal.stores_of(where, arguments.scope)
    records = list(map(questions.Records, stores))
    wanted = None
    if arguments.session is not None:
        known = set().union(*(one.session_ids() for one in records))
        wanted = identities.among(stores, arguments.session, known)
    shown = _events(records, wanted)
    lines = event_lines.Lines(records, where.config, why=arguments.why)
    listed: Record = {"events": [lines.record(one) for one in shown]}
    text = "\n".join(lines.text(one) for one in shown)
    if arguments.follow:
        _follow(stores, wanted, lines, text, len(shown))
    if not shown:
        return model.Answer(listed, speech.say(where.config, "steering", "none"), 1)
    return model.Answer(listed, text)


def _events(records: Iterable[questions.Records], session: str | None) -> list[Entry]:
    """The events of a session, or of the last two days, in the order of time."""
    shown: list[Entry] = []
    for one in records:
        days = None if session else read.recent_days(one.store)
        shown += one.events(session, days)
    return sorted(shown, key=lambda one: one.text_of("timestamp"))


def _follow(
    stores: list[layout.Store],
    session: str | None,
    lines: event_lines.Lines,
    text: str,
    count: int,
) -> None:
    """Print the present events, then each new one, until Ctrl-C."""
    progress.say(text)
    seen = count
    while True:
        time.sleep(_SECONDS)
        shown = _events(map(questions.Records, stores), session)
        for one in shown[seen:]:
            progress.say(lines.text(one))
        seen = len(shown)
