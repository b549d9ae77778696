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

_PIECE = (
    "INSERT INTO piece (id, state, file, record, kind, type, han, letters, session, created,"
    " offset, length, nth, part, line, end_line, headings, digest) VALUES"
    " (?, 0, '', '', 'fact', ?, 0, 0, '', 0, 0, 0, 0, 0, 0, 0, '', x'00')"
)


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
            index.db.execute(_PIECE, (one, kind))
            made.append((one, int8.quantised(row)))
        vector_table.put(index.db, made, [])

    index.write(write)
    return [one for one, _ in made]
