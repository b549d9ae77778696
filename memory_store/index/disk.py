"""The index file on disk: its name, its journals, and the remains of killed builders.

Reads the marks in the header, and nothing else of the content. Must not open the file with SQLite.
"""

from __future__ import annotations

import os

from memory_store.index import tables
from memory_store.store import derived, files, layout, log

NAME = "index.sqlite"
VECTORS = "vectors.sqlite"
"""The vectors by content, beside the index and not of it: they outlive it."""

_TRAILS = ("-journal", "-wal", "-shm")
ASIDE, NEXT = ".tmp", ".next"
"""How a file ends that is being built: under the lock, and while the old index answers."""

_HEADER_BYTES = 72


def directory(store: layout.Store) -> str:
    """The directory of a store's index, created if needed; "" if it can't be written."""
    path = layout.cache_directory(store)
    try:
        files.make_directory(path)
    except OSError:
        return ""
    return resolved(path) if os.access(path, os.W_OK | os.X_OK) else ""


def resolved(where: str) -> str:
    """A directory without links: SQLite is told to follow none, and a home may lie behind one."""
    return os.path.realpath(where)


def path_in(where: str) -> str:
    """The index file of a directory; another name if that is taken by a foreign file.

    A foreign file is an index of a newer version, a directory, or a file that this user can't read
    and write.
    """
    path = os.path.join(where, NAME)
    if os.path.islink(path):
        return path  # which gives way
    if os.path.isdir(path) or (os.path.isfile(path) and _is_anothers(path)):
        return os.path.join(where, f"index-{tables.VERSION}.sqlite")
    return path


def _is_anothers(path: str) -> bool:
    """Whether a file is closed to us, or says in its header that a newer version made it."""
    try:
        return _version(path) > tables.VERSION
    except PermissionError:
        return os.name != "nt"  # there it may be open elsewhere, for a moment


def is_older(path: str) -> bool:
    """Whether a file says in its header that an older version made it."""
    try:
        return 0 <= _version(path) < tables.VERSION
    except OSError:
        return False


def _version(path: str) -> int:
    """The version of the index in a file, by sqlite.org/fileformat2.html, 1.3; -1 for no index."""
    with open(path, "r+b") as file:
        header = file.read(_HEADER_BYTES)
    ours = header[68:72] == tables.APPLICATION_ID.to_bytes(4, "big")
    return int.from_bytes(header[60:64], "big") if ours else -1


def create_aside(path: str, suffix: str = ASIDE) -> str:
    """An empty file beside `path`, readable by this user alone."""
    aside = f"{path}.{os.getpid()}{suffix}"
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
    os.close(os.open(aside, flags, 0o600))
    return aside


def swap_in(aside: str, path: str) -> None:
    """Put a finished file in the place of `path`, to last; the caller holds the lock.

    The journals of the old file go first: SQLite would replay them into the new one.

    Raises:
        OSError: the old one stands (on Windows: it is open somewhere).
    """
    descriptor = os.open(aside, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    journals_give_way(path)
    for trail in _TRAILS:
        remove(path + trail)
    os.replace(aside, path)
    files.sync_directory(os.path.dirname(path))


def journals_give_way(path: str) -> bool:
    """Remove foreign files in the place of an index's journals; whether there were any.

    SQLite would wait for ever at a pipe. The caller holds the lock.
    """
    where, name = os.path.split(path)
    strangers = derived.give_way(where, [name + trail for trail in _TRAILS])
    for stranger in strangers:
        log.write("index", f"{where}: {stranger} was no file of ours, and gives way")
    return bool(strangers)


def sweep(where: str, suffix: str = ASIDE) -> None:
    """Remove the remains of killed builders, which held the caller's lock."""
    for name in os.listdir(where):
        if name.endswith((suffix, f"{suffix}-journal")):
            remove(os.path.join(where, name))


def remove(path: str) -> None:
    """Remove a file, if it is there and can be removed."""
    try:
        os.unlink(path)
    except OSError:
        return  # gone already, or not ours to remove: the next sweep tries again
