"""Where a host's model gets nothing at a session's start, its first prompt brings what that gives.

Must not answer a prompt otherwise than `recall_memory` does.
"""

from __future__ import annotations

from memory_store import model, place
from memory_store.handlers import load_memory
from memory_store.journal import read, records, sessions
from memory_store.store import files, layout, log
from memory_store.text import digest

_BEGUN = "begun"
_NAME_BYTES = 16
_KEPT_BYTES = 1 << 15
"""Of the sessions that began where no journal tells it: a thousand."""


def handle(event: model.Event, where: place.Place) -> model.Reply:
    """What a session's start gives; empty where the session has begun."""
    if _has_begun(event, where):
        return model.Reply()
    begun = model.Event(
        host=event.host,
        kind=model.SESSION_START,
        session_id=event.session_id,
        directory=event.directory,
        source="startup",
    )
    return load_memory.handle(begun, where)


def _has_begun(event: model.Event, where: place.Place) -> bool:
    """Whether the journal has the session's start; without one, a small list of this machine's."""
    store = where.project
    if store is not None and store.exists():
        events = read.session_events(store, records.session_name(event.session_id))
        return sessions.last(events, "session_start") is not None
    line = digest.of_bytes(event.session_id.encode("utf-8", "replace"), _NAME_BYTES).hex()
    directory = layout.state_directory()
    try:
        known = files.read(directory, _BEGUN, 2 * _KEPT_BYTES)
    except OSError:
        known = b""
    if line.encode() in known.split(b"\n"):
        return True
    try:
        files.make_directory(directory)
        files.replace(directory, _BEGUN, known[-_KEPT_BYTES:] + line.encode() + b"\n")
    except OSError as error:
        log.write("begun", error)  # then the next prompt is told once more
    return False
