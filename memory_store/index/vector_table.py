"""The table of vectors and their sketches: making it a model's, filling it, clearing it.

Vectors of two models never stand in it together. sqlite-vec is loaded by its path, since its
Python module imports numpy; where it can't be loaded there are no vectors, and words answer alone.
"""

from __future__ import annotations

import os

import apsw

from memory_store import log
from memory_store.index import ask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.embedders import base

_SITE = os.path.dirname(os.path.dirname(os.path.abspath(apsw.__file__)))
_EXTENSION = (_SITE, "sqlite_vec", "vec0")

_SKETCH = "INSERT INTO sketch VALUES (0, ?, vec_quantize_binary(vec_int8(?)))"

_COUNTED = 10_000
MISSING, EMBEDDED, NEVER = 0, 1, 2
"""Of a window: to be embedded; has a vector; the model has none for it."""


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

    found = util.find_spec("sqlite_vec")
    if found is None or not found.submodule_search_locations:
        raise ImportError("sqlite_vec is not installed")
    return found.submodule_search_locations[0]


def model(db: apsw.Connection) -> str:
    """The model whose vectors the table holds; "" when there is none yet."""
    return str(ask.value(db, "SELECT value FROM meta WHERE name = 'model'") or "")


def adopt(db: apsw.Connection, identity: str) -> None:
    """Make the table that of a model: as it is, or empty if it was another's."""
    if model(db) == identity:
        return
    db.execute("DELETE FROM vector; DELETE FROM sketch; DELETE FROM cell")
    db.execute("UPDATE window SET embedded = 0, cell = 0 WHERE embedded <> 0")
    values = (("model", identity), ("vectors", "0"), ("trained", "0"), ("generation", "0"))
    db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", values)


def identity_of(embedder: base.Embedder) -> str:
    """What `model` gives for the table of an embedder: its name and dimensions."""
    return f"{embedder.name} {embedder.dimensions}"


def put(db: apsw.Connection, vectors: Iterable[tuple[int, bytes]], never: Iterable[int]) -> None:
    """Give windows their vectors, in no cell yet, and mark others.

    A window that was dropped meanwhile gets none.

    Args:
        db: the index, in a transaction, with the functions of sqlite-vec.
        vectors: a window's id and its vector, as `levels.of` gives it.
        never: windows that the model has no vector for.
    """
    mark = "UPDATE window SET embedded = ? WHERE id = ? AND embedded = 0"
    made = 0
    for window, blob in vectors:
        db.execute(mark, (EMBEDDED, window))
        if db.changes():
            db.execute("INSERT INTO vector VALUES (?, ?)", (window, blob))
            db.execute(_SKETCH, (window, blob))
            made += 1
    db.executemany(mark, [(NEVER, window) for window in never])
    _count(db, made)


def forget(db: apsw.Connection, windows: list[tuple[int, int]]) -> None:
    """Remove the vectors of windows, given with their cells."""
    db.executemany("DELETE FROM sketch WHERE window = ? AND cell = ?", windows)
    db.executemany("DELETE FROM vector WHERE window = ?", [(one,) for one, _ in windows])
    _count(db, -len(windows))


def count(db: apsw.Connection) -> int:
    """How many vectors there are."""
    return ask.number(db, "SELECT value FROM meta WHERE name = 'vectors'")


def generation(db: apsw.Connection) -> int:
    """The first cell of the newest training; 0 before the first one (see `cells`).

    Vectors in lower cells, of which 0 is the one that new vectors come to, wait to be moved.
    """
    return ask.number(db, "SELECT value FROM meta WHERE name = 'generation'")


def _count(db: apsw.Connection, more: int) -> None:
    """Note how many there are now: to count them anew is to read them all."""
    sql = "UPDATE meta SET value = CAST(value AS INTEGER) + ? WHERE name = 'vectors'"
    db.execute(sql, (more,))


def missing(db: apsw.Connection) -> int:
    """How many windows are to be embedded, 10,000 at most: nobody needs to count further."""
    some = f"SELECT 1 FROM window WHERE embedded = 0 LIMIT {_COUNTED}"  # noqa: S608  our number
    return ask.number(db, f"SELECT count(*) FROM ({some})")  # noqa: S608
