"""Parses git's index in each of its versions (git-scm.com/docs/index-format).

Must not read a disk.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_BLOCK_BYTES = 1 << 20
_OBJECT_BYTES = 20  # of a SHA-1 name; of a SHA-256 name its last 20 bytes serve as well
_FLAG_BYTES = 2
_HEAD_BYTES = 12
_STAT_BYTES = 40
_PADDING = 8
_EXTENDED, _LENGTH = 0x4000, 0xFFF
_PREFIXED = 4  # the version of an index whose paths are shortened
_MORE = 0x80
_ASCII = 0x80
_NORMAL_GROWTH = 3  # a name's decomposed form in UTF-8 is at most as many times as long

Found = tuple[bytes, str, int]
"""A path, the name of its content, and how much of the path is the directory looked for."""


def has_whole_paths(raw: bytes) -> bool:
    """Whether paths stand whole in an index, so that they are found without walking it."""
    return int.from_bytes(raw[4:8], "big") != _PREFIXED


def search(raw: bytes, prefix: bytes) -> Iterator[Found]:
    """The entries that may lie beneath a directory, whatever case or Unicode form it has there."""
    tail = _tail(prefix)
    for at in _positions(raw, tail):
        end = raw.find(b"\0", at)
        for start in _starts(raw, at, prefix, tail):
            last = start - _flags_before(raw, start, end)
            if last < start:
                content = raw[max(0, last - _OBJECT_BYTES) : last].hex()
                yield raw[start:end], content, at + len(tail) - start


def _tail(prefix: bytes) -> bytes:
    """The end of a directory's path that no Unicode form changes, in small letters."""
    for at in range(len(prefix) - 1, -1, -1):
        if prefix[at] >= _ASCII:
            return prefix[at + 1 :].lower()
    return prefix.lower()


def _positions(raw: bytes, tail: bytes) -> Iterator[int]:
    for start in range(0, len(raw), _BLOCK_BYTES):
        block = raw[start : start + _BLOCK_BYTES + len(tail) - 1].lower()
        at = block.find(tail)
        while at >= 0:
            yield start + at
            at = block.find(tail, at + 1)


def _starts(raw: bytes, at: int, prefix: bytes, tail: bytes) -> Iterator[int]:
    """Where a path may begin whose directory ends with the tail that stands at `at`."""
    if len(tail) == len(prefix):
        yield at
        return
    exact = at + len(tail) - len(prefix)
    if raw[exact : exact + len(prefix)] == prefix:
        yield exact
        return
    yield from range(at, max(0, at - _NORMAL_GROWTH * len(prefix)), -1)


def _flags_before(raw: bytes, at: int, end: int) -> int:
    """The bytes of flags before a path, which tell its length; 0 for the end of another path."""
    length = min(end - at, _LENGTH)
    for count in (_FLAG_BYTES, 2 * _FLAG_BYTES):
        flags = int.from_bytes(raw[max(0, at - count) : at - count + _FLAG_BYTES], "big")
        if flags & _LENGTH == length and bool(flags & _EXTENDED) == (count > _FLAG_BYTES):
            return count
    return 0


def walk(raw: bytes, width: int, prefix: bytes, *, folds: bool) -> Iterator[Found]:
    """As `search`, of an index whose entries have to be walked one after the other.

    Paths are sorted, so that what comes after the prefix is looked at only where the disk folds.
    """
    tail = _tail(prefix)
    for path, content in _entries(raw, width):
        if folds:
            at = path.lower().find(tail)
            if at == 0 or (at > 0 and len(tail) < len(prefix)):
                yield path, content, at + len(tail)
        elif path.startswith(prefix):
            yield path, content, len(prefix)
        elif path > prefix:
            return


def _entries(raw: bytes, width: int) -> Iterator[tuple[bytes, str]]:
    """Each path of an index with its content.

    In version 4 a path says how much of the one before it keeps; in others an entry is padded.
    """
    is_prefixed = not has_whole_paths(raw)
    path, at = b"", _HEAD_BYTES
    try:
        for _ in range(int.from_bytes(raw[8:12], "big")):
            start = at
            at += _STAT_BYTES + width
            content = raw[at - _OBJECT_BYTES : at].hex()
            flags = int.from_bytes(raw[at : at + _FLAG_BYTES], "big")
            at += _FLAG_BYTES * (2 if flags & _EXTENDED else 1)
            cut = len(path)
            if is_prefixed:
                cut, at = _number(raw, at)
            end = raw.index(b"\0", at)
            path = path[: len(path) - cut] + raw[at:end]
            at = (
                end + 1 if is_prefixed else start + (end - start) // _PADDING * _PADDING + _PADDING
            )
            yield path, content
    except (IndexError, ValueError):
        return


def _number(raw: bytes, at: int) -> tuple[int, int]:
    """A number as git packs its offsets (7 bits a byte, each but the last one more), and its end.

    See git-scm.com/docs/gitformat-pack, "offset encoding".
    """
    value = raw[at] & (_MORE - 1)
    while raw[at] & _MORE:
        at += 1
        value = (value + 1) << 7 | raw[at] & (_MORE - 1)
    return value, at + 1
