"""An inverted file (IVF): lists of near vectors, of which a search looks at a few.

Maintenance trains and fills the lists in short transactions and may stop after any of them: each
vector is always in exactly one list of the present training. Must not run for a search or hook
that answers.
"""

from __future__ import annotations

import math
import random
import time

import apsw

from memory_store import errors
from memory_store.embedders import kmeans
from memory_store.index import database, nearest, tables, vector_table
from memory_store.store import log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_PER_ROOT = 4  # lists for the square root of the number of vectors
_SAMPLE = 32  # vectors for each centroid
_BATCH = 2_048  # vectors read or moved in one transaction
_PAUSE_SECONDS = 0.01  # after it: who waits for the lock asks every 2 ms
_UNSETTLED = (
    "SELECT s.list, s.window, v.int8 FROM binary_code s JOIN vector v ON v.window = s.window"
    " WHERE s.list < ? ORDER BY s.list, s.window LIMIT ?"
)


def maintain(index: database.Index) -> None:
    """Train lists if the vectors have doubled, and move waiting vectors into their lists.

    What can't be done now, or is killed, the next call does.

    Args:
        index: open and not locked by the caller.

    Raises:
        apsw.Error: one of `database.DAMAGED`: the index is damaged.
    """
    try:
        if nearest.outgrows(index.db):
            _train(index)
        first = nearest.generation(index.db)
        if first:
            _settle(index, first)
    except database.DAMAGED:
        raise
    except (apsw.Error, errors.StoreError) as error:
        log.write("vectors", f"IVF lists are left as they are: {error}")


def _train(index: database.Index) -> None:
    """Add the lists of a new training, as many as the number of vectors asks for."""
    model, count = vector_table.model(index.db), vector_table.count(index.db)
    wanted = _PER_ROOT * math.isqrt(count)
    centroids = kmeans.train(_sample(index, wanted * _SAMPLE), wanted)

    def add() -> None:
        db = index.db
        if not nearest.outgrows(db) or vector_table.model(db) != model:
            return  # another process was faster, or took the vectors away
        db.execute("INSERT INTO ivf_list (centroid) VALUES (?)", centroids[:1])
        first = db.last_insert_rowid()
        db.executemany(
            "INSERT INTO ivf_list (centroid) VALUES (?)", [(one,) for one in centroids[1:]]
        )
        tables.set_meta(db, generation=first, trained=count)

    index.write(add)


def _sample(index: database.Index, size: int) -> list[bytes]:
    """Vectors chosen at random, some perhaps twice; the same each time."""
    chance = random.Random(size)  # noqa: S311  nobody's secret
    sql = "SELECT int8 FROM vector WHERE window >= ? ORDER BY window LIMIT 1"
    vectors: list[bytes] = []

    def read() -> None:
        first, last = tables.rows(index.db, "SELECT min(window), max(window) FROM vector")[0]
        if first is None:
            raise apsw.CorruptError("vectors were counted that aren't there")
        for _ in range(min(_BATCH, size - len(vectors))):
            vectors.append(tables.value(index.db, sql, (chance.randint(first, last),)))

    while len(vectors) < size:
        _write(index, read)
    return _checked(vectors)


def _settle(index: database.Index, first: int) -> None:
    """Move the vectors of lists below `first` in batches, and drop the empty lists."""
    db = index.db
    lists = tables.rows(
        db, "SELECT id, centroid FROM ivf_list WHERE id >= ? ORDER BY id", (first,)
    )
    moves: list[tuple[int, int, int]] = []
    waiting: list[tuple[int, int, bytes]] = []  # list of an older training, window, int8

    def step() -> None:
        waiting.clear()
        if nearest.generation(db) != first:
            return  # another process has trained, and goes on
        if not lists:
            raise apsw.CorruptError("a training is noted whose lists aren't there")
        _move(db, moves)
        waiting.extend(tables.rows(db, _UNSETTLED, (first, _BATCH)))
        if not waiting:
            db.execute("DELETE FROM ivf_list WHERE id < ?", (first,))

    _write(index, step)
    while waiting:
        blobs = _checked([blob for *_, blob in (*lists, *waiting)])
        nearest_lists = kmeans.nearest(blobs[: len(lists)], blobs[len(lists) :])
        moves = sorted(
            (lists[at][0], older, window)
            for at, (older, window, _) in zip(nearest_lists, waiting, strict=True)
        )
        _write(index, step)


def _write(index: database.Index, work: Callable[[], object]) -> None:
    """Do `work` in a transaction of its own, and let others have the index for a moment."""
    index.write(work)
    time.sleep(_PAUSE_SECONDS)


def _checked(blobs: list[bytes]) -> list[bytes]:
    """The vectors, if all have one length: a damaged index may hold anything."""
    if any(not isinstance(one, bytes) or len(one) != len(blobs[0]) for one in blobs):
        raise apsw.CorruptError("a vector of the index has not the length of others")
    return blobs


def _move(db: apsw.Connection, moves: list[tuple[int, int, int]]) -> None:
    """Move binary codes to a list, from a list, by window; what was dropped meanwhile stays so."""
    db.executemany(
        "UPDATE OR REPLACE binary_code SET list = ? WHERE list = ? AND window = ?", moves
    )
    db.executemany("UPDATE window SET list = ? WHERE list = ? AND id = ?", moves)
