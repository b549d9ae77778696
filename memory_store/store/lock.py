"""The store's lock: one writer at a time across processes, never waited for without end.

The lock file is never deleted, since a deleted one lets two writers in. Must not be held during
slow work.
"""

from __future__ import annotations

import errno
import os
import sys
import time

from memory_store import errors
from memory_store.store import files, layout, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _thread

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
        while not self._taken(deadline):
            if time.monotonic() >= deadline:
                raise errors.LockedError(
                    "{root} is locked by another process for more than {seconds} s",
                    "look for a stopped process that holds its .lock file, then try again",
                    root=self._root,
                    seconds=f"{self._seconds:g}",
                )

    def _taken(self, deadline: float) -> bool:
        """Try once to lock the present lock file; the store may be made anew."""
        try:
            descriptor = self._opened()
        except OSError as error:
            path = os.path.join(self._root, self._name)
            hint = errors.remedy(error, self._root)
            if not hint and os.path.lexists(path):
                hint = "{path} has to be a plain file of yours: look at what stands there"
            raise errors.StoreError(
                "cannot lock {root}: {reason}", hint, root=self._root, path=path, reason=error
            ) from error
        taken = False
        try:
            taken = (_try(descriptor) or _waited(descriptor, deadline)) and _is_named(descriptor)
        finally:
            if not taken:
                os.close(descriptor)
        self._descriptor = descriptor
        return taken

    def _opened(self) -> int:
        """The lock file; what stands in its place gives way, but in a store: trust hangs on it."""
        flags = os.O_RDWR | os.O_CREAT
        try:
            return files.open_beneath(self._root, self._name, flags)
        except OSError:
            if self._name == layout.LOCK:
                raise
            from memory_store.store import derived  # a lock is a file, but once in a while

            if not derived.give_way(self._root, (self._name,)):
                raise
        log.write("lock", f"{self._root}: {self._name} was no file of ours, and gives way")
        return files.open_beneath(self._root, self._name, flags)

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


def _is_named(descriptor: int) -> bool:
    """Whether the file is still in its place; the lock of a deleted one excludes nobody."""
    return os.fstat(descriptor).st_nlink > 0


def _waited(descriptor: int, deadline: float) -> bool:
    """Wait until the lock is ours, or for a part of the time that is left.

    The kernel has those queue who wait, and costs nothing meanwhile: a hundred processes that ask
    again and again leave their holder no time. A thread does the waiting, since a call that can't
    be given up can't be left to the one that has a deadline.
    """
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        return False
    if sys.platform == "win32":
        time.sleep(_PAUSE_SECONDS)
        return False
    import _thread  # threading itself costs as much as a hook's start

    ended = _thread.allocate_lock()
    ended.acquire()
    locked: list[bool] = []
    try:
        _thread.start_new_thread(_queue, (os.dup(descriptor), locked, ended))
    except (OSError, RuntimeError):  # no descriptor or no thread is left
        time.sleep(_PAUSE_SECONDS)
        return False
    ended.acquire(timeout=seconds)
    return bool(locked)


def _queue(own: int, locked: list[bool], ended: _thread.LockType) -> None:
    """In a thread: take the lock through a descriptor of its own, which is closed in any case.

    The lock belongs to both descriptors. Where the other one gave up and was closed, closing this
    one gives the lock back.
    """
    import fcntl

    try:
        fcntl.flock(own, fcntl.LOCK_EX)
        locked.append(True)
    except OSError as error:
        log.write("lock", error)
    finally:
        os.close(own)
        ended.release()
