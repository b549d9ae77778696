"""The sessions of the last journal days, for code that adds what the journal lacks of them.

Of most lines only the session's id is read. Must not write.
"""

from __future__ import annotations

from memory_store.journal import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry
    from memory_store.store import layout

_DAYS = 7
_WHOLE_BYTES = 1 << 30  # of a day: all of it
_SLACK_SECONDS = 10.0
_TOLD_WITH = {"prompt": "text", "session_start": "transcript"}
"""What an event of a type lacks where `capture` was off."""


class Session:
    """A session, as the journal of the last days knows it.

    Attributes:
        id, host: the host's id of it, and which host.
        transcript: where the host said its transcript lies, "" where it didn't.
        began, ended: of its first event and of its last noted end; seconds since 1970, 0 for none.
        is_begun: whether its first event is its beginning.
        is_private: whether any of it was said while `capture` was off.
    """

    __slots__ = (
        "_store",
        "began",
        "ended",
        "host",
        "id",
        "is_begun",
        "is_private",
        "transcript",
    )

    def __init__(self, store: layout.Store, first: Entry) -> None:
        self._store = store
        self.id = first.session_id
        self.host = first.host
        self.began = first.moment
        self.ended = 0.0
        self.is_begun = first.type == "session_start"
        self.is_private = False
        self.transcript = ""

    def note(self, event: Entry) -> None:
        """Take in an event."""
        if event.type == "session_end":
            self.ended = event.moment
        if event.type in _TOLD_WITH:
            self.is_private |= _TOLD_WITH[event.type] not in event
        self.transcript = event.transcript or self.transcript

    def covers(self, moment: float | None) -> bool:
        """Whether this moment lies in the session as the journal days that were read have it.

        What is older belongs to before the memory, to a session this one was forked from, or to a
        day that was deleted.
        """
        return moment is None or moment >= self.began - _SLACK_SECONDS

    def events(self) -> list[Entry]:
        """The session's events in the journal as it is now, in the order of time."""
        return [
            event
            for name in read.recent_days(self._store, _DAYS)
            for event in read.of_session(self._store, name, self.id, _WHOLE_BYTES)
        ]


def sessions(store: layout.Store) -> list[Session]:
    """The sessions of the last seven journal days, without private and background sessions."""
    session_of: dict[str, Session] = {}
    for name in read.recent_days(store, _DAYS):
        for line in read.tail(store, name, _WHOLE_BYTES):
            key = read.session_in(line)
            if not key or (key in session_of and not _tells(line)):
                continue
            for event in read.entries(line):
                session_of.setdefault(key, Session(store, event)).note(event)
    return [one for one in session_of.values() if one.id and not one.is_private]


def _tells(line: bytes) -> bool:
    """Whether it is a session's start or end, or a prompt whose words were not kept."""
    if b'"type":"session_' in line:
        return True
    return b'"type":"prompt"' in line and b'"text":' not in line
