"""Bringing a store's index up to date: plan, then apply, in one transaction under one lock.

Any sequence of appends, edits, retractions, truncations and syncs gives what building from
nothing gives. Must not search, and never touches the store's files but to read them.
"""

from __future__ import annotations

import os

from memory_store import errors
from memory_store.index import backends, bookmarks, disk, mirror
from memory_store.index import report as reports
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.embedders import base
    from memory_store.index import database

_FAR_BEHIND_BYTES = 5 << 20  # a second's work, two where it is Markdown


def sync(
    store: layout.Store,
    *,
    embedder: base.Embedder | None = None,
    deadline_vectors: float | None = None,
    deadline: float | None = None,
    rebuild: bool = False,
    patience: float = reports.PATIENCE_SECONDS,
    backend: str = backends.SQLITE,
    progress: reports.Progress | None = None,
) -> reports.SyncReport:
    """Bring the index of a store up to date.

    Args:
        store: a store that may be read (its trust is the caller's business).
        embedder: what makes vectors; None leaves them as they are.
        deadline_vectors: until when, in `time.monotonic` seconds, None for no end; the first 200
            texts are embedded regardless, and loading the model doesn't count.
        deadline: until when texts are taken in, likewise; see `update.bring_up`. While any are
            left, no vectors are made.
        rebuild: build it from nothing, also if it looks sound; the old one answers meanwhile.
        patience: seconds to wait for another process that is at it.
        backend: what is to keep its vectors. With an embedder, an index of another backend or of
            another model gives way to a new one when that is whole.
        progress: see `reports.SyncReport`.

    Raises:
        StoreError: the index is locked for longer, or can't be read or written.
    """
    if embedder is None and not rebuild:
        report = already(store)
        if report is not None:
            return report
    from memory_store.index import database, reindex, soundness, update

    def embed(index: database.Index, done: reports.SyncReport) -> None:
        done.progress = progress
        if embedder is not None and not done.unfinished:
            _embed(index, store, embedder, deadline_vectors, done, patience)

    if rebuild or (embedder is not None and reindex.is_due(store, backend, embedder, patience)):
        index, report = _build_anew(store, backend, embed, patience, rebuild=rebuild)
    else:
        index, report = update.bring_up(
            store, patience=patience, backend=backend, deadline=deadline
        )
    with index:
        try:
            soundness.check(index, patience)
            embed(index, report)
            if embedder is not None and not report.unfinished:
                note_model(index, store, embedder, report)
            return report
        except database.DAMAGED as error:
            if rebuild:
                raise database.Unusable(f"the index is damaged at once: {error}") from error
    return sync(
        store,
        embedder=embedder,
        deadline_vectors=deadline_vectors,
        deadline=deadline,
        rebuild=True,
        patience=patience,
        backend=backend,
        progress=progress,
    )


def _build_anew(
    store: layout.Store,
    backend: str,
    embed: Callable[[database.Index, reports.SyncReport], None],
    patience: float,
    *,
    rebuild: bool,
) -> tuple[database.Index, reports.SyncReport]:
    """The new index, or, where that can't be had now, the old one with the reason told."""
    from memory_store.index import reindex, update  # see sync

    note = reindex.UNFINISHED
    try:
        made = reindex.run(store, backend, embed, patience)
        if made is not None:
            return made
    except errors.StoreError as error:
        if rebuild:
            raise
        note = f"the index stays as it was: {error}"
    index, report = update.bring_up(store, patience=patience, backend=backend)
    report.tell(note)
    return index, report


def _embed(
    index: database.Index,
    store: layout.Store,
    embedder: base.Embedder,
    deadline: float | None,
    report: reports.SyncReport,
    patience: float,
) -> None:
    """Give an index its vectors, and keep searching them quick as they become many."""
    from memory_store.index import vector_sync  # two bare starts to import

    if backends.name(index.db) == backends.SQLITE:
        from memory_store.index import cells

        vector_sync.fill(index, store, embedder, deadline, report, patience)
        cells.maintain(index, patience)
        return
    from memory_store.index import lance_upkeep

    lance_upkeep.agree(index, patience)
    vector_sync.fill(index, store, embedder, deadline, report, patience)
    lance_upkeep.maintain(index)


def is_far_behind(store: layout.Store) -> bool:
    """Whether bringing the index up to date takes longer than a person waits for an answer."""
    known = mirror.read(layout.cache_directory(store)).known
    return bookmarks.backlog(bookmarks.stamps(store), known) > _FAR_BEHIND_BYTES


def already(
    store: layout.Store, model: str = "", backend: str = backends.SQLITE
) -> reports.SyncReport | None:
    """The report where there is nothing to do, else None; doesn't open the index.

    Args:
        store: as in `sync`.
        model: the name of an embedder, if all texts are to have its vectors.
        backend: what is to keep these.
    """
    where = layout.cache_directory(store)
    state = mirror.read(where)
    if not os.path.isfile(disk.path_in(where)):
        return None
    if model and state.model != _noted(model, backend):
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

    Where these have become so many that they are to be put into cells, something is left to do.
    Looked at again under the lock: another process may have added texts since that report.

    Raises:
        apsw.Error: one of `database.DAMAGED`: the index is damaged.
    """
    where = layout.cache_directory(store)
    backend = backends.name(index.db)
    is_whole = not (report.vectors_missing or report.degraded or _outgrows(index, backend))
    model = _noted(embedder.name, backend) if is_whole else ""
    if not index.path or index.aside or mirror.read(where).model == model:
        return
    from memory_store.index import vector_table
    from memory_store.store import log

    def note() -> None:
        state = mirror.read(where)
        if state.known:
            named = "" if vector_table.missing(index.db) else model
            mirror.write(where, mirror.State(state.known, state.bad, named))

    try:
        index.write(note, reports.PATIENCE_SECONDS)
    except errors.StoreError as error:
        log.write("index", error)  # the next run looks for itself


def _outgrows(index: database.Index, backend: str) -> bool:
    if backend != backends.SQLITE:
        return False
    from memory_store.index import nearest  # see sync

    return nearest.outgrows(index.db)


def _noted(model: str, backend: str) -> str:
    """A model and the backend of its vectors, as the mirror notes them."""
    return model if backend == backends.SQLITE else f"{model} in {backend}"
