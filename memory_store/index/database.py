"""Opens index.sqlite: checks its marks, builds it aside, and replaces a damaged one.

An index is built again only when damaged or of another make, and never because a file is busy, a
disk full or a directory closed (docs/reliability.md 5, 6). Must not know a row.
"""

from __future__ import annotations

import errno
import os
import time

import apsw

from memory_store import errors
from memory_store.index import backends, disk, tables
from memory_store.store import layout, lock, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self, TypeVar

    Answer = TypeVar("Answer")

LOCK = "index.lock"
REINDEX = "reindex.lock"
"""Held by the one process that builds another index while this one answers."""

_BUSY_MILLISECONDS = 500
_STEPS = 10_000  # of SQLite's machine, about a tenth of a millisecond

DAMAGED = (
    apsw.CorruptError,
    apsw.NotADBError,
    apsw.SQLError,
    apsw.MismatchError,
    TypeError,  # a column with a value of another type: to ask each row for its types costs more
    ValueError,  # bytes that are no text among them
    ArithmeticError,
    LookupError,
    AttributeError,
)
"""What SQLite says of a file that is no index of ours, or no longer whole, and what Python says of
the values in it."""

FAULTS = (apsw.Error, *DAMAGED)
"""All that reading or writing an index may raise, but for what the system says of files."""


class Unusable(errors.StoreError):
    """The index can't be used now: locked by a stopped process, full disk, closed directory."""


def unusable(what: str, error: BaseException) -> Unusable:
    """The error of an unusable index, with a remedy where the disk is full.

    Args:
        what: a sentence about the index.
        error: what SQLite or the system said.
    """
    full = isinstance(error, apsw.FullError)
    hint = errors.remedy(OSError(errno.ENOSPC, "") if full else error, layout.cache_root())
    return Unusable("{what}: {error}", hint, what=errors.Message(what), error=error)


class Replaced(Unusable):
    """The index was replaced meanwhile, and the new one can be asked."""


class Index:
    """An open index.

    Attributes:
        db: the connection.
        path: the file it is, or is to become; "" in memory.
        aside: the file it is being built in until `publish`, else "".
        patience: seconds to wait for its lock.
    """

    def __init__(self, db: apsw.Connection, path: str, aside: str = "") -> None:
        self.db = db
        self.path = path
        self.aside = aside
        self.patience = 0.0
        self._inode = 0 if aside or not path else os.stat(path).st_ino

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def give_up_at(self, deadline: float) -> None:
        """Make queries after this moment (`time.monotonic`) raise apsw.InterruptError."""
        self.db.set_progress_handler(lambda: time.monotonic() > deadline, _STEPS)

    def begin_reading(self) -> None:
        """Read from a snapshot of the index, whoever writes to it.

        Begun under the lock: a reader who meets the journal of a file that was swapped in would
        play it back into this one, and take it from its owner. Errors as `write`.
        """
        if self._is_shared():
            self._do_locked(lambda: self.db.execute("BEGIN; SELECT count(*) FROM meta").fetchall())

    def write(self, work: Callable[[], object]) -> None:
        """Do `work` in a transaction under the lock.

        Raises:
            Replaced: the index was swapped away; nothing was done.
            Unusable: it is locked; nothing was done.
        """
        if self._is_shared():
            self._do_locked(lambda: self.transact(work))
        else:
            self.transact(work)

    def _is_shared(self) -> bool:
        return bool(self.path) and not self.aside

    def _do_locked(self, work: Callable[[], object]) -> None:
        """Do `work` under the lock, if the file under the index's name is still this one.

        A connection to a file that was swapped away must begin no transaction: it would take the
        journal of the new file for its own.
        """
        with locked(os.path.dirname(self.path), self.patience):
            try:
                is_current = os.stat(self.path).st_ino == self._inode
            except OSError:
                is_current = False
            if not is_current:
                raise Replaced("the index was built anew meanwhile")
            work()

    def transact(self, work: Callable[[], object]) -> None:
        """Do `work` in a transaction; the caller holds the lock."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            work()
            self.db.execute("COMMIT")
        except BaseException:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")
            raise

    def publish(self) -> None:
        """Put a finished index in the place of the old one; needs the lock.

        If that fails (on Windows, while another process has the old one open), the index serves
        this process alone, and the next process builds it again.
        """
        if not self.aside:
            return
        self.db.close()
        try:
            disk.swap_in(self.aside, self.path)
        except OSError as error:
            log.write("index", f"serves this process alone: {error}")
            self.db = _connect(self.aside)
            return
        self.aside = ""
        self.db = _connect(self.path)
        self._inode = os.stat(self.path).st_ino

    def close(self) -> None:
        """Close the connection, and remove what was never published."""
        self.db.close(force=True)
        if self.aside:
            disk.remove(self.aside)


def locked(directory: str, seconds: float) -> lock.Held:
    """The lock under which an index in `directory` is opened, written or swapped."""
    return lock.Held(directory, seconds, LOCK)


def open_existing(where: str) -> Index | None:
    """The index in directory `where`; None if it is missing or must be built again.

    Raises:
        Unusable: it is there and can't be read now.
    """
    try:
        path = disk.path_in(disk.resolved(where))
        if os.path.islink(path) or not os.path.isfile(path):
            return None  # what stands there instead gives way to a new one
        if disk.journals_give_way(path):
            return None  # what the journal would have taken back may stand in it
        db = _connect(path)
    except DAMAGED:
        return None
    except (OSError, apsw.Error) as error:
        raise unusable("the index can't be opened", error) from error
    try:
        marks = db.pragma("application_id"), db.pragma("user_version")
        is_ours = marks == (tables.APPLICATION_ID, tables.VERSION)
        if is_ours and tables.meta(db, "fingerprint") == tables.FINGERPRINT:
            return Index(db, path)
    except DAMAGED:
        pass  # as one of another make
    except apsw.Error as error:
        db.close(force=True)
        raise unusable("the index can't be read", error) from error
    db.close(force=True)
    return None


def open_to_read(where: str, patience: float) -> Index | None:
    """The index in directory `where` as it is; None if it can't be read now."""
    if not os.path.isdir(where):
        return None
    index = None
    try:
        with locked(where, patience):
            index = open_existing(where)
        if index is not None:
            index.patience = patience
            index.begin_reading()
    except (errors.StoreError, apsw.Error) as error:
        log.write("index", error)
        if index is not None:
            index.close()
        return None
    return index


def ask(where: str, patience: float, question: Callable[[Index], Answer]) -> Answer | None:
    """The answer of the index in directory `where` to a question; None if it can't be read now."""
    index = open_to_read(where, patience)
    if index is None:
        return None
    with index:
        try:
            return question(index)
        except FAULTS:
            return None


def create_aside(where: str, backend: str = backends.SQLITE, suffix: str = disk.ASIDE) -> Index:
    """A new, empty index beside the old one, or in memory for `where` "".

    Args:
        where: the directory.
        backend: what is to keep its vectors; in memory always SQLite.
        suffix: `disk.ASIDE` by the holder of the lock, or `disk.NEXT` by that of REINDEX.

    Raises:
        Unusable: it can't be written.
    """
    if not where:
        return Index(_fill(apsw.Connection(":memory:"), backends.SQLITE), "")
    aside, db = "", None
    try:
        disk.sweep(where, suffix)
        path = disk.path_in(where)
        aside = disk.create_aside(path, suffix)
        db = _connect(aside)
        db.pragma("journal_mode", "OFF")  # nobody reads it before it is whole
        db.pragma("synchronous", "OFF")
        return Index(_fill(db, backend), path, aside)
    except (OSError, apsw.Error) as error:
        if db is not None:
            db.close(force=True)  # the error keeps it open, and with it the room of its file
        disk.remove(aside)
        raise unusable("the index can't be written", error) from error


def _connect(path: str) -> apsw.Connection:
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_NOFOLLOW
    db = apsw.Connection(path, flags=flags)
    db.set_busy_timeout(_BUSY_MILLISECONDS)
    db.execute(
        "PRAGMA trusted_schema = OFF; PRAGMA journal_mode = TRUNCATE;"
        "PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON"
    ).fetchall()  # what is not fetched is not executed
    return db


def _fill(db: apsw.Connection, backend: str) -> apsw.Connection:
    db.execute(tables.TABLES)
    tables.set_meta(db, fingerprint=tables.FINGERPRINT, living=0, backend=backend)
    db.pragma("application_id", tables.APPLICATION_ID)
    db.pragma("user_version", tables.VERSION)
    return db
