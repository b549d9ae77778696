"""The list of directories that were created for hosts' files, so that only these are removed.

Kept in the configuration directory. Must not follow a link, or fail its caller where the list
can't be kept.
"""

from __future__ import annotations

import errno
import os

from memory_store import codec, errors
from memory_store.store import files, layout, lock, log

NAME = "made.json"
_BYTES = 1 << 20


def directories(path: str) -> None:
    """Create a directory and its missing parents, and note the new ones.

    Raises:
        OSError: one can't be made, or a link to nothing stands there.
    """
    missing: list[str] = []
    here = path
    while not os.path.isdir(here):
        if os.path.islink(here):
            raise OSError(errno.ELOOP, "lies behind a link", here)
        missing.append(os.path.realpath(here))
        here = os.path.dirname(here)
    if missing:
        _change(add=missing)
        os.makedirs(path, exist_ok=True)


def take_away(path: str, root: str) -> None:
    """Remove a directory and its parents below `root`, if they are empty and were made here."""
    gone: list[str] = []
    known = _read()
    here, end = os.path.realpath(path), os.path.realpath(root)
    while here != end and here.startswith(os.path.join(end, "")) and here in known:
        try:
            os.rmdir(here)
        except OSError:  # not empty, or not ours to remove
            break
        gone.append(here)
        here = os.path.dirname(here)
    if gone:
        _change(gone=gone)


def _change(add: list[str] | None = None, gone: list[str] | None = None) -> None:
    """Put directories on the list, and take others off it, as far as that can be."""
    where = layout.config_directory()
    try:
        files.make_directory(where)
        with lock.Held(where, name=f"{NAME}.lock"):
            known = [one for one in _read() if one not in (gone or ())]
            known += [one for one in add or () if one not in known]
            text = codec.render({"schema_version": 1, "directories": known}, ascii_text=True)
            files.replace(where, NAME, f"{text}\n".encode("ascii"))
    except (OSError, errors.StoreError) as error:
        log.write("made", error)  # then they stay when all that was in them goes


def _read() -> list[str]:
    try:
        record = codec.parse(files.read(layout.config_directory(), NAME, _BYTES).decode("utf-8"))
    except (OSError, ValueError):
        return []
    return codec.texts(record.get("directories")) if isinstance(record, dict) else []
