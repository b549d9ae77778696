"""Finds which files of a memory can't be read or written by this user, and what mends it.

By their state alone, unopened. Must not change a file.
"""

from __future__ import annotations

import os
import stat

from memory_store import errors, model
from memory_store.journal import read
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_FILES = (layout.FACTS, layout.SESSIONS)
_DIRECTORIES = (layout.DAILY, layout.SPOOL)
_ONLY_READ = (layout.CORE, layout.SETTINGS, layout.FORGOTTEN)
"""What a person may protect from being written."""


class Closed(model.Value):
    """A file or directory of a memory that is not used as it is.

    Attributes:
        path: where it is.
        reason: the sentence that tells why.
        cure: the command that mends it.
    """

    path: str
    reason: str
    cure: str

    def told(self) -> errors.Message:
        """The sentence on what is wrong."""
        return errors.Message(self.reason, path=self.path)

    def with_cure(self) -> errors.Message:
        """The sentence on what is wrong and what mends it."""
        return errors.Message("{fault}. To mend it: {cure}", fault=self.told(), cure=self.cure)


def closed(store: layout.Store, *, to_write: bool) -> list[Closed]:
    """What of a memory is closed to this user, of what every session reads, and `to_write` writes.

    Nothing, where there is no memory.
    """
    whole = look(store.path, is_directory=True, to_write=to_write)
    if whole is not None or not store.exists():
        return [whole] if whole is not None else []

    def beneath(names: Iterable[str], **how: bool) -> list[Closed | None]:
        return [look(os.path.join(store.path, one), **how) for one in names]

    found = beneath([*_FILES, *read.recent_days(store)], to_write=to_write)
    found += beneath(_DIRECTORIES, is_directory=True, to_write=to_write)
    found += beneath([layout.NOTES], is_directory=True)
    found += beneath(_ONLY_READ)
    return [one for one in found if one is not None]


def look(path: str, *, is_directory: bool = False, to_write: bool = False) -> Closed | None:
    """Why a path is not read, or with `to_write` not written, if it stands there and is not."""
    try:
        state = os.lstat(path)
    except OSError:
        return None  # not there, or behind what is closed itself
    is_kind = stat.S_ISDIR if is_directory else stat.S_ISREG
    if not is_kind(state.st_mode):
        reason = (
            "{path} is a link, so it is not read"
            if stat.S_ISLNK(state.st_mode)
            else "{path} is not what belongs there, so it is not read"
        )
        return Closed(path, reason, f"mv {_quoted(path)} {_quoted(path + '.kept')}")
    if not is_directory and state.st_nlink != 1:
        copy, quoted = _quoted(f"{path}.copy"), _quoted(path)
        return Closed(
            path,
            "{path} has a second name (a hard link), so it is not read",
            f"cp -p {quoted} {copy} && mv {copy} {quoted}",
        )
    if hasattr(os, "geteuid") and os.geteuid() not in (0, state.st_uid):
        return Closed(
            path,
            "{path} belongs to another user, so it is neither read nor written",
            f"sudo chown -R {os.geteuid()} {_quoted(path)}",
        )
    wanted = os.R_OK | (os.W_OK if to_write else 0) | (os.X_OK if is_directory else 0)
    by_effect = {"effective_ids": True} if os.access in os.supports_effective_ids else {}
    return None if os.access(path, wanted, **by_effect) else _without_rights(path)


def _without_rights(path: str) -> Closed:
    if hasattr(os, "statvfs") and os.statvfs(path).f_flag & os.ST_RDONLY:
        return Closed(
            path,
            "the disk of {path} is read-only, so nothing is kept",
            f"mount -o remount,rw {_quoted(path)}",
        )
    return Closed(
        path, "{path} can't be read and written by this user", f"chmod -R u+rwX {_quoted(path)}"
    )


def _quoted(path: str) -> str:
    import shlex  # few memories are closed

    return shlex.quote(path)
