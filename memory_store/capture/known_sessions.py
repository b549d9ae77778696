"""The sessions of the last journal days, for code that adds what the journal lacks of them.

Of most lines only the session's id is read. Must not write.
"""

from __future__ import annotations

import os

from memory_store import clock, codec
from memory_store.journal import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry
    from memory_store.store import layout

_DAYS = 7
_WHOLE_BYTES = 1 << 30  # of a day: all of it
_SLACK_SECONDS = 10.0


class Session:
    """A session, as the journal of the last days knows it.

    Attributes:
        id, host: the host's id of it, and which host.
        transcript: where the host said its transcript lies, "" where it didn't.
        began, ended: of its first event and of its last noted end; seconds since 1970, 0 for none.
        is_begun: whether its first event is its beginning.
        is_private: whether any of it was said while `capture` was off.
        events: what the journal holds of it, in the order of time.
    """

    __slots__ = (
        "_first_day",
        "_store",
        "began",
        "ended",
        "events",
        "host",
        "id",
        "is_begun",
        "is_private",
        "transcript",
    )

    def __init__(self, store: layout.Store, first: Entry, first_day: str) -> None:
        self._store = store
        self._first_day = first_day
        self.id = first.session_id
        self.host = first.host
        self.began = first.moment
        self.ended = 0.0
        self.is_begun = first.type == "session_start"
        self.is_private = False
        self.transcript = ""
        self.events: list[Entry] = []

    def note(self, event: Entry) -> None:
        """Take in a start, an end, or a prompt without its text."""
        kind, transcript = event.type, event.get("transcript")
        if kind == "session_end":
            self.ended = event.moment
        self.is_private |= kind == "prompt" or (kind == "session_start" and transcript is None)
        if isinstance(transcript, str) and transcript:
            self.transcript = transcript

    def covers(self, moment: float | None) -> bool:
        """Whether the journal days that were read include this moment of the session.

        What is older belongs to before the memory, to a session this one was forked from, or to a
        day that was deleted.
        """
        if moment is None:
            return True
        is_late = moment >= self.began - _SLACK_SECONDS
        return is_late and clock.local_date(moment) >= self._first_day

    def read_events(self) -> None:
        """Read the session's events from the journal as it is now."""
        wanted = codec.render(self.id).encode("utf-8", "replace")
        events = [
            one
            for line in _lines(self._store, read.recent_days(self._store, _DAYS))
            if wanted in line
            for one in read.entries(line)
            if one.session_id == self.id
        ]
        self.events = read.in_order(events)


def sessions(store: layout.Store) -> list[Session]:
    """The sessions of the last seven journal days, without private and background sessions."""
    session_of: dict[bytes, Session] = {}
    names = read.recent_days(store, _DAYS)
    first_day = os.path.basename(names[0])[: len("2026-11-21")] if names else ""
    for line in _lines(store, names):
        key, tells = read.session_in(line), _tells(line)
        if not key or (key in session_of and not tells):
            continue
        for event in read.entries(line):
            session = session_of.get(key)
            if session is None:
                session = session_of[key] = Session(store, event, first_day)
            if tells:
                session.note(event)
    return [one for one in session_of.values() if one.id and not one.is_private]


def _lines(store: layout.Store, names: list[str]) -> list[bytes]:
    return [line for name in names for line in read.tail(store, name, _WHOLE_BYTES)]


def _tells(line: bytes) -> bool:
    """Whether it is a session's start or end, or a prompt whose words were not kept."""
    if b'"type":"session_' in line:
        return True
    return b'"type":"prompt"' in line and b'"text":' not in line
