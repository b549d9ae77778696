"""Takes a store's files into the index: every line a row, and parts for the lines that hold.

New lines are added in the order in which they stand; then it is decided anew which line of the
records that they name counts. So the rows are those that a reading from nothing gives. The caller
holds the lock and the transaction.
"""

from __future__ import annotations

import operator
import os
import time

from memory_store import codec
from memory_store.index import (
    bookmarks,
    chunking,
    extra,
    parsing,
    piece,
    read_back,
    tables,
    tokens,
    vector_table,
)
from memory_store.journal import read
from memory_store.store import files, layout
from memory_store.text import digest, han

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import apsw

    from memory_store.codec import Record


_MARKDOWN = ".md"
_AT_ONCE = 256
_LONG_RUN_BYTES = 1 << 20  # some 3,000 facts: here the quicker parser has paid for its import

_FIELDS = (
    *("place.file", "place.offset", "place.length", "place.nth", "place.line", "place.end_line"),
    *("place.headings", "place.digest", "kind", "record", "key", "op", "type", "session", "host"),
    *("created", "written", "begins", "expires", "supersedes", "lasts", "stands"),
)
_values = operator.attrgetter(*_FIELDS)
_COLUMNS = ("id", "state", *(field.rpartition(".")[2] for field in _FIELDS))
_INSERT = f"INSERT INTO line ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"

_KEYS = "kind = ?1 AND key IN (SELECT value FROM json_each(?2))"
_COUNTS = (
    f"UPDATE line SET state = NULL WHERE state IS NOT NULL AND {_KEYS}",
    (
        f"UPDATE line SET state = iif(op = 'retract', {tables.RETRACTED}, {tables.HOLDS})"
        f" WHERE id IN (SELECT max(id) FROM line WHERE {_KEYS} GROUP BY key)"
    ),
)
_HIDES = {
    piece.FACT: (
        "SELECT 1 FROM line y WHERE y.supersedes = line.key AND y.begins IS NULL"
        f" AND y.state < {tables.RETRACTED} AND y.id > line.id"
    ),
    piece.TURN: (
        "SELECT 1 FROM about a JOIN line y ON y.id = a.line WHERE a.record = line.key"
        f" AND y.type = '{read.WARNING}' AND NOT y.stands"
    ),
}
"""What hides a line that counts: a newer fact that takes its place from its line on, or a warning
that no person typed a turn. A fact that begins at a moment hides it from then on (`filters`)."""
_NAMED = f"SELECT DISTINCT supersedes FROM line WHERE supersedes IS NOT NULL AND {_KEYS}"
_GONE = (
    "SELECT part.id FROM part JOIN line ON line.id = part.line"
    f" WHERE line.state IS NOT {tables.HOLDS} AND {_KEYS}"
)
_NEW = (
    f"SELECT {read_back.LINE_COLUMNS} FROM line p WHERE state = {tables.HOLDS} AND {_KEYS}"
    " AND NOT EXISTS (SELECT 1 FROM part WHERE part.line = p.id) ORDER BY p.id"
)

_OF = "WHERE line IN (SELECT value FROM json_each(?1))"
_TOUCHED = (
    "WITH gone AS MATERIALIZED"
    " (SELECT * FROM line WHERE id IN (SELECT value FROM json_each(?1)))"
    " SELECT kind, key FROM gone WHERE key IS NOT NULL"
    " UNION SELECT kind, supersedes FROM gone WHERE supersedes IS NOT NULL"
    f" UNION SELECT '{piece.TURN}', record FROM about {_OF}"
)
"""The keys of lines that go, and what they hide."""


_Known = tuple[int, bytes, int]
"""Of a row: its id, the digest of its line, and the line's number."""


class Ingest:
    """The rows of an index while a transaction writes them.

    Attributes:
        added, removed: parts that can be found now and couldn't before, and the other way round.
    """

    def __init__(self, db: apsw.Connection, store: layout.Store) -> None:
        self._db = db
        self._store = store
        self._waiting: list[piece.Line] = []
        self._touched: dict[str, set[str]] = {}  # keys by kind of which other lines may count now
        self._said: dict[int, Record | str] = {}
        self._segments: dict[str, str] = {}  # of words to find parts by: they share them
        self.added = 0
        self.removed = 0

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

    def add(self, lines: Iterable[piece.Line]) -> bool:
        """Have lines wait, which stand behind all others of their file; whether none waits now."""
        self._waiting += lines
        if len(self._waiting) < _AT_ONCE:
            return False
        self.settle()
        return True

    def settle(self) -> None:
        """Insert the lines that wait, and show what holds now and hide what does no more."""
        if self._waiting:
            first = tables.number(self._db, "SELECT max(id) FROM line") + 1
            self._insert(list(enumerate(self._waiting, first)))
            self._waiting = []
        for kind, keys in self._touched.items():
            self._decide(kind, keys)
        self._touched.clear()
        self._said.clear()
        self._segments.clear()

    def _insert(self, numbered: list[tuple[int, piece.Line]]) -> None:
        """Insert lines with these ids; `settle` decides which of them count."""
        rows, about, shown = [], [], []
        for identity, line in numbered:
            self._said[identity] = line.said
            is_markdown = isinstance(line.said, str)
            rows.append((identity, tables.HOLDS if is_markdown else None, *_values(line)))
            about += [(one, identity) for one in line.about]
            self._touch(line)
            shown += [(identity, line.kind, line.place.file)] if is_markdown else []
        self._db.executemany(_INSERT, rows)
        self._db.executemany("INSERT OR IGNORE INTO about VALUES (?, ?)", about)
        self._show(shown)

    def _touch(self, line: piece.Line) -> None:
        """Have it decided which lines of a line's key count, and of those that it hides."""
        if line.key is not None:
            self._touched.setdefault(line.kind, set()).add(line.key)
        if line.disowns:
            self._touched.setdefault(piece.TURN, set()).update(line.about)

    def _decide(self, kind: str, keys: set[str]) -> None:
        """Decide which lines of these keys count, and which of those are hidden."""
        db, touched = self._db, codec.render(sorted(keys))
        named = tables.rows(db, _NAMED, (kind, touched))
        for sql in _COUNTS:
            db.execute(sql, (kind, touched))
        touched = codec.render(sorted(keys.union(*named)))
        if kind in _HIDES:
            hidden = f"UPDATE line SET state = EXISTS ({_HIDES[kind]})"
            db.execute(f"{hidden} WHERE {_KEYS} AND state < {tables.RETRACTED}", (kind, touched))
        self._hide(one for (one,) in tables.rows(db, _GONE, (kind, touched)))
        found = [read_back.Row(*row) for row in tables.rows(db, _NEW, (kind, touched))]
        for row in found:
            if row.id not in self._said:
                said = read_back.read_record(self._store, row)
                if said is not None:  # else the file changed beneath us: it is read again
                    self._said[row.id] = said
        self._show([(row.id, kind, row.place.file) for row in found if row.id in self._said])

    def _show(self, lines: Iterable[tuple[int, str, str]]) -> None:
        """Let lines be found, given with their kinds and files."""
        identity = tables.number(self._db, "SELECT max(id) FROM part")
        rows, words, windows = [], [], []
        for line, kind, file in lines:
            for nth, part in enumerate(parsing.parts(kind, self._said[line], file)):
                identity += 1
                dense = han.count(part.text)
                is_han = han.outweighs(dense, len(part.text))
                letters = parsing.letters(part.text, dense)
                rows.append((identity, line, nth, is_han, letters, part.same))
                said = tokens.segment(part.folded or part.text)
                text = "\n".join([said, *map(self._segment, part.names)])
                words.append((identity, piece.sound(text)))
                windows += [
                    (identity, digest.of_content(one)) for one in parsing.windows(kind, part.text)
                ]
        self._db.executemany("INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)", rows)
        self._db.executemany("INSERT INTO words (rowid, body) VALUES (?, ?)", words)
        self._db.executemany("INSERT INTO window (piece, hash) VALUES (?, ?)", windows)
        self.added += len(rows)

    def _segment(self, name: str) -> str:
        segmented = self._segments.get(name)
        if segmented is None:
            segmented = self._segments[name] = tokens.segment(name)
        return segmented

    def _hide(self, parts: Iterable[int]) -> None:
        """Let parts be found no more."""
        for identity in parts:
            self.removed += 1
            self._db.execute("DELETE FROM words WHERE rowid = ?", (identity,))
            sql = "DELETE FROM window WHERE piece = ? RETURNING id, list, embedded"
            gone = tables.rows(self._db, sql, (identity,))
            if had := [row[:2] for row in gone if row[2] == vector_table.EMBEDDED]:
                vector_table.forget(self._db, had)
            self._db.execute("DELETE FROM part WHERE id = ?", (identity,))

    def drop(self, name: str) -> None:
        """Remove all lines of a file, and its bookmark."""
        found = tables.rows(self._db, "SELECT id FROM line WHERE file = ?", (name,))
        self._remove([one for (one,) in found])
        self._db.execute("DELETE FROM bookmark WHERE file = ?", (name,))

    def _remove(self, lines: list[int]) -> None:
        """Remove lines; `settle` decides what holds without them."""
        if not lines:
            return
        db, listed = self._db, (codec.render(lines),)
        for kind, key in tables.rows(db, _TOUCHED, listed):
            self._touched.setdefault(kind, set()).add(key)
        self._hide(one for (one,) in tables.rows(db, f"SELECT id FROM part {_OF}", listed))
        db.execute(f"DELETE FROM about {_OF}", listed)
        db.execute("DELETE FROM line WHERE id IN (SELECT value FROM json_each(?1))", listed)

    def _put_bookmark(self, mark: bookmarks.Bookmark) -> None:
        """Remember how far a file is indexed."""
        values = (mark.file, mark.signature, mark.changed, mark.offset, mark.line, mark.bad)
        sql = "INSERT OR REPLACE INTO bookmark VALUES (?, ?, ?, ?, ?, ?, ?)"
        self._db.execute(sql, (*values, mark.checksum))

    def close(self) -> None:
        """Insert what waits, and count what can be found now; the transaction's last write."""
        self.settle()
        self._db.execute(
            "UPDATE meta SET value = CAST(value AS INTEGER) + ? WHERE name = 'living'",
            (self.added - self.removed,),
        )


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
