"""Events of hooks that did not get the store's lock in time, each in a file of its own.

The next process that holds the lock moves them into the journal (`append.take_in`).
"""

from __future__ import annotations

import os

from memory_store import codec
from memory_store.journal import read
from memory_store.store import files, layout, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.journal.stored import Entry

_DAY = len("YYYY-MM-DD.jsonl")
_MOST_BYTES = 1 << 18  # of an event of 8,000 characters, several times over


def put(store: layout.Store, name: str, event: Entry) -> None:
    """Keep an event for the journal day `name` in a file that outlasts a power cut.

    Raises:
        OSError: it can't be written.
    """
    files.make_directory(os.path.join(store.path, layout.SPOOL))
    own = f"{layout.SPOOL}/{os.path.basename(name)}.{event.id}"
    files.replace(store.path, own, codec.render(event).encode("utf-8", "replace") + b"\n")


def names(store: layout.Store) -> list[str]:
    """The spool's files, as `spool/YYYY-MM-DD.jsonl.e_…`, in the order of their events."""
    try:
        entries = os.listdir(os.path.join(store.path, layout.SPOOL))
    except OSError:
        return []
    own = [one for one in entries if read.is_daily(one[:_DAY]) and one[_DAY : _DAY + 3] == ".e_"]
    return [f"{layout.SPOOL}/{one}" for one in sorted(own) if not one.endswith(".tmp")]


def events(store: layout.Store) -> Iterator[tuple[str, str, Entry]]:
    """Each event that waits: the file it is in, the journal day it belongs to, and itself."""
    for name in names(store):
        day = f"{layout.DAILY}/{os.path.basename(name)[:_DAY]}"
        try:
            line = files.read(store.path, name, _MOST_BYTES)
        except OSError as error:  # a link, another user's, or taken in a moment ago
            log.write("spool", f"{name}: {error}")
            continue
        for one in read.entries(line)[:1]:
            if name.endswith(f".{one.id}"):
                yield name, day, one


def of_session(store: layout.Store, session_id: str) -> list[Entry]:
    """The waiting events of a session, oldest first."""
    return [one for _, _, one in events(store) if one.session_id == session_id]
