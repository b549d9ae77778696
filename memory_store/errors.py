"""The failures that callers handle by name.

`entry` turns a failure into words and an exit code. Must not print or exit.
"""

from __future__ import annotations

import errno

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class MemoryStoreError(Exception):
    """A failure told in one line, with a hint on what to do about it."""

    exit_code = 3

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class StoreError(MemoryStoreError):
    """The machine or this program is at fault: a full disk, a lock held for ever, a bug."""


class LockedError(StoreError):
    """Another process holds the lock for longer than the caller can wait."""


class UsageError(MemoryStoreError):
    """The caller is at fault: an unknown type, an empty content, a store that is not trusted."""

    exit_code = 2


def remedy(error: BaseException, path: str) -> str:
    """What to do about a disk that takes nothing, for a hint; "" where the reason is another.

    Args:
        error: what the system said.
        path: a file or directory on that disk.
    """
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EROFS:
        return f"the disk of {path} is read-only: nothing can be written until it is not"
    if number in (errno.ENOSPC, errno.EDQUOT):
        return f"the disk of {path} is full: make room there"
    return ""


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that a misspelt one is nearest to; "" where none is near."""
    import difflib  # only who made a mistake pays

    return next(iter(difflib.get_close_matches(word.lower(), list(known), 1)), "")


def meant(word: str, known: Iterable[str]) -> str:
    """What a misspelt word may have meant, for a hint: `did you mean search? `, or ""."""
    near = nearest(word, known)
    return f"did you mean {near}? " if near else ""
