"""Takes a store's files into the index: every line a row, and parts for the lines that hold.

New lines are added in the order in which they stand; then it is decided anew which line of the
records that they name counts. So the rows are those that a reading from nothing gives. The caller
holds the lock and the transaction.
"""

from __future__ import annotations

import os
import time

from memory_store.index import bookmarks, chunking, extra, parsing, piece, row_writer, tables
from memory_store.journal import read
from memory_store.store import files, layout
from memory_store.text import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memory_store.codec import Record


_MARKDOWN = ".md"
_LONG_RUN_BYTES = 1 << 20  # some 3,000 facts: here the quicker parser has paid for its import

_Known = tuple[int, bytes, int]
"""Of a row: its id, the digest of its line, and the line's number."""


class Ingest(row_writer.RowWriter):
    """The files of a store on their way into its index."""

    def take_in(self, name: str, tail: int | None = None, until: float | None = None) -> bool:
        """Bring the rows of the file `name` up to date; whether all of it is taken in.

        Args:
            name: a source of the store, as `bookmarks.signatures` names it.
            tail: how many bytes of its end to read if it is new, None for all.
            until: when to go on another time, in `time.monotonic` seconds; None for never.
        """
        known = tables.rows(self._db, "SELECT * FROM bookmark WHERE file = ?", (name,))
        mark = bookmarks.Bookmark(*known[0]) if known else None
        try:
            descriptor = extra.open_file(self._store, name)
            try:
                if not name.endswith(_MARKDOWN):
                    return self._lines(name, descriptor, mark, tail, until)
                self._markdown(name, descriptor, mark)
            finally:
                os.close(descriptor)
        except OSError:  # a link, a second name, another's, or gone this moment
            self.drop(name)
            if extra.is_extra(name) or os.path.lexists(f"{self._store.path}/{name}"):
                refused = bookmarks.Bookmark(name, checksum=bookmarks.REFUSED)
                self._put_bookmark(refused)  # so that this is told
        return True

    def _markdown(self, name: str, descriptor: int, mark: bookmarks.Bookmark | None) -> None:
        """A Markdown file: all of it anew if a byte of it is new, or it is to be cut otherwise."""
        from zlib import crc32  # see `bookmarks.checksum`

        status = os.fstat(descriptor)
        cut = chunking.chunk_size(self._store)
        raw = files.read_at(descriptor, 0, extra.MOST_BYTES)
        holds_text = bookmarks.holds_text(name, raw)
        cut_mark = chunking.mark(cut)
        check = crc32(raw, crc32(cut_mark.encode())) if holds_text else bookmarks.REFUSED
        if mark is None or (mark.offset, mark.checksum) != (len(raw), check):
            self.drop(name)
            if holds_text:
                self.add(parsing.markdown_lines(raw, name, cut))
        signature, changed = bookmarks.settled_signature(status), status.st_mtime_ns / 1e9
        line = raw.count(b"\n")
        signature = signature and signature + cut_mark
        self._put_bookmark(
            bookmarks.Bookmark(name, signature, changed, len(raw), line, checksum=check)
        )

    def _lines(
        self,
        name: str,
        descriptor: int,
        mark: bookmarks.Bookmark | None,
        tail: int | None,
        until: float | None,
    ) -> bool:
        """The lines behind the bookmark; where those before it changed, all that are another."""
        status = os.fstat(descriptor)
        known: dict[int, list[_Known]] = {}
        if mark is None or not bookmarks.goes_on(descriptor, mark):
            if mark is None:
                self.drop(name)
            known = self._known(name)
            mark = bookmarks.Bookmark(name)
            if tail is not None and status.st_size > tail:
                mark.offset = _line_start(descriptor, status.st_size - tail, status.st_size)
                mark.line = bookmarks.count_lines(descriptor, 0, mark.offset)
        is_whole = self._take_lines(descriptor, mark, known, status.st_size, until)
        mark.offset = min(mark.offset, os.fstat(descriptor).st_size)  # the last may lack a newline
        mark.checksum = bookmarks.checksum(descriptor, mark.offset)
        mark.signature = bookmarks.settled_signature(status) if is_whole else ""
        mark.changed = status.st_mtime_ns / 1e9
        self._put_bookmark(mark)
        return is_whole

    def _take_lines(
        self,
        descriptor: int,
        mark: bookmarks.Bookmark,
        known: dict[int, list[_Known]],
        size: int,
        until: float | None,
    ) -> bool:
        """Take in the lines behind a bookmark, which moves on; whether it came to the end.

        `known` are the rows of lines that stood there before: those that still stand there stay.
        """
        parse = _parser(size - mark.offset)
        for offset, line in read.lines_from(self._store, mark.file, mark.offset):
            if offset > mark.offset:  # a line too long to be read was passed over
                skipped = bookmarks.count_lines(descriptor, mark.offset, offset)
                mark.line += skipped
                mark.bad += skipped
            mark.line += 1
            mark.offset = offset + len(line) + 1
            rows = known.pop(offset, [])
            if rows and rows[0][1:] == (digest.of_bytes(line), mark.line):
                continue
            parsed = parse(line)
            mark.bad += not parsed and bool(line.strip())
            made = list(placed(parsed, mark.file, offset, line, mark.line))
            if len(made) <= len(rows):
                self._replace([one for one, *_ in rows], made)
                continue
            self._remove([one for some in (rows, *known.values()) for one, *_ in some])
            known.clear()  # what stands behind it has another place
            are_settled = self.add(made)
            if until is not None and are_settled and time.monotonic() >= until:
                return mark.offset >= size
        self._remove([one for some in known.values() for one, *_ in some])
        return True

    def _known(self, name: str) -> dict[int, list[_Known]]:
        """The rows of a file's lines by the bytes where these begin."""
        sql = "SELECT offset, id, digest, line FROM line WHERE file = ? ORDER BY offset, nth"
        known: dict[int, list[_Known]] = {}
        for offset, *row in tables.rows(self._db, sql, (name,)):
            known.setdefault(offset, []).append((*row,))
        return known

    def _replace(self, rows: list[int], made: list[piece.Line]) -> None:
        """Put lines in the place of what stood there: at least as many rows."""
        if rows:
            self.settle()
            self._remove(rows)
            self._insert(list(zip(rows, made, strict=False)))

    def as_of(self, moment: float) -> None:
        """Take in the lines of facts.jsonl that were written by a moment, in seconds since 1970.

        A new fact tells the time by `created_at`, a change by `updated_at`; a line without a time
        counts as written before any moment.
        """
        try:
            lines = list(read.lines_from(self._store, layout.FACTS))
        except OSError:  # not there, or a link: nothing that we wrote
            return
        for number, (offset, line) in enumerate(lines, 1):
            made = placed(read.parse_line(line), layout.FACTS, offset, line, number)
            self.add(one for one in made if one.written is None or one.written <= moment)

    def _put_bookmark(self, mark: bookmarks.Bookmark) -> None:
        """Remember how far a file is indexed."""
        values = (mark.file, mark.signature, mark.changed, mark.offset, mark.line, mark.bad)
        sql = "INSERT OR REPLACE INTO bookmark VALUES (?, ?, ?, ?, ?, ?, ?)"
        self._db.execute(sql, (*values, mark.checksum))


def placed(
    parsed: list[Record], file: str, offset: int, line: bytes, number: int
) -> Iterator[piece.Line]:
    """The rows of the records of the line that stands at this offset, with this number."""
    check = digest.of_bytes(line)
    for nth, raw in enumerate(parsed):
        place = piece.Place(
            file=file,
            offset=offset,
            length=len(line),
            digest=check,
            nth=nth,
            line=number,
            end_line=number,
        )
        yield parsing.line_of(raw, place)


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
