"""How far each file of a store is indexed, which files there are, and what the last sync left.

A file is opened only where its inode, size or times changed. `State` stands in a small file beside
the index, so that a run with nothing to do needs no SQLite: the index is the authority, and a lost
file costs time alone.
"""

from __future__ import annotations

import os
import stat

from memory_store import clock, codec, errors, model
from memory_store.index import chunking, disk, extra, piece, tables
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

NAME = "bookmarks.json"

_RACY_NS = 50_000_000  # a file changed so short ago may change again within one tick of its clock
_MAX_BYTES = 16 << 20
_FAR_BEHIND_BYTES = 5 << 20  # a second's work, two where it is Markdown


class Bookmark(model.Value):
    """How far a file is indexed; the fields are those of the table `bookmark`."""

    file: str
    signature: str = ""
    changed: float = 0.0
    offset: int = 0
    line: int = 0
    bad: int = 0
    checksum: int = 0


class State(model.Value):
    """What the last sync left.

    Attributes:
        known: the signature of each file as it was indexed; empty where that isn't known.
        bad: lines that nothing can be read from.
        model: the name of the embedder that gave all texts their vectors; "" while some wait.
    """

    known: dict[str, str]
    bad: int = 0
    model: str = ""

    def record(self) -> codec.Record:
        """The content of its file."""
        told = {"files": self.known, "bad": self.bad, "model": self.model}
        return {"fingerprint": tables.FINGERPRINT, **told}

    def keep(self, where: str) -> None:
        """Replace the file in a directory, if it says something else; needs the index's lock.

        It is not synced to the disk: after a power cut the index itself is asked.
        """
        if self.known and self.record() == state(where).record():
            return
        path = os.path.join(where, NAME)
        beside = f"{path}.{os.getpid()}.tmp"
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
            descriptor = os.open(beside, flags, 0o600)
            try:
                files.write_all(descriptor, codec.render(self.record()).encode("utf-8"))
            finally:
                os.close(descriptor)
            os.replace(beside, path)
        except OSError:
            disk.remove(beside)  # the next sync opens the index instead


def state(where: str) -> State:
    """The state in a directory; empty if it was not made for today's index."""
    try:
        read_state = codec.parse(files.read(where, NAME, _MAX_BYTES).decode("utf-8"))
    except (OSError, ValueError):
        return State({})
    if not isinstance(read_state, dict) or read_state.get("fingerprint") != tables.FINGERPRINT:
        return State({})
    known, bad, model = (read_state.get(name) for name in ("files", "bad", "model"))
    if not (isinstance(known, dict) and isinstance(bad, int) and isinstance(model, str)):
        return State({})
    return State(known, bad, model)


def is_far_behind(store: layout.Store, present: dict[str, str]) -> bool:
    """Whether bringing the index up to date takes longer than a person waits for an answer."""
    return backlog(present, state(layout.cache_directory(store)).known) > _FAR_BEHIND_BYTES


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
    from zlib import crc32  # not needed where nothing changed

    ends = [(0, offset)]
    if offset > 2 * _END_BYTES:
        ends = [(0, _END_BYTES), (offset - _END_BYTES, offset)]
    sum_ = 0
    for start, end in ends:
        for at in range(start, end, _BLOCK_BYTES):
            sum_ = crc32(files.read_at(descriptor, at, min(_BLOCK_BYTES, end - at)), sum_)
    return sum_


def is_grown(descriptor: int, mark: Bookmark) -> bool:
    """Whether a file still begins with what was indexed of it.

    A very large one only if nothing but an append befell it since it was settled: it is no other
    file by now, and is longer.
    """
    status = os.fstat(descriptor)
    if status.st_size < mark.offset or checksum(descriptor, mark.offset) != mark.checksum:
        return False
    inode = mark.signature.partition(":")[0]
    is_longer = status.st_size > max(mark.offset, _size(mark.signature))
    is_appended = not inode or (inode == str(status.st_ino) and is_longer)
    return mark.offset <= 2 * _END_BYTES or is_appended


def goes_on(descriptor: int, mark: Bookmark) -> bool:
    """Whether a file only grew behind a bookmark, and what is new begins a line.

    A line may have been taken in without its newline, which is passed over here.
    """
    if not is_grown(descriptor, mark):
        return False
    around = files.read_at(descriptor, max(0, mark.offset - 1), 2)
    if not mark.offset or around[:1] == b"\n" or len(around) == 1:
        return True
    is_newline = around[1:] == b"\n"
    mark.offset += is_newline
    return is_newline


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
