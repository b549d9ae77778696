"""The backend `sqlite`: vectors in plain tables, all of whose signs a search compares.

Gives pieces with cosines; `recall.ranking` weighs them. sqlite-vec is loaded by its path, since
its Python module imports numpy. Must not import numpy.
"""

from __future__ import annotations

import os

import apsw

from memory_store import errors
from memory_store.index import tables
from memory_store.store import log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memory_store.index import filters

RESCORED = 800
"""Windows whose cosine is computed: those whose signs differ least from the question's."""

WALKED = 4_000
"""The same where a filter leaves some of them out; of these RESCORED are taken."""

MATCHED = 20_000
"""Windows whose cosine is computed where a filter leaves next to nothing of what is near."""

UNUSABLE: str = errors.Message("sqlite-vec can't be loaded, so only words are searched")
"""What is told where `load` fails."""

_SITE = os.path.dirname(os.path.dirname(os.path.abspath(apsw.__file__)))
_EXTENSION = (_SITE, "sqlite_vec", "vec0")

_BINARY_CODE = "INSERT INTO binary_code VALUES (?, vec_quantize_binary(vec_int8(?)))"

_SPARE = 2  # windows for each piece that is wanted: some have several, some have expired

_NEAR = """
WITH near AS MATERIALIZED (
    SELECT window FROM binary_code
    ORDER BY vec_distance_hamming(vec_bit(bits), vec_quantize_binary(vec_int8(?))) LIMIT ?
)"""
_FILTERED = """, near AS MATERIALIZED (
    SELECT w.id AS window FROM walked CROSS JOIN window w ON w.id = walked.window
    CROSS JOIN piece p ON p.id = w.piece WHERE {} LIMIT ?
)"""
_MATCHING = """
WITH near AS MATERIALIZED (
    SELECT w.id AS window FROM piece p CROSS JOIN window w ON w.piece = p.id
    WHERE w.embedded = 1 AND {} ORDER BY p.id DESC LIMIT ?
)"""
_COSINE = "1 - vec_distance_cosine(vec_int8(v.int8), vec_int8(?))"
# the best first, and only then what they are windows of: each row read costs microseconds
_BEST = (
    f", best AS MATERIALIZED (SELECT near.window, {_COSINE} AS cosine FROM near"
    " CROSS JOIN vector v ON v.window = near.window ORDER BY cosine DESC LIMIT ?)"
    " SELECT p.id, max(best.cosine) AS cosine FROM best CROSS JOIN window w ON w.id = best.window"
    " CROSS JOIN piece p ON p.id = w.piece WHERE best.cosine IS NOT NULL AND {}"
    " GROUP BY p.id ORDER BY cosine DESC, p.id DESC LIMIT ?"
)


def load(db: apsw.Connection) -> bool:
    """Give a connection the functions of sqlite-vec; whether it has them now."""
    try:
        db.execute("SELECT vec_version()").fetchall()
    except apsw.SQLError:
        return _load(db)
    return True


def _load(db: apsw.Connection) -> bool:
    try:
        db.enable_load_extension(True)  # noqa: FBT003  SQLite's own switch
        try:
            db.load_extension(os.path.join(*_EXTENSION))
        except apsw.ExtensionLoadingError:
            db.load_extension(os.path.join(_installed(), _EXTENSION[-1]))
        finally:
            db.enable_load_extension(False)  # noqa: FBT003
    except (apsw.Error, ImportError, AttributeError) as error:
        log.write("vectors", f"sqlite-vec can't be loaded: {error}")
        return False
    return True


def _installed() -> str:
    """Where sqlite-vec is, if not beside apsw; slow, as it walks the import path."""
    from importlib import util

    spec = util.find_spec("sqlite_vec")
    if spec is None or not spec.submodule_search_locations:
        raise ImportError("sqlite_vec is not installed")
    return spec.submodule_search_locations[0]


def clear(db: apsw.Connection) -> None:
    """Remove all vectors."""
    db.execute("DELETE FROM vector; DELETE FROM binary_code")


def keep(db: apsw.Connection, vectors: list[tuple[int, bytes]]) -> None:
    """Keep the vectors of windows that have none; `load` it first.

    Args:
        db: the index, in a transaction.
        vectors: a window's id and its vector, as `int8.quantised` gives it.
    """
    for window, blob in vectors:
        db.execute("INSERT INTO vector VALUES (?, ?)", (window, blob))
        db.execute(_BINARY_CODE, (window, blob))


def drop(db: apsw.Connection, windows: list[int]) -> None:
    """Remove the vectors of windows; needs no extension."""
    for table in ("binary_code", "vector"):
        db.executemany(f"DELETE FROM {table} WHERE window = ?", [(one,) for one in windows])


def by_vector(
    db: apsw.Connection, vector: bytes, limit: int, wanted: filters.Filters
) -> dict[int, float]:
    """The pieces whose vectors have the highest cosine, that of the best window of each.

    Those whose signs differ least from the question's are compared: of the ten best about 99 of
    100 are found (docs/adr/0012). Ask `vector_table.has_vectors` first.

    Args:
        db: the index.
        vector: the question, as `int8.quantised` gives it.
        limit: pieces, at most.
        wanted: what a piece must be; where that leaves next to nothing of what is near, all that
            match are compared, the newest if they are many.

    Returns:
        Cosines by piece, the highest first.
    """
    condition, values = wanted.sql()
    best = _BEST.format(condition)
    last = [vector, _SPARE * limit, *values, limit]
    if not wanted.is_narrow():
        return dict(tables.rows(db, _NEAR + best, [vector, RESCORED, *last]))
    sql = _NEAR.replace("near AS", "walked AS") + _FILTERED.format(condition) + best
    scored = tables.rows(db, sql, [vector, WALKED, *values, RESCORED, *last])
    if len(scored) < limit and tables.meta_number(db, "vectors") > WALKED:
        scored = tables.rows(db, _MATCHING.format(condition) + best, [*values, MATCHED, *last])
    return dict(scored)


def cosines(db: apsw.Connection, vector: bytes, pieces: Iterable[int]) -> dict[int, float]:
    """The exact cosine of each of these pieces that has a vector, as `by_vector`."""
    sql = (
        f"SELECT w.piece, max({_COSINE}) AS cosine FROM window w CROSS JOIN vector v"
        f" ON v.window = w.id WHERE w.piece IN ({tables.listed(pieces)}) GROUP BY w.piece"
        " HAVING cosine IS NOT NULL"
    )
    return dict(tables.rows(db, sql, (vector,)))


def likeness(db: apsw.Connection, pieces: Iterable[int]) -> dict[tuple[int, int], float]:
    """The cosine between each two of these pieces, that of their likest windows, smaller id first.

    A piece without a vector is in no pair; the cost grows with the square of their number.
    """
    vectors = (
        "SELECT w.piece, v.int8 FROM window w CROSS JOIN vector v"
        f" ON v.window = w.id WHERE w.piece IN ({tables.listed(pieces)})"
    )
    return pairs(db, vectors)


def pairs(
    db: apsw.Connection, vectors: str, values: Sequence[object] = ()
) -> dict[tuple[int, int], float]:
    """The same of the pieces and int8 vectors that an SQL query gives, with its values."""
    sql = (
        f"WITH spoken (piece, int8) AS MATERIALIZED ({vectors})"
        " SELECT one.piece, other.piece,"
        " max(1 - vec_distance_cosine(vec_int8(one.int8), vec_int8(other.int8))) AS cosine"
        " FROM spoken one JOIN spoken other ON one.piece < other.piece"
        " GROUP BY one.piece, other.piece HAVING cosine IS NOT NULL"
    )
    return {(one, other): cosine for one, other, cosine in tables.rows(db, sql, values)}


def vector_of(db: apsw.Connection, identity: int) -> bytes | None:
    """The vector of a piece's first window; None if it has none."""
    sql = (
        "SELECT v.int8 FROM window w JOIN vector v ON v.window = w.id"
        " WHERE w.piece = ? ORDER BY w.id LIMIT 1"
    )
    found = tables.value(db, sql, (identity,))
    return found if isinstance(found, bytes) else None
