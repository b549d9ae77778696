"""Recognises a store that was moved or renamed on one disk, and moves its derived files along.

A clone, a copy or an unpacked archive has other inode numbers. Must not decide who is trusted.
"""

from __future__ import annotations

import os

from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

Numbers = list[int]


def numbers(path: str) -> Numbers:
    """Numbers that a rename keeps and nobody can forge; [] if there are none.

    That is the device, the inodes of the store's directory and of its lock file, and when that was
    written, in nanoseconds: nobody writes to it after the store was made or approved.
    """
    try:
        directory = os.lstat(path)
        lock = os.lstat(os.path.join(path, layout.LOCK))
    except OSError:
        return []
    return [directory.st_dev, directory.st_ino, lock.st_ino, lock.st_mtime_ns]


def origins(
    stores: dict[str, object], path: str, token: str
) -> Iterator[tuple[str, dict[str, object]]]:
    """The entries of a ledger, by their real path, that have the token of the store at `path`.

    The token alone proves nothing: a copy made by others has it too.
    """
    for old, entry in stores.items():
        if old != path and token and isinstance(entry, dict) and entry.get("token") == token:
            yield old, entry


def is_gone(old: str) -> bool:
    """Whether no store is at a real path any more; a link to its new place does not count."""
    return os.path.realpath(old) != old or not os.path.isdir(old)


def take_cache(old: str, new: str) -> None:
    """Move a store's derived files from its old real path, if no store is there now.

    Derived files of another store that was at the new path before are removed in any case.
    """
    from memory_store.store import leftovers  # a store is seldom moved

    after = layout.cache_of(new)
    leftovers.empty(after)
    if not old or not is_gone(old):
        return
    before = layout.cache_of(old)
    try:
        if os.path.isdir(after):
            os.rmdir(after)
        os.rename(before, after)
    except OSError:
        leftovers.empty(before)  # it is made again
