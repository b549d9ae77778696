"""Maintains the folder of vectors: missing rows, surplus rows, its index.

Runs at the end of a sync that embeds, and may stop anywhere. Must not run for a search or hook
that answers.
"""

from __future__ import annotations

import datetime as dt
import math
import os
import shutil
import time

import apsw

import memory_store_lancedb as backend
from memory_store import errors
from memory_store.index import database, tables, vector_table
from memory_store.store import lock, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    import lancedb

GRACE_SECONDS = 60.0
"""A search that began with an older version of it, or with an older index, has ended by then."""

SMALLEST = 20_000
"""Fewer vectors are compared one by one."""

_FRAGMENTS = 32  # each transaction adds one, and each costs a search a little
_BATCH = 10_000
_ALONE_SECONDS = 0.001  # nobody reads an older version of what is just being built
_INDEX, _WINDOWS = "vector_idx", "window_idx"


def agree(index: database.Index) -> None:
    """Make the table match the index before vectors are added.

    The two differ where texts were taken out, or a process killed, or a disk full, between them.

    Args:
        index: open, and not locked by the caller.

    Raises:
        apsw.Error: one of `database.DAMAGED`: the folder is damaged.
        StoreError: the index is locked.
    """
    if not backend.load(index.db):
        return
    try:
        table = backend.open_table(index.db)
        if table is None:
            if vector_table.count(index.db):
                index.write(lambda: _forget_all(index.db))
        elif table.count_rows() != vector_table.count(index.db):
            index.write(lambda: _reconcile(index.db, table))
    except (OSError, RuntimeError, ValueError) as error:
        raise apsw.CorruptError(f"LanceDB can't read its folder: {error}") from error


def maintain(index: database.Index) -> None:
    """Fit the table's own index to the number of vectors, and merge fragments.

    What can't be done now, or is killed, the next call does.
    """
    if not backend.load(index.db):
        return
    try:
        table = backend.open_table(index.db)
        if table is not None:
            _train_or_merge(table, _ALONE_SECONDS if index.aside else GRACE_SECONDS)
        _sweep(backend.folder(index.db))
    except (OSError, RuntimeError, ValueError) as error:
        log.write("vectors", f"LanceDB's folder is left as it is: {error}")


def _sweep(kept: str) -> None:
    """Remove the folders of older indexes, unless another index is being built."""
    where = os.path.dirname(kept)
    try:
        with lock.Held(where, 0, database.REINDEX):
            _sweep_folders(where, kept)
    except errors.StoreError:
        return


def _sweep_folders(where: str, kept: str) -> None:
    for name in os.listdir(where):
        path = os.path.join(where, name)
        if name.endswith(backend.FOLDER) and path != kept and _is_idle(path):
            shutil.rmtree(path, ignore_errors=True)  # the next sweep tries again


def _is_idle(path: str) -> bool:
    """Whether nothing was written in a folder for a while: each commit leaves a file."""
    times = [os.stat(one, follow_symlinks=False).st_mtime for one, _, _ in os.walk(path)]
    return time.time() - max(times, default=0.0) > GRACE_SECONDS


def _reconcile(db: apsw.Connection, table: lancedb.table.Table) -> None:
    """Remove unknown and double rows, and mark windows with lost vectors."""
    marked = {row[0] for row in tables.rows(db, "SELECT id FROM window WHERE embedded = 1")}
    rows = table.search().select(["window"]).limit(table.count_rows()).to_arrow()
    present: set[int] = set()
    twice: set[int] = set()
    for window in rows["window"].to_pylist():
        (twice if window in present else present).add(window)
    gone = sorted((present - marked) | twice)
    for start in range(0, len(gone), _BATCH):
        table.delete(f"window IN ({tables.listed(gone[start : start + _BATCH])})")
    lost = [(one,) for one in (marked - present) | (twice & marked)]
    db.executemany("UPDATE window SET embedded = 0 WHERE id = ?", lost)
    tables.set_meta(db, vectors=len(marked) - len(lost))


def _forget_all(db: apsw.Connection) -> None:
    """Have all vectors made again: their table is gone."""
    db.execute("UPDATE window SET embedded = 0 WHERE embedded = 1")
    tables.set_meta(db, vectors=0)


def _train_or_merge(table: lancedb.table.Table, grace: float) -> None:
    """Train the table's index if vectors have doubled; else add new ones to it.

    RaBitQ (Gao and Long, SIGMOD 2024): a bit for each dimension, as in `sqlite`. Windows have
    an index of their own, without which a few of them are looked for among all.
    """
    from lancedb.index import BTree, IvfRq

    count = table.count_rows()
    indexed = _indexed(table)
    if count >= SMALLEST and table.index_stats(_WINDOWS) is None:
        table.create_index("window", config=BTree())
    if count >= max(SMALLEST, 2 * indexed):
        config = IvfRq(distance_type="cosine", num_partitions=math.isqrt(count))
        table.create_index("vector", config=config)
    elif (
        not (indexed and count - indexed > SMALLEST)
        and table.stats()["fragment_stats"]["num_fragments"] < _FRAGMENTS
    ):
        return
    table.optimize(cleanup_older_than=dt.timedelta(seconds=grace))


def _indexed(table: lancedb.table.Table) -> int:
    """How many vectors the index was made of; 0 where there is none."""
    found = table.index_stats(_INDEX)
    return found.num_indexed_rows if found else 0
