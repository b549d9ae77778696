"""A small file beside the index that says what is indexed, so that idle syncs open no SQLite.

The index is the authority; whatever befalls the mirror must cost time alone. It is written by who
holds the index's lock, or it could tell of another state than it is found in.
"""

from __future__ import annotations

import os

from memory_store import codec
from memory_store.index import schema
from memory_store.store import files

NAME = "bookmarks.json"

_MAX_BYTES = 16 << 20


class State:
    """What the mirror shows.

    Attributes:
        known: the stamp of each file as it was indexed; empty where that isn't known.
        bad: lines that nothing can be read from.
        model: the embedder (its name) that all of it has its vectors of; "" while some wait.
    """

    __slots__ = ("bad", "known", "model")

    def __init__(self, known: dict[str, str], bad: int, model: str = "") -> None:
        self.known = known
        self.bad = bad
        self.model = model

    def says(self, other: State) -> bool:
        """Whether both show the same."""
        mine = (self.known, self.bad, self.model)
        return mine == (other.known, other.bad, other.model)


def read(where: str) -> State:
    """The mirror in a directory; an empty one where there is none made like today's index."""
    try:
        found = codec.parse(files.read(where, NAME, _MAX_BYTES).decode("utf-8"))
    except (OSError, ValueError):
        return State({}, 0)
    if not isinstance(found, dict) or found.get("fingerprint") != schema.FINGERPRINT:
        return State({}, 0)
    known, bad, model = found.get("files"), found.get("bad"), found.get("model")
    if not isinstance(known, dict) or not isinstance(bad, int):
        return State({}, 0)
    return State(known, bad, model if isinstance(model, str) else "")


def write(where: str, state: State) -> None:
    """Replace the mirror in a directory, if it says something else.

    It is not synced to the disk: after a power cut the index itself is asked.
    """
    if state.known and state.says(read(where)):
        return
    record = {
        "fingerprint": schema.FINGERPRINT,
        "files": state.known,
        "bad": state.bad,
        "model": state.model,
    }
    path = os.path.join(where, NAME)
    beside = f"{path}.{os.getpid()}.tmp"
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
        descriptor = os.open(beside, flags, 0o600)
        try:
            files.write_all(descriptor, codec.render(record).encode("utf-8"))
        finally:
            os.close(descriptor)
        os.replace(beside, path)
    except OSError:
        return  # the next sync opens the index instead
