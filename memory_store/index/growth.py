"""Adds one file of a store to the index: the appended part, or all of it.

The caller holds the lock and the transaction. Must not decide which files to read.
"""

from __future__ import annotations

import os
import time

from memory_store.index import bookmarks, chunking, extra, parsing, piece, rows, tables
from memory_store.journal import read, stored
from memory_store.store import files, layout
from memory_store.text import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import apsw

    from memory_store.codec import Record


_MARKDOWN = ".md"
_LINES_AT_ONCE = 64
_LONG_RUN_BYTES = 1 << 20  # some 3,000 facts: here the quicker parser has paid for its import


def take_in(
    db: apsw.Connection,
    store: layout.Store,
    name: str,
    writer: rows.Rows,
    tail: int | None = None,
    until: float | None = None,
) -> bool:
    """Bring the rows of the file `name` up to date; whether all of it is taken in.

    Args:
        db: the index, in a transaction.
        store: the store.
        name: a source of the store, as `bookmarks.signatures` names it.
        writer: writes the rows.
        tail: how many bytes of its end to read if it is new, None for all.
        until: when to go on another time, in `time.monotonic` seconds; None for never.
    """
    known = tables.rows(db, "SELECT * FROM bookmark WHERE file = ?", (name,))
    mark = bookmarks.Bookmark(*known[0]) if known else None
    try:
        descriptor = extra.open_file(store, name)
        try:
            if name.endswith(_MARKDOWN):
                _markdown(name, descriptor, mark, writer, chunking.chunk_size(store))
            else:
                return _lines(store, name, descriptor, mark, writer, tail, until)
        finally:
            os.close(descriptor)
    except OSError:
        _refuse(store, name, writer)  # a link, a second name, another's, or gone this moment
    return True


def _refuse(store: layout.Store, name: str, writer: rows.Rows) -> None:
    """Keep nothing of a file that can't be opened, and mark it so that this is told."""
    writer.drop_file(name)
    if extra.is_extra(name) or os.path.lexists(os.path.join(store.path, *name.split("/"))):
        writer.put_bookmark(bookmarks.Bookmark(name, "", 0.0, 0, 0, 0, bookmarks.REFUSED, 0))


def _markdown(
    name: str,
    descriptor: int,
    mark: bookmarks.Bookmark | None,
    writer: rows.Rows,
    cut: chunking.ChunkSize,
) -> None:
    """A Markdown file: all of it anew if a byte of it is new, or it is to be cut otherwise."""
    status = os.fstat(descriptor)
    raw = files.read_at(descriptor, 0, extra.MOST_BYTES)
    holds_text = bookmarks.holds_text(name, raw)
    check = bookmarks.checksum(descriptor, len(raw)) if holds_text else bookmarks.REFUSED
    cut_mark = chunking.mark(cut)
    whole = bookmarks.checksum_of(cut_mark, max(check, 0))
    if mark is None or (mark.offset, mark.checksum, mark.whole) != (len(raw), check, whole):
        writer.drop_file(name)
        for one in parsing.markdown_pieces(raw, name, cut) if holds_text else ():
            writer.add(one)
    signature, changed = bookmarks.settled_signature(status), status.st_mtime_ns / 1e9
    line = raw.count(b"\n")
    signature = signature and signature + cut_mark
    mark = bookmarks.Bookmark(name, signature, changed, len(raw), line, 0, check, whole)
    writer.put_bookmark(mark)


def _lines(
    store: layout.Store,
    name: str,
    descriptor: int,
    mark: bookmarks.Bookmark | None,
    writer: rows.Rows,
    tail: int | None,
    until: float | None,
) -> bool:
    """The lines behind the bookmark; all lines if those before it changed."""
    status = os.fstat(descriptor)
    if mark is None or not (bookmarks.is_grown(descriptor, mark) and _is_apart(descriptor, mark)):
        writer.drop_file(name)
        mark = bookmarks.Bookmark(name, "", 0.0, 0, 0, 0, 0, 0)
        if tail is not None and status.st_size > tail:
            mark.offset = _line_start(descriptor, status.st_size - tail, status.st_size)
            mark.line = bookmarks.count_lines(descriptor, 0, mark.offset)
    begun, is_whole = mark.offset, True
    apply, parse = writer.apply_to(piece.kind_of(name)), _parser(status.st_size - mark.offset)
    for offset, line in read.lines_from(store, name, mark.offset):
        if offset > mark.offset:  # a line too long to be read was passed over
            skipped = bookmarks.count_lines(descriptor, mark.offset, offset)
            mark.line += skipped
            mark.bad += skipped
        mark.line += 1
        parsed = parse(line)
        for raw, place in _placed(parsed, name, offset, line, mark.line):
            apply(raw, place)
        mark.bad += not parsed and bool(line.strip())
        mark.offset = offset + len(line) + 1
        if until is not None and not mark.line % _LINES_AT_ONCE and time.monotonic() >= until:
            is_whole = mark.offset >= status.st_size
            break
    mark.offset = min(mark.offset, os.fstat(descriptor).st_size)  # the last may lack its newline
    mark.checksum = bookmarks.checksum(descriptor, mark.offset)
    mark.whole = bookmarks.checksum_on(descriptor, begun, mark.offset, mark.whole)
    mark.signature = bookmarks.settled_signature(status) if is_whole else ""
    mark.changed = status.st_mtime_ns / 1e9
    writer.put_bookmark(mark)
    return is_whole


def replay(store: layout.Store, moment: float, writer: rows.Rows) -> None:
    """Take in the lines of facts.jsonl that were written by a moment, in seconds since 1970.

    A new fact tells the time by `created_at`, a change by `updated_at`; a line without a time
    counts as written before any moment.
    """
    try:
        lines = list(read.lines_from(store, layout.FACTS))
    except OSError:  # not there, or a link: nothing that we wrote
        return
    for number, (offset, line) in enumerate(lines, 1):
        for raw, place in _placed(read.parse_line(line), layout.FACTS, offset, line, number):
            written = stored.Fact(raw).written_at
            if written is None or written <= moment:
                writer.apply_fact(raw, place)


def _is_apart(descriptor: int, mark: bookmarks.Bookmark) -> bool:
    """Whether the text behind a bookmark begins a line.

    That line may have been taken in without its newline, which is passed over here.
    """
    around = files.read_at(descriptor, max(0, mark.offset - 1), 2)
    if not mark.offset or around[:1] == b"\n" or len(around) == 1:
        return True
    if around[1:] != b"\n":
        return False
    mark.whole = bookmarks.checksum_on(descriptor, mark.offset, mark.offset + 1, mark.whole)
    mark.offset += 1
    return True


def _line_start(descriptor: int, offset: int, size: int) -> int:
    """Where the first whole line behind `offset` begins."""
    block = files.read_at(descriptor, offset, min(read.MAX_LINE_BYTES, size - offset))
    return offset + block.find(b"\n") + 1


def _parser(new_bytes: int) -> Callable[[bytes], list[Record]]:
    """A reader of a line's records, fit for so many bytes."""
    if new_bytes < _LONG_RUN_BYTES:
        return read.parse_line
    import orjson  # its import costs a bare start and a half

    def parse(line: bytes) -> list[Record]:
        try:
            record = orjson.loads(line)
        except orjson.JSONDecodeError:
            return read.parse_line(line)  # which survives more
        return [record] if isinstance(record, dict) else []

    return parse


def _placed(
    parsed: list[Record], file: str, offset: int, line: bytes, number: int
) -> Iterator[tuple[Record, piece.Place]]:
    """The records of the line that stands at this offset, with this number, and their places."""
    check = digest.of_bytes(line)
    for nth, raw in enumerate(parsed):
        yield (
            raw,
            piece.Place(
                file=file,
                offset=offset,
                length=len(line),
                digest=check,
                nth=nth,
                line=number,
                end_line=number,
            ),
        )
