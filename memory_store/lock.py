"""The store's lock: one writer at a time, across processes, never waited for without end.

The lock file is never deleted (a deleted one lets two writers in). Must not be held while
anything slow happens.
"""

from __future__ import annotations

import errno
import os
import sys
import time

from memory_store import errors, files, layout, log

_PAUSE_SECONDS = 0.002
_UNSUPPORTED = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)


class Held:
    """`with lock.Held(store):` — the store is ours inside, after waiting `seconds` at most."""

    __slots__ = ("_descriptor", "_name", "_root", "_seconds")

    def __init__(self, root: str, seconds: float = 10.0, name: str = layout.LOCK) -> None:
        self._root = root
        self._name = name
        self._seconds = seconds
        self._descriptor = -1

    def __enter__(self) -> None:
        deadline = time.monotonic() + self._seconds
        while not self._taken():
            if time.monotonic() > deadline:
                raise errors.StoreError(
                    f"{self._root} is locked by another process for more than {self._seconds:g} s",
                    "look for a stopped process that holds its .lock file, then try again",
                )
            time.sleep(_PAUSE_SECONDS)

    def _taken(self) -> bool:
        """One attempt, on the lock file that stands there now: the store may be made anew."""
        try:
            descriptor = files.open_beneath(self._root, self._name, os.O_RDWR | os.O_CREAT)
        except OSError as error:
            raise errors.StoreError(f"cannot lock {self._root}: {error.strerror}") from error
        if _try(descriptor) and os.fstat(descriptor).st_nlink:
            self._descriptor = descriptor
            return True
        os.close(descriptor)
        return False

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)  # closing gives the lock back


def _try(descriptor: int) -> bool:
    """Take the lock if it is free; a file system without locks counts as free, told in the log.

    A second descriptor of the same process does not get a lock that the first one has.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(descriptor, 1 << 30, os.SEEK_SET)  # a byte nobody reads: locks bind there
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _UNSUPPORTED:
            log.write("lock", f"this file system has no locks: {error}")
            return True
        return False
    return True
