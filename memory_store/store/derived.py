"""Derived files, JSON in a cache directory, which the next run may find or miss.

And what takes their place, or killed writers and older releases left behind: names, ages and file
types decide what goes. Must not hold what no other file says, follow a link, or fail its caller.
"""

from __future__ import annotations

import errno
import os
import time

from memory_store import codec
from memory_store.store import files, layout, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.codec import Record

_ABANDONED_SECONDS = 60.0
_NO_FILE_OF_OURS = (errno.EACCES, errno.EPERM, errno.ELOOP, errno.EISDIR, errno.ENXIO)
_MOST_BYTES = 64 << 20


def value(store: layout.Store, name: str) -> object:
    """The value in a derived file; None if it is missing or damaged."""
    try:
        return codec.parse(files.read(layout.cache_directory(store), name, _MOST_BYTES).decode())
    except (OSError, ValueError):
        return None


def record(store: layout.Store, name: str) -> Record:
    """The JSON object in a derived file; {} if it is missing or damaged."""
    found = value(store, name)
    return found if isinstance(found, dict) else {}


def keep(store: layout.Store, name: str, content: object) -> bool:
    """Put a value into a derived file; False, and a line in the log, if it can't be written."""
    return keep_text(store, name, codec.render(content))


def keep_text(store: layout.Store, name: str, text: str) -> bool:
    """Put a text into a derived file; as `keep`."""
    cache = layout.cache_directory(store)
    try:
        files.make_directory(cache)
        give_way(cache, (name,))  # a directory would stay in its place
        files.replace(cache, name, text.encode("utf-8"))
    except OSError as error:
        log.write("cache", error)
        return False
    return True


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
