"""Builds another index while the old one answers, and decides when that is needed.

For another backend, another model, lost rows, or on request. Must not run for a search or hook
that answers, or leave less than there was.
"""

from __future__ import annotations

import os

import apsw

from memory_store import errors
from memory_store.index import (
    backends,
    database,
    disk,
    sync_state,
    tables,
    update,
    vector_sync,
    vector_table,
)
from memory_store.store import layout, lock, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.embedders import base


UNFINISHED = errors.Message(
    "the index is being built anew: its vectors are made run by run, and the old one answers until"
    " all are there"
)

_FINDABLE = (
    "SELECT count(*) FROM piece",
    "SELECT count(*) FROM words_docsize",
    "SELECT count(DISTINCT piece) FROM window",
    "SELECT value FROM meta WHERE name = 'living'",
)
_EMBEDDED = (
    "SELECT count(*) FROM vector",
    "SELECT count(*) FROM binary_code",
    f"SELECT count(*) FROM window WHERE embedded = {vector_table.EMBEDDED}",
    "SELECT value FROM meta WHERE name = 'vectors'",
)
_MOST_CHECKED = 200_000
"""Pieces whose words are looked through: that takes 0.2 s for 100,000, with the index locked."""


def check_rows(index: database.Index) -> None:
    """Compare the numbers of rows; an index that is locked or full is not looked at.

    Args:
        index: open and not locked by the caller.

    Raises:
        apsw.Error: one of `database.DAMAGED`: rows are missing, or can't be read.
    """
    try:
        index.write(lambda: _compare(index.db))
    except database.DAMAGED:
        raise
    except (apsw.Error, errors.StoreError) as error:
        log.write("index", error)


def _compare(db: apsw.Connection) -> None:
    is_here = backends.name(db) == backends.SQLITE  # another backend has its own way to agree
    for asked in (_FINDABLE, _EMBEDDED) if is_here else (_FINDABLE,):
        counts = [tables.number(db, sql) for sql in asked]
        if len(set(counts)) > 1:
            raise apsw.CorruptError(f"rows are missing: {counts}")
    if tables.number(db, _FINDABLE[-1]) <= _MOST_CHECKED:
        db.execute("INSERT INTO words (words) VALUES ('integrity-check')")  # writes nothing


def is_due(store: layout.Store, backend: str, embedder: base.Embedder, patience: float) -> bool:
    """Whether the index of a store has another backend, or many vectors of another model.

    A few vectors are made again within the promise of any sync.
    """

    def is_of_another(index: database.Index) -> bool:
        identity = vector_table.identity_of(embedder)
        return backends.name(index.db) != backend or vector_sync.is_anothers(index, identity)

    # one that can't be read is built again by the sync
    return bool(database.ask(layout.cache_directory(store), patience, is_of_another))


def run(
    store: layout.Store,
    backend: str,
    embed: Callable[[database.Index, sync_state.SyncReport], None],
    patience: float,
) -> tuple[database.Index, sync_state.SyncReport] | None:
    """Build the index of a store anew, and swap it in.

    What is written to the files meanwhile is taken in under the lock, just before. If the process
    is killed, the disk full or time up, the old index stands: vectors that were made are in the
    cache, and the next run ends sooner.

    Args:
        store: the store.
        backend: what is to keep the vectors.
        embed: gives the new index its vectors, and tells in the report what it lacks.
        patience: seconds to wait for another process that does the same, and for the lock.

    Returns:
        The new index, open, and what was done; None where the old one stays, having more vectors.

    Raises:
        StoreError: another process is at it, or the index can't be written.
    """
    where = disk.directory(store)
    if not where:
        index, report = update.in_memory(store)
        report.tell(update.NOT_KEPT)
        return index, report
    try:
        with lock.Held(where, patience, database.REINDEX):
            return _run(store, where, backend, embed, patience)
    except database.Unusable:
        raise
    except (*database.DAMAGED, errors.StoreError) as error:
        raise database.unusable("the index can't be built anew", error) from error


def _run(
    store: layout.Store,
    where: str,
    backend: str,
    embed: Callable[[database.Index, sync_state.SyncReport], None],
    patience: float,
) -> tuple[database.Index, sync_state.SyncReport] | None:
    index = database.create_aside(where, backend, disk.NEXT)
    index.patience = patience
    try:
        report = update.take_in(index, store, "")
        embed(index, report)
        if report.vectors_missing:
            answering = database.ask(where, patience, lambda old: vector_table.count(old.db)) or 0
            if vector_table.count(index.db) < answering:
                index.close()
                return None
        with database.locked(where, patience):
            _check_there(index)
            sync_state.write(where, sync_state.State({}, 0))  # it has been of the old one
            late = update.take_in(index, store, where)
            index.publish()
        vector_sync.forget_keys(where)
    except BaseException:
        index.close()
        raise
    report.added += late.added
    return index, report


def _check_there(index: database.Index) -> None:
    """Refuse an index that was removed while it was built, as forgetting a text does."""
    if not os.path.exists(index.aside):
        raise database.Unusable("what was built was removed meanwhile")
