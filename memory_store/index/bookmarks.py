"""How far each file of a store is indexed, and which files there are to index.

A file is opened only where its inode, size or times changed. Must not touch the index.
"""

from __future__ import annotations

import os
import stat

from memory_store import clock, errors
from memory_store.index import chunking, extra, piece
from memory_store.journal import access, read
from memory_store.store import files, layout
from memory_store.text import encoding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_GREAT = (layout.SESSIONS, layout.FACTS, layout.CORE)
_END_BYTES = 1 << 20  # of a file's beginning and end, to tell growth from another content
_BLOCK_BYTES = 1 << 18
_LOOK_BYTES = 8_000
REFUSED = -1
"""For a checksum: nothing could be read from the file; one that could not be opened has no
signature either, and is looked at again each time."""

_RACY_NS = 50_000_000  # a file changed so short ago may change again within one tick of its clock


class Bookmark:
    """How far a file is indexed; the fields are those of the table `bookmark`."""

    __slots__ = ("bad", "changed", "checksum", "file", "line", "offset", "signature", "whole")

    def __init__(
        self,
        file: str,
        signature: str,
        changed: float,
        offset: int,
        line: int,
        bad: int,
        checksum: int,
        whole: int,
    ) -> None:
        self.file = file
        self.signature = signature
        self.changed = changed
        self.offset = offset
        self.line = line
        self.bad = bad
        self.checksum = checksum
        self.whole = whole


def signatures(store: layout.Store, *, journal: bool = True) -> dict[str, str]:
    """Every source of a store and its signature, in the order to index them: the dearest last.

    If `journal` is false, the days of the journal are left out.

    Vectors are made from the newest row backwards, so what comes last is found by meaning first.
    Each of the three great files has a signature even if it is a directory or a link, so that the
    report names it as unreadable.
    """
    days = read.daily_files(store) if journal else {}
    signatures_of = {name: files.signature_of(status) for name, status in days.items()}
    beyond = _beyond(store)
    cut = chunking.mark(chunking.chunk_size(store))
    for name in [*beyond, *filter(_is_text, read.note_names(store)), *_GREAT]:
        try:
            status = beyond[name] if name in beyond else os.lstat(f"{store.path}/{name}")
        except (OSError, ValueError):
            continue
        if stat.S_ISREG(status.st_mode) or name in _GREAT:
            signatures_of[name] = files.signature_of(status) + (
                cut if name.endswith(".md") else ""
            )
    return signatures_of


def checksum_of(text: str, before: int) -> int:
    """The CRC-32 that goes on with a text from the one `before` it."""
    from zlib import crc32  # see checksum_on

    return crc32(text.encode(), before)


def unreadable(store: layout.Store, names: Iterable[str]) -> list[str]:
    """The files of a store that can't be opened, each with the reason in brackets."""
    reasons = []
    for name in names:
        try:
            descriptor = extra.open_file(store, name)
            try:
                head = files.read_at(descriptor, 0, _LOOK_BYTES)
                if not holds_text(name, head):
                    is_wide = encoding.is_wide(head)
                    why = "it is in UTF-16: save it as UTF-8" if is_wide else "it is no text"
                    reasons.append(_because(name, errors.Message(why)))
            finally:
                os.close(descriptor)
        except FileNotFoundError:
            continue
        except OSError as error:
            closed = access.look(os.path.join(store.path, name))
            why = error.strerror or ""
            if closed:
                why = errors.Message("{why}, to mend it: {cure}", why=error, cure=closed.cure)
            reasons.append(_because(name, errors.Message(why)))
    return reasons


def _because(name: str, why: str) -> str:
    return errors.Message("{name} ({why})", name=name, why=why)


def holds_text(name: str, raw: bytes) -> bool:
    """Whether a file is text that can be cut, by its beginning: git's rule, a NUL says no.

    Of Markdown alone; UTF-16, whose lines end in two bytes, is not cut.
    """
    is_markdown = piece.kind_of(name) in (piece.NOTE, piece.CORE)
    return not is_markdown or not (b"\0" in raw[:_LOOK_BYTES] or encoding.is_wide(raw))


def _beyond(store: layout.Store) -> dict[str, os.stat_result]:
    """The extra files of a store."""
    if not extra.sources(store):
        return {}
    from memory_store.index import extra_files  # most stores name none

    return extra_files.find(store).kept


def _is_text(name: str) -> bool:
    """Whether a file name is UTF-8; others can't be told in an answer."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def settled_signature(status: os.stat_result) -> str:
    """The signature to remember for a file; of its size alone if it may yet change unseen.

    git's racy rule (Documentation/technical/racy-git): two writes within one tick of the file
    system's clock leave the same times, so a file changed just now is looked at once more.
    """
    racy = clock.now() * 1e9 - max(status.st_mtime_ns, status.st_ctime_ns) < _RACY_NS
    return unsettled(status) if racy else files.signature_of(status)


def unsettled(status: os.stat_result) -> str:
    """What no file has for its signature, and what says how much of it is indexed."""
    return f":{status.st_size}"


def backlog(present: dict[str, str], known: dict[str, str]) -> int:
    """About how many bytes are new, by the sizes in the signatures."""
    return sum(
        abs(_size(now) - _size(known.get(name, "")))
        for name, now in present.items()
        if known.get(name) != now
    )


def newest(present: dict[str, str], limit: int) -> list[str]:
    """The great files, and of the others the newest, by name, that hold so many bytes together.

    Half of them of the journal; in the order to index them.
    """
    chosen = set(_GREAT)
    for is_daily in (True, False):
        left = limit // 2
        for name in reversed(present):
            if name not in _GREAT and name.startswith(f"{layout.DAILY}/") == is_daily:
                left -= _size(present[name])
                if left < 0:
                    break
                chosen.add(name)
    return [name for name in present if name in chosen]


def _size(signature_text: str) -> int:
    parts = signature_text.split(":")
    return int(parts[1]) if len(parts) > 1 else 0


def checksum(descriptor: int, offset: int) -> int:
    """The CRC-32 of a file's first `offset` bytes; of very large files, of both their ends.

    Against accident alone, and so five times as quick as a hash.
    """
    if offset <= 2 * _END_BYTES:
        return checksum_on(descriptor, 0, offset, 0)
    head = checksum_on(descriptor, 0, _END_BYTES, 0)
    return checksum_on(descriptor, offset - _END_BYTES, offset, head)


def checksum_on(descriptor: int, start: int, end: int, before: int) -> int:
    """The CRC-32 that goes on with these bytes of a file from the one `before` them."""
    from zlib import crc32  # not needed where nothing changed

    for at in range(start, end, _BLOCK_BYTES):
        before = crc32(files.read_at(descriptor, at, min(_BLOCK_BYTES, end - at)), before)
    return before


def is_grown(descriptor: int, mark: Bookmark) -> bool:
    """Whether a file still begins with what was indexed of it.

    The middle of a very large file is looked at only where more than an append has befallen it:
    it is another file by now, or its times changed and its size didn't.
    """
    status = os.fstat(descriptor)
    if status.st_size < mark.offset or checksum(descriptor, mark.offset) != mark.checksum:
        return False
    same_file = mark.signature.partition(":")[0] in ("", str(status.st_ino))
    longer = status.st_size > max(mark.offset, _size(mark.signature))
    if mark.offset <= 2 * _END_BYTES or (same_file and longer):
        return True
    return checksum_on(descriptor, 0, mark.offset, 0) == mark.whole


def goes_on(descriptor: int, mark: Bookmark) -> bool:
    """Whether a file only grew behind a bookmark, and what is new begins a line.

    A line may have been taken in without its newline, which is passed over here.
    """
    if not is_grown(descriptor, mark):
        return False
    around = files.read_at(descriptor, max(0, mark.offset - 1), 2)
    if not mark.offset or around[:1] == b"\n" or len(around) == 1:
        return True
    if around[1:] != b"\n":
        return False
    mark.whole = checksum_on(descriptor, mark.offset, mark.offset + 1, mark.whole)
    mark.offset += 1
    return True


def count_lines(descriptor: int, start: int, end: int) -> int:
    """How many newlines stand between two offsets of a file."""
    count = 0
    while start < end:
        block = files.read_at(descriptor, start, min(_BLOCK_BYTES, end - start))
        if not block:
            break
        count += block.count(b"\n")
        start += len(block)
    return count
