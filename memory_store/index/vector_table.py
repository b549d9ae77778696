"""Which windows have a vector, and of which model, whatever backend keeps the vectors.

An index never holds vectors of two models. Must not know how a backend keeps vectors.
"""

from __future__ import annotations

from memory_store.index import backends, tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    import apsw

    from memory_store.embedders import base

_COUNTED = 10_000
EMBEDDED, NEVER = 1, 2
"""Of a window: it has a vector; the model has none for it. One with 0 is to be embedded."""


def model(db: apsw.Connection) -> str:
    """The model whose vectors the index has; "" when there is none yet."""
    return tables.meta(db, "model")


def adopt(db: apsw.Connection, identity: str) -> None:
    """Make the vectors those of a model: as they are, or none if they were another's."""
    if model(db) == identity:
        return
    backends.backend(db).clear(db)
    db.execute("UPDATE window SET embedded = 0 WHERE embedded <> 0")
    tables.set_meta(db, model=identity, vectors=0)


def identity_of(embedder: base.Embedder) -> str:
    """The `model` of an embedder's vectors: its name and dimensions."""
    return f"{embedder.name} {embedder.dimensions}"


def put(db: apsw.Connection, vectors: Iterable[tuple[int, bytes]], never: Iterable[int]) -> None:
    """Give windows their vectors, and mark others.

    A window that was dropped meanwhile gets none.

    Args:
        db: the index, in a transaction, its backend loaded.
        vectors: a window's id and its vector, as `int8.quantised` gives it.
        never: windows that the model has no vector for.
    """
    mark = "UPDATE window SET embedded = ? WHERE id = ? AND embedded = 0"
    marked: list[tuple[int, bytes]] = []
    for window, blob in vectors:
        db.execute(mark, (EMBEDDED, window))
        if db.changes():
            marked.append((window, blob))
    backends.backend(db).keep(db, marked)
    db.executemany(mark, [(NEVER, window) for window in never])
    _count(db, len(marked))


def forget(db: apsw.Connection, windows: list[int]) -> None:
    """Remove the vectors of windows."""
    backends.backend(db).drop(db, windows)
    _count(db, -len(windows))


def count(db: apsw.Connection) -> int:
    """How many vectors there are."""
    return tables.meta_number(db, "vectors")


def _count(db: apsw.Connection, more: int) -> None:
    """Note how many there are now: to count them anew is to read them all."""
    sql = "UPDATE meta SET value = CAST(value AS INTEGER) + ? WHERE name = 'vectors'"
    db.execute(sql, (more,))


def missing(db: apsw.Connection) -> int:
    """How many windows are to be embedded, 10,000 at most: nobody needs to count further."""
    some = f"SELECT 1 FROM window WHERE embedded = 0 LIMIT {_COUNTED}"
    return tables.number(db, f"SELECT count(*) FROM ({some})")


def has_vectors(db: apsw.Connection, identity: str) -> bool:
    """Whether the vectors of this model (see `identity_of`) can be asked for."""
    return model(db) == identity and backends.backend(db).load(db)
