"""A backend of memory-store's index: vectors in a LanceDB table in a folder beside the index.

The index says which windows have vectors (docs/adr/0014); other rows of the folder are ignored,
and its damage is reported as damage of the index, which is then built again.
"""

from __future__ import annotations

import math
import os
from array import array

import apsw

from memory_store import errors
from memory_store.index import nearest, tables
from memory_store.store import log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    import lancedb
    import pyarrow as pa

    from memory_store.index import database, filters

UNUSABLE = "lancedb is not installed, so only words are searched"
"""What is told where `load` fails."""

FOLDER = ".lance"
"""How the name of a folder ends."""

PROBES = 48
"""Partitions of LanceDB's index that are looked at, at least."""

_SHARE = 6  # one in six of them, which are as many as the root of the vectors

REFINED = 4
"""Vectors whose exact cosine is computed, for each one that is wanted."""

WALKED = 1_000
"""Windows that are asked for where a filter leaves some of them out."""

MATCHED = 20_000
"""Windows whose cosine is computed where a filter leaves next to nothing of what is near."""

_SPARE = 2  # windows for each piece that is wanted: some have several, some have expired
_TABLE = "vectors"

_opened: dict[str, lancedb.table.Table] = {}  # once a process


def load(db: apsw.Connection) -> bool:
    """Whether LanceDB is installed; importing it costs more than a second."""
    del db
    os.environ.setdefault("LANCEDB_LOG", "error")  # its warnings go to standard error
    try:
        import lancedb  # noqa: F401
    except ImportError as error:
        log.write("vectors", f"lancedb can't be loaded: {error}")
        return False
    return True


def clear(db: apsw.Connection) -> None:
    """Begin another folder; `upkeep` removes the old one when nobody reads it any more."""
    name = f"vectors-{os.urandom(6).hex()}{FOLDER}"
    tables.set_meta(db, folder=name)


def keep(db: apsw.Connection, vectors: list[tuple[int, bytes]]) -> None:
    """Add the vectors of windows; if the transaction fails they are rows that nobody knows.

    Args:
        db: the index, in a transaction.
        vectors: a window's id and its vector, as `int8.quantised` gives it.

    Raises:
        StoreError: LanceDB can't write them.
    """
    if not vectors:
        return
    try:
        rows = _rows(vectors)
        _add(db, rows)
    except (OSError, RuntimeError, ValueError) as error:
        raise errors.StoreError(f"LanceDB can't keep vectors: {error}") from error


def _rows(vectors: list[tuple[int, bytes]]) -> pa.Table:
    """Levels as float32: LanceDB has no index for signed bytes."""
    import pyarrow as pa

    buffer = pa.py_buffer(b"".join(blob for _, blob in vectors))
    whole = pa.Array.from_buffers(pa.int8(), len(buffer), [None, buffer])
    numbers = whole.cast(pa.float32())
    dimensions = len(vectors[0][1])
    return pa.table(
        {
            "window": pa.array([one for one, _ in vectors], pa.int64()),
            "vector": pa.FixedSizeListArray.from_arrays(numbers, dimensions),
        }
    )


def drop(db: apsw.Connection, windows: list[int]) -> None:
    """Nothing: whose window is gone is never found, and `upkeep` removes the row."""


def by_vector(
    db: apsw.Connection, vector: bytes, limit: int, wanted: filters.Filters
) -> dict[int, float]:
    """The pieces whose vectors have the highest cosine; see `nearest.by_vector`."""
    condition, values = wanted.sql()
    narrow = wanted.is_narrow()
    count = WALKED if narrow else _SPARE * limit
    near = _search(db, vector, count, "", 1 if narrow else REFINED)
    scored = _pieces(db, near, condition, values)
    if len(scored) < limit and narrow and len(near) == count:
        matching = (
            "SELECT w.id FROM piece p CROSS JOIN window w ON w.piece = p.id"  # noqa: S608  bound
            f" WHERE w.embedded = 1 AND {condition} ORDER BY p.id DESC LIMIT ?"
        )
        windows = [row[0] for row in tables.rows(db, matching, [*values, MATCHED])]
        near = _exact(db, vector, windows, _SPARE * limit)
        scored = _pieces(db, near, condition, values)
    return dict(sorted(scored.items(), key=lambda one: (-one[1], -one[0]))[:limit])


def cosines(db: apsw.Connection, vector: bytes, pieces: Iterable[int]) -> dict[int, float]:
    """The exact cosine of each of these pieces that has a vector; see `nearest.cosines`."""
    sql = f"SELECT id FROM window WHERE embedded = 1 AND piece IN ({tables.listed(pieces)})"  # noqa: S608  ids
    windows = [row[0] for row in tables.rows(db, sql)]
    return _pieces(db, _exact(db, vector, windows, len(windows)), "1", [])


def likeness(db: apsw.Connection, pieces: Iterable[int]) -> dict[tuple[int, int], float]:
    """The cosine between each two of these pieces; see `nearest.likeness`."""
    sql = "SELECT id, piece FROM window WHERE embedded = 1 AND piece IN"
    owner = dict(tables.rows(db, f"{sql} ({tables.listed(pieces)})"))
    blobs = _vectors(db, owner)
    if not blobs or not nearest.load(db):
        return {}
    values = [value for window, blob in blobs.items() for value in (owner[window], blob)]
    return nearest.pairs(db, f"VALUES {', '.join(['(?, ?)'] * len(blobs))}", values)


def vector_of(db: apsw.Connection, identity: int) -> bytes | None:
    """The vector of a piece's first window; None where it has none."""
    sql = "SELECT id FROM window WHERE embedded = 1 AND piece = ? ORDER BY id LIMIT 1"
    window = tables.value(db, sql, (identity,))
    return None if window is None else _vectors(db, [window]).get(window)


def _search(
    db: apsw.Connection, vector: bytes, count: int, where: str, refined: int
) -> dict[int, float]:
    """The windows nearest to a vector and their cosines, of those a condition lets pass."""
    question = [float(one) for one in array("b", vector)]
    partitions = math.isqrt(tables.meta_number(db, "vectors"))

    def ask_it(table: lancedb.table.Table) -> dict[int, float]:
        query = table.search(question, vector_column_name="vector").distance_type("cosine")
        query = query.select(["window", "_distance"]).limit(count)
        if where:
            query = query.where(where, prefilter=True).bypass_vector_index()
        else:
            query = query.nprobes(max(PROBES, partitions // _SHARE)).refine_factor(refined)
        found = query.to_arrow()
        pairs = zip(found["window"].to_pylist(), found["_distance"].to_pylist(), strict=True)
        return {window: 1 - distance for window, distance in pairs if distance is not None}

    cosines: dict[int, float] = _reading(db, ask_it, {})
    return cosines


def _exact(db: apsw.Connection, vector: bytes, windows: list[int], count: int) -> dict[int, float]:
    """The exact cosines of the nearest of some windows."""
    if not windows:
        return {}
    return _search(db, vector, count, f"window IN ({tables.listed(windows)})", 1)


def _vectors(db: apsw.Connection, windows: Iterable[int]) -> dict[int, bytes]:
    """The int8 vectors of windows."""
    listed = list(windows)
    if not listed:
        return {}

    def take(table: lancedb.table.Table) -> dict[int, bytes]:
        query = table.search().where(f"window IN ({tables.listed(listed)})")
        found = query.select(["window", "vector"]).limit(2 * len(listed)).to_arrow()
        rows = zip(found["window"].to_pylist(), found["vector"].to_pylist(), strict=True)
        return {window: array("b", map(int, row)).tobytes() for window, row in rows}

    vectors: dict[int, bytes] = _reading(db, take, {})
    return vectors


def _pieces(
    db: apsw.Connection, near: dict[int, float], condition: str, values: list[object]
) -> dict[int, float]:
    """The pieces of windows that a condition on `piece p` lets pass, with their best cosine."""
    sql = (
        "SELECT w.id, p.id FROM window w CROSS JOIN piece p ON p.id = w.piece"  # noqa: S608  ids
        f" WHERE w.embedded = 1 AND w.id IN ({tables.listed(near)}) AND {condition}"
    )
    best: dict[int, float] = {}
    for window, piece in tables.rows(db, sql, values):
        best[piece] = max(near[window], best.get(piece, -1.0))
    return best


def folder(db: apsw.Connection) -> str:
    """The path of the folder that an index names; "" before the first model is adopted."""
    name = tables.meta(db, "folder")
    return os.path.join(os.path.dirname(db.filename), name.replace("/", "")) if name else ""


def open_table(db: apsw.Connection) -> lancedb.table.Table | None:
    """The table of an index as it is now; None before the first vector."""
    where = folder(db)
    if not os.path.isdir(os.path.join(where, f"{_TABLE}.lance")):
        _opened.pop(where, None)
        return None
    table = _opened.get(where)
    if table is None:
        table = _opened[where] = _connection(db).open_table(_TABLE)
    table.checkout_latest()
    return table


def _add(db: apsw.Connection, rows: pa.Table) -> None:
    """Add rows to the table, which is made with the first ones."""
    table = open_table(db)
    if table is None:
        _opened[folder(db)] = _connection(db).create_table(_TABLE, rows)
    else:
        table.add(rows)


def _reading(
    db: apsw.Connection, work: Callable[[lancedb.table.Table], Any], without: dict[int, Any]
) -> Any:  # noqa: ANN401  what `work` gives
    """Run `work` on the table; damage counts as damage of the index."""
    try:
        table = open_table(db)
        if table is not None:
            return work(table)
    except (OSError, RuntimeError, ValueError, OverflowError) as error:
        _opened.clear()
        raise apsw.CorruptError(f"LanceDB can't read its folder: {error}") from error
    if tables.meta_number(db, "vectors"):
        raise apsw.CorruptError("LanceDB's folder is gone")
    return without


def _connection(db: apsw.Connection) -> lancedb.db.DBConnection:
    import lancedb

    return lancedb.connect(folder(db))


def agree(index: database.Index) -> None:
    """Make the table match the index before vectors are added; see `upkeep.agree`."""
    from memory_store_lancedb import upkeep  # it imports this module

    upkeep.agree(index)


def maintain(index: database.Index) -> None:
    """Fit the table's own index to the number of vectors; see `upkeep.maintain`."""
    from memory_store_lancedb import upkeep

    upkeep.maintain(index)
