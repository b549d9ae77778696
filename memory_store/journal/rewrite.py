"""Replaces lines of a store's files by blanks, for good; offsets stay true.

The only module that changes existing lines. The caller holds the store's lock. A change is whole
or absent, also after a crash, and other lines stay byte for byte.
"""

from __future__ import annotations

import os

from memory_store import codec, errors
from memory_store.journal import read, spool
from memory_store.store import files, layout
from memory_store.trust import approved_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memory_store.codec import Record

    Change = list[Record] | None

_BLOCK_BYTES = 1 << 20


def names(store: layout.Store) -> list[str]:
    """The files of records that a store has, journal days first."""
    listed = [*read.daily_names(store), *spool.names(store), layout.SESSIONS, layout.FACTS]
    return [one for one in listed if os.path.isfile(os.path.join(store.path, one))]


def lines(store: layout.Store, name: str) -> Iterator[bytes]:
    """Every line of a file with its newline, also overlong ones and a torn last line.

    Raises:
        StoreError: it can't be read: a link, another's, a failing disk.
    """
    try:
        descriptor = files.open_beneath(store.path, name)
        with os.fdopen(descriptor, "rb", _BLOCK_BYTES) as file:
            yield from file
    except FileNotFoundError:
        return
    except OSError as error:
        raise errors.StoreError(
            f"cannot read {os.path.join(store.path, name)}: {error.strerror}"
        ) from error


def records(store: layout.Store, name: str) -> list[Record]:
    """The records of a file, oldest first; errors as `lines`."""
    return [record for line in lines(store, name) for record in read.parse_line(line)]


def approved(store: layout.Store, name: str) -> list[Record]:
    """The same without those that others brought and that wait for the user's yes."""
    readable = read.shown(store, name)
    return [one for line in lines(store, name) for one in read.parse_line(readable(line))]


def rewrite(store: layout.Store, name: str, change: Callable[[bytes], Change]) -> int:
    """Change lines of a file; how many.

    Args:
        store: whose lock the caller holds.
        name: a file of records.
        change: gives for a line the records that it is to hold, None to leave it as it is; they
            must not be longer than what stands there.

    Raises:
        StoreError: it can't be read or written; it is as it was.
    """
    changed = 0
    known = approved_lines.load(store)

    def fresh() -> Iterator[bytes]:
        nonlocal changed
        block = bytearray()
        for line in lines(store, name):
            made = change(line)
            changed += made is not None
            kept = line if made is None else _blanked(line, made)
            if made and approved_lines.is_known(line, known):
                approved_lines.note(store, [kept])  # first, so that a kill leaves none that waits
            block += kept
            if len(block) >= _BLOCK_BYTES:
                yield bytes(block)
                block.clear()
        yield bytes(block)

    if not any(change(line) is not None for line in lines(store, name)):
        return 0
    try:
        mode = os.lstat(os.path.join(store.path, name)).st_mode & 0o777
        files.replace_by(store.path, name, fresh(), mode)
    except OSError as error:
        raise errors.StoreError(
            f"cannot write {os.path.join(store.path, name)}: {error.strerror}",
            "the file is as it was",
        ) from error
    return changed


def _blanked(line: bytes, kept: list[Record]) -> bytes:
    """A line with these records, as long as it was."""
    end = b"\n" if line.endswith(b"\n") else b""
    text = "".join(codec.render(one) for one in kept).encode("utf-8", "replace")
    return text.ljust(len(line) - len(end)) + end


def sweep(store: layout.Store) -> None:
    """Remove the remains of killed writers, which held the caller's lock."""
    for directory in ("", f"{layout.DAILY}/", f"{layout.SPOOL}/"):
        try:
            names = os.listdir(os.path.join(store.path, directory))
        except OSError:
            continue
        for name in names:
            if name.endswith(".tmp"):
                try:
                    files.remove(store.path, directory + name)
                except OSError:
                    continue  # a directory, which no writer of ours left
