"""Opens the SQLite file that keeps vectors, in whatever state the file is.

A damaged file is set aside. Where no file can be written, or its layout is newer, the vectors stay
in memory. Must not raise.
"""

from __future__ import annotations

import os

import apsw

from memory_store.store import derived, files, log

DAMAGED = (apsw.CorruptError, apsw.NotADBError, apsw.SQLError)
"""What SQLite says of a file that holds something else; SQLError: its table is not the one."""

_LAYOUT = 3  # of the table below, in PRAGMA user_version; 1 had float32
_WITHOUT_USED = 2  # the layout that had no `used` yet
_WAIT_MILLISECONDS = 500
_TRAILS = ("-journal", "-wal", "-shm")
_PAGE_BYTES = 16_384  # 16 vectors of 896 dimensions
_TABLE = """
CREATE TABLE IF NOT EXISTS vectors (
    id INTEGER PRIMARY KEY, -- grows: the smallest is the oldest
    model TEXT NOT NULL,
    hash BLOB NOT NULL,
    vector BLOB NOT NULL, -- a signed byte for each dimension
    seal INTEGER NOT NULL, -- CRC-32 of model, hash and vector
    used INTEGER NOT NULL DEFAULT 0, -- the day it was last asked for, since 1970
    UNIQUE (model, hash)
) STRICT
"""


def open_anyhow(path: str) -> apsw.Connection:
    """A connection to the file, or to memory if the file can't be had."""
    directory, name = os.path.split(path)
    if derived.give_way(directory, [name + trail for trail in _TRAILS]):
        return begin_anew(path)  # SQLite would wait at a pipe, and without its journal can't go on
    try:
        return _open_file(path)
    except DAMAGED:
        return begin_anew(path)
    except (OSError, apsw.Error) as error:
        log.write("vectors", f"kept for this run alone: {error}")
        return _prepare(apsw.Connection(":memory:"))


def _open_file(path: str) -> apsw.Connection:
    files.make_directory(os.path.dirname(path))
    try:  # SQLite would make it readable to others; its journal takes the mode of the file
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:  # not opened here: closing it would free the locks of other threads
        if os.path.islink(path):
            raise
    connection = apsw.Connection(path)
    try:
        return _prepare(connection)
    except BaseException:
        connection.close(force=True)
        raise


def begin_anew(path: str) -> apsw.Connection:
    """Set a damaged file aside, in place of an older one, and open a new file (or memory)."""
    try:
        os.replace(path, f"{path}.damaged")
        for trail in _TRAILS:  # else they would be replayed into the new file
            if os.path.lexists(path + trail):
                os.unlink(path + trail)
        return _open_file(path)
    except (OSError, apsw.Error):
        return _prepare(apsw.Connection(":memory:"))


def _prepare(connection: apsw.Connection) -> apsw.Connection:
    """Create or upgrade the table; apsw.Error for a newer layout."""
    connection.set_busy_timeout(_WAIT_MILLISECONDS)
    connection.pragma("secure_delete", True)  # noqa: FBT003  what is forgotten leaves no bytes
    connection.pragma("page_size", _PAGE_BYTES)
    connection.pragma("journal_mode", "DELETE")  # a WAL could not be read on a full disk
    # The journal guards against kills. Against power cuts only waiting for the disk would, which
    # takes four times as long as embedding; what a cut spoils, the seals tell.
    connection.pragma("synchronous", "OFF")
    version = connection.pragma("user_version")
    if version > _LAYOUT:
        raise apsw.SchemaChangeError(f"vectors of layout {version}")
    if version < _LAYOUT:
        # IMMEDIATE: of two that read and then want to write, SQLite refuses one without a wait.
        connection.execute("BEGIN IMMEDIATE")  # an error ends it, for it closes the connection
        version = connection.pragma("user_version")  # somebody may have been faster
        if version == _WITHOUT_USED:
            connection.execute("ALTER TABLE vectors ADD COLUMN used INTEGER NOT NULL DEFAULT 0")
        elif version < _LAYOUT:
            connection.execute("DROP TABLE IF EXISTS vectors")
        connection.execute(_TABLE)
        connection.pragma("user_version", _LAYOUT)
        connection.execute("COMMIT")
    return connection
