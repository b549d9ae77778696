"""An index in memory whose texts are nothing but vectors, for tests of how these are found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory_store.embedders import int8
from memory_store.index import database, nearest, vector_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

MODEL = "filled 8"

_LINE = (
    "INSERT INTO line (id, file, offset, length, nth, line, end_line, headings, digest, kind,"
    " record, state, op, type, session, host, created, lasts, stands) VALUES"
    " (?, '', 0, 0, 0, 0, 0, '', x'00', 'fact', '', 0, '', ?, '', '', 0, 0, 0)"
)
_PART = "INSERT INTO part VALUES (?, ?, 0, 0, 0, NULL)"


def empty() -> database.Index:
    """An index that vectors can be put into."""
    index = database.create_aside("")
    assert nearest.load(index.db)
    vector_table.adopt(index.db, MODEL)
    return index


def add(index: database.Index, rows: Iterable[NDArray[np.float32]], kind: str = "W") -> list[int]:
    """Add a text of one window for each vector; the ids, the same of text and window."""
    made: list[tuple[int, bytes]] = []

    def write() -> None:
        for row in rows:
            index.db.execute("INSERT INTO window (piece, hash) VALUES (0, x'00')")
            one = index.db.last_insert_rowid()
            index.db.execute("UPDATE window SET piece = id WHERE id = ?", (one,))
            index.db.execute(_LINE, (one, kind))
            index.db.execute(_PART, (one, one))
            made.append((one, int8.quantised(row)))
        vector_table.put(index.db, made, [])

    index.write(write)
    return [one for one, _ in made]
