"""Collects rows of pieces and inserts them together, at two thirds of the time.

Ids are given as SQLite would give them. Code that reads the tables flushes the batch first. Must
not decide what becomes a row, or hold more than a few hundred.
"""

from __future__ import annotations

import operator

from memory_store.index import parsing, piece, tables, tokens
from memory_store.text import digest, han

TYPE_CHECKING = False
if TYPE_CHECKING:
    import apsw

_MOST = 256
_FIELDS = (
    *("place.file", "record", "kind", "type", "session", "created", "begins", "expires"),
    *(
        "supersedes",
        "lasts",
        "stands",
        "same",
        "place.offset",
        "place.length",
        "place.nth",
        "part",
    ),
    *("place.line", "place.end_line", "place.headings", "place.digest"),
)
_values = operator.attrgetter(*_FIELDS)
_COLUMNS = ("id", "state", "han", "letters", *(field.rpartition(".")[2] for field in _FIELDS))
_INSERT = f"INSERT INTO piece ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"  # noqa: S608  our own columns


class Batch:
    """Rows that wait to be inserted."""

    __slots__ = ("_db", "_last", "_names", "_pieces", "_segments", "_windows", "_words")

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self._last: int | None = None
        self._names: set[str] = set()
        self._pieces: list[tuple[object, ...]] = []
        self._segments: dict[str, str] = {}  # of words to find pieces by: they share them
        self._words: list[tuple[int, str]] = []
        self._windows: list[tuple[int, bytes]] = []

    def add(self, text_piece: piece.Piece, state: int) -> int:
        """Add a row of `piece` to the waiting ones; its id is one more than the highest."""
        if len(self._pieces) == _MOST:
            self.flush()
        if self._last is None:
            self._last = tables.number(self._db, "SELECT max(id) FROM piece")
        self._last += 1
        self._names.add(text_piece.record)
        self._names.add(text_piece.session)
        dense = han.count(text_piece.text)
        is_han = han.outweighs(dense, len(text_piece.text))
        letters = parsing.letters(text_piece.text, dense)
        self._pieces.append((self._last, state, is_han, letters, *_values(text_piece)))
        return self._last

    def show(self, identity: int, text_piece: piece.Piece) -> None:
        """Have the words and windows of the piece with this id wait."""
        words = "\n".join(
            [tokens.segment(text_piece.folded), *map(self._segment, text_piece.names)]
        )
        self._words.append((identity, piece.sound(words)))
        for text in parsing.windows(text_piece.kind, text_piece.text):
            self._windows.append((identity, digest.of_content(text)))

    def _segment(self, name: str) -> str:
        segmented = self._segments.get(name)
        if segmented is None:
            segmented = self._segments[name] = tokens.segment(name)
        return segmented

    def holds(self, name: str) -> bool:
        """Whether a piece of this record or session waits."""
        return name in self._names

    def removed(self, identity: int) -> None:
        """Take note that a row of `piece` is gone: the highest id may be free again."""
        if identity == self._last:
            self._last = None

    def flush(self) -> None:
        """Insert the waiting rows."""
        self._db.executemany(_INSERT, self._pieces)
        self._db.executemany("INSERT INTO words (rowid, body) VALUES (?, ?)", self._words)
        self._db.executemany("INSERT INTO window (piece, hash) VALUES (?, ?)", self._windows)
        self._names.clear()
        self._pieces.clear()
        self._segments.clear()
        self._words.clear()
        self._windows.clear()
