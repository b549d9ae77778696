"""Replaces lines of a store's files by blanks, for good; offsets stay true.

The only module that changes existing lines. The caller holds the store's lock. A change is whole
or absent, also after a crash, and other lines stay byte for byte.
"""

from __future__ import annotations

import itertools
import os
from typing import NamedTuple

from memory_store import codec, errors
from memory_store.journal import read, spool
from memory_store.store import files, layout
from memory_store.trust import approved_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    import io
    from collections.abc import Callable, Iterable, Iterator

    from memory_store.codec import Record

    Change = list[Record] | None

_BLOCK_BYTES = 1 << 20
_TOGETHER_BYTES = 1 << 16


class _Changed(NamedTuple):
    """A line that was changed: where it begins, what it was, and what it is, as long as it was."""

    offset: int
    was: bytes
    now: bytes


def names(store: layout.Store) -> list[str]:
    """The files of records that a store has, journal days first."""
    listed = [*read.daily_names(store), *spool.names(store), layout.SESSIONS, layout.FACTS]
    return [one for one in listed if os.path.isfile(os.path.join(store.path, one))]


def lines(store: layout.Store, name: str) -> Iterator[bytes]:
    """Every line of a file with its newline, also overlong ones and a torn last line.

    Raises:
        StoreError: it can't be read: a link, another's, a failing disk.
    """
    return itertools.chain.from_iterable(_blocks(store, name))


def _blocks(store: layout.Store, name: str) -> Iterator[list[bytes]]:
    """The lines of a file, many at a time; errors as `lines`."""
    try:
        descriptor = files.open_beneath(store.path, name)
        with os.fdopen(descriptor, "rb", _BLOCK_BYTES) as file:
            while block := file.readlines(_TOGETHER_BYTES):
                yield block
    except FileNotFoundError:
        return
    except OSError as error:
        raise errors.cannot("read", os.path.join(store.path, name), error) from error


def naming(identities: Iterable[str]) -> Callable[[bytes], bool]:
    """Tells of lines whether any of these ids stands in them."""
    marks = [one.encode("utf-8", "replace") for one in identities]
    return lambda lines: any(one in lines for one in marks)


def holding(
    store: layout.Store, name: str, may: Callable[[bytes], bool]
) -> Iterator[tuple[int, int, bytes]]:
    """The lines of a file that may hold something: number, offset and line; errors as `lines`.

    `may` is asked of many lines together, and only where it says yes of each of them.
    """
    number, offset = 1, 0
    for block in _blocks(store, name):
        is_worth = may(b"".join(block))
        for line in block:
            if is_worth and may(line):
                yield number, offset, line
            number += 1
            offset += len(line)


def records(store: layout.Store, name: str) -> list[Record]:
    """The records of a file, oldest first; errors as `lines`."""
    return [record for line in lines(store, name) for record in read.parse_line(line)]


def approved(store: layout.Store, name: str) -> list[Record]:
    """The same without those that others brought and that wait for the user's yes."""
    readable = read.shown(store, name)
    return [one for line in lines(store, name) for one in read.parse_line(readable(line))]


def rewrite(
    store: layout.Store,
    name: str,
    change: Callable[[bytes], Change],
    may: Callable[[bytes], bool] = bool,
) -> int:
    """Change lines of a file; how many.

    Args:
        store: whose lock the caller holds.
        name: a file of records.
        change: gives for a line the records that it is to hold, None to leave it as it is; they
            must not be longer than what stands there.
        may: whether a line is worth asking for, as in `holding`.

    Raises:
        StoreError: it can't be read or written; it is as it was.
    """
    changed = [
        _Changed(offset, line, _blanked(line, made))
        for _, offset, line in holding(store, name, may)
        if (made := change(line)) is not None
    ]
    if not changed:
        return 0
    known = approved_lines.load(store)
    still = [one.now for one in changed if approved_lines.is_known(one.was, known)]
    try:
        approved_lines.note(store, still)  # first, so that a kill leaves none that waits
        mode = os.lstat(os.path.join(store.path, name)).st_mode & 0o777
        files.replace_by(store.path, name, _with(store, name, changed), mode)
    except OSError as error:
        raise errors.cannot(
            "write", os.path.join(store.path, name), error, "the file is as it was"
        ) from error
    return len(changed)


def _with(store: layout.Store, name: str, changed: list[_Changed]) -> Iterator[bytes]:
    """The bytes of a file with its changed lines."""
    at = 0
    with os.fdopen(files.open_beneath(store.path, name), "rb") as file:
        for one in changed:
            yield from _between(file, at, one.offset)
            yield one.now
            at = one.offset + len(one.was)
        yield from _between(file, at, os.fstat(file.fileno()).st_size)


def _between(file: io.BufferedReader, start: int, end: int) -> Iterator[bytes]:
    for at in range(start, end, _BLOCK_BYTES):
        file.seek(at)
        yield file.read(min(_BLOCK_BYTES, end - at))


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
