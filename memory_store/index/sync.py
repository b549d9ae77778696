"""Bringing a store's index up to date: plan, then apply, in one transaction under one lock.

Any sequence of appends, edits, retractions, truncations and syncs gives what building from
nothing gives. Must not search, and never touches the store's files but to read them.
"""

from __future__ import annotations

import os

from memory_store import layout
from memory_store.index import bookmarks, disk, mirror
from memory_store.index import report as reports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.embedders import base
    from memory_store.index import database


def sync(
    store: layout.Store,
    *,
    embedder: base.Embedder | None = None,
    deadline_vectors: float | None = None,
    rebuild: bool = False,
    patience: float = reports.PATIENCE_SECONDS,
) -> reports.SyncReport:
    """Bring the index of a store up to date.

    Args:
        store: a store that may be read (its trust is the caller's business).
        embedder: what makes vectors; None leaves them as they are.
        deadline_vectors: until when, in `time.monotonic` seconds, None for no end; the first 200
            texts are embedded regardless, and loading the model doesn't count.
        rebuild: build it from nothing, also if it looks sound.
        patience: seconds to wait for another process that is at it.

    Raises:
        StoreError: the index is locked for longer, or can't be read or written.
    """
    if embedder is None and not rebuild:
        report = already(store)
        if report is not None:
            return report
    from memory_store.index import update  # SQLite and all that reads the files

    index, report = update.bring_up(store, rebuild=rebuild, patience=patience)
    with index:
        from memory_store.index import database, soundness

        try:
            soundness.check(index, patience)
            if embedder is None:
                return report
            from memory_store.index import cells, vector_sync  # two bare starts to import

            vector_sync.fill(index, store, embedder, deadline_vectors, report, patience)
            cells.maintain(index, patience)
            note_model(index, store, embedder, report)
        except database.DAMAGED as error:
            if rebuild:
                raise database.Unusable(f"the index is damaged at once: {error}") from error
        else:
            return report
    return sync(
        store,
        embedder=embedder,
        deadline_vectors=deadline_vectors,
        rebuild=True,
        patience=patience,
    )


def already(store: layout.Store, model: str = "") -> reports.SyncReport | None:
    """The report where there is nothing to do, else None; doesn't open the index.

    Args:
        store: as in `sync`.
        model: the name of an embedder, if all texts are to have its vectors.
    """
    where = layout.cache_directory(store)
    state = mirror.read(where)
    if not os.path.isfile(disk.path_in(where)):
        return None
    if model not in ("", state.model):
        return None
    if state.known != bookmarks.stamps(store):
        return None
    report = reports.SyncReport()
    report.bad_lines = state.bad
    return report


def note_model(
    index: database.Index,
    store: layout.Store,
    embedder: base.Embedder,
    report: reports.SyncReport,
) -> None:
    """Keep for `already` whether all texts have their vectors, as a report of `fill` has it.

    Looked at again under the lock: another process may have added texts since that report.

    Raises:
        apsw.Error: one of `database.DAMAGED`: the index is damaged.
    """
    where = layout.cache_directory(store)
    model = "" if report.vectors_missing or report.degraded else embedder.name
    if not index.path or index.aside or mirror.read(where).model == model:
        return
    from memory_store import errors, log
    from memory_store.index import vector_table

    def note() -> None:
        state = mirror.read(where)
        if state.known:
            named = "" if vector_table.missing(index.db) else model
            mirror.write(where, mirror.State(state.known, state.bad, named))

    try:
        index.write(note, reports.PATIENCE_SECONDS)
    except errors.StoreError as error:
        log.write("index", error)  # the next run looks for itself
