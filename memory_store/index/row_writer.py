"""Writes lines into the index, and decides which of them count and what of them can be found.

The caller holds the lock and the transaction: must not take them, or find out what changed.
"""

from __future__ import annotations

import operator

from memory_store import codec
from memory_store.index import parsing, piece, read_back, tables, tokens, vector_table
from memory_store.journal import read
from memory_store.text import digest, han

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    import apsw

    from memory_store.codec import Record
    from memory_store.store import layout


_AT_ONCE = 256

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


class RowWriter:
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
            sql = "DELETE FROM window WHERE piece = ? RETURNING id, embedded"
            gone = tables.rows(self._db, sql, (identity,))
            if had := [one for one, mark in gone if mark == vector_table.EMBEDDED]:
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

    def close(self) -> None:
        """Insert what waits, and count what can be found now; the transaction's last write."""
        self.settle()
        self._db.execute(
            "UPDATE meta SET value = CAST(value AS INTEGER) + ? WHERE name = 'living'",
            (self.added - self.removed,),
        )
