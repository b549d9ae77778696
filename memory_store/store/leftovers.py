"""Removes what killed writers and older releases left behind, and what blocks a file of ours.

Names, ages and file types decide. Must not follow a link or fail its caller.
"""

from __future__ import annotations

import errno
import os
import time

from memory_store.store import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_ABANDONED_SECONDS = 60.0
_NO_FILE_OF_OURS = (errno.EACCES, errno.EPERM, errno.ELOOP, errno.EISDIR, errno.ENXIO)


def empty(directory: str) -> None:
    """Take the files in a directory of ours away, as far as they go; a link goes, not its target.

    What can't be removed stays, and directories in it do.
    """
    if os.path.islink(directory) or not os.path.isdir(directory):
        return
    for name in os.listdir(directory):
        try:
            os.unlink(os.path.join(directory, name))
        except OSError:
            continue


def give_way(directory: str, names: Iterable[str]) -> list[str]:
    """Remove foreign entries under names of ours, and list them.

    That is a link, pipe, second name, somebody else's file or one that is closed to us; of a
    directory with something in it, the name is changed (`.kept`). Only for what is derived: a
    pipe holds up whoever opens it, as SQLite does with a journal.
    """
    taken = []
    for name in names:
        try:
            os.close(files.open_beneath(directory, name, os.O_RDWR))
            continue
        except OSError as error:
            if error.errno not in _NO_FILE_OF_OURS:
                continue  # none, or a fault of the disk or of this process
        path = os.path.join(directory, name)
        taken.append(name)
        try:
            if not os.path.isdir(path) or os.path.islink(path):
                os.unlink(path)
            elif os.listdir(path):
                os.rename(path, f"{path}.kept")
            else:
                os.rmdir(path)
        except OSError:
            continue  # whoever opens it is told
    return taken


def sweep(directory: str, name: str) -> None:
    """Remove remains of killed writers of `name`: `name.PID.….tmp`.

    Those whose writer is gone, or that are a minute old. What can't be removed stays.
    """
    for one in os.listdir(directory):
        path = os.path.join(directory, one)
        if not (one.startswith(f"{name}.") and one.endswith(".tmp")):
            continue
        try:
            is_young = time.time() - os.lstat(path).st_mtime < _ABANDONED_SECONDS
            if is_young and not _is_orphan(one.removeprefix(f"{name}.")):
                continue
            empty(path)
            (os.rmdir if os.path.isdir(path) and not os.path.islink(path) else os.unlink)(path)
        except OSError:
            continue


def _is_orphan(rest: str) -> bool:
    """Whether the process whose number a name begins with is gone from this machine."""
    number = rest.partition(".")[0]
    if os.name != "posix" or not (number.isascii() and number.isdigit()):
        return False  # elsewhere the call would end the process
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False
