"""Brings a store's index up to date: plans, then applies, in one transaction under one lock.

After any sequence of appends, edits, retractions, truncations and syncs the index equals one built
from nothing. Must not search, or write the store's files.
"""

from __future__ import annotations

from memory_store import errors
from memory_store.index import backends, sync_state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.embedders import base
    from memory_store.index import database
    from memory_store.store import layout


def sync(
    store: layout.Store,
    *,
    embedder: base.Embedder | None = None,
    deadline_vectors: float | None = None,
    deadline: float | None = None,
    rebuild: bool = False,
    patience: float = sync_state.PATIENCE_SECONDS,
    backend: str = backends.SQLITE,
    progress: sync_state.Progress | None = None,
) -> sync_state.SyncReport:
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
        progress: see `sync_state.SyncReport`.

    Raises:
        StoreError: the index is locked for longer, or can't be read or written.
    """
    if embedder is None and not rebuild:
        report = sync_state.idle_report(store)
        if report is not None:
            return report
    from memory_store.index import database, reindex, update

    def embed(index: database.Index, done: sync_state.SyncReport) -> None:
        done.progress = progress
        if embedder is not None and not done.unfinished:
            _embed(index, store, embedder, deadline_vectors, done)

    damage: BaseException | None = None
    for is_anew in dict.fromkeys((rebuild, True)):  # what is found damaged is built anew, once
        if is_anew or (
            embedder is not None and reindex.is_due(store, backend, embedder, patience)
        ):
            index, report = _build_anew(store, backend, embed, patience, rebuild=is_anew)
        else:
            index, report = update.bring_up(
                store, patience=patience, backend=backend, deadline=deadline
            )
        with index:
            try:
                reindex.check_rows(index)
                embed(index, report)
                if embedder is not None and not report.unfinished:
                    sync_state.note_model(index, store, embedder, report)
                return report
            except database.DAMAGED as error:
                damage = error
    raise database.Unusable("the index is damaged at once: {damage}", damage=damage) from damage


def _build_anew(
    store: layout.Store,
    backend: str,
    embed: Callable[[database.Index, sync_state.SyncReport], None],
    patience: float,
    *,
    rebuild: bool,
) -> tuple[database.Index, sync_state.SyncReport]:
    """The new index; the old one, with the reason, if that can't be built now."""
    from memory_store.index import reindex, update  # see sync

    note = reindex.UNFINISHED
    try:
        built = reindex.run(store, backend, embed, patience)
        if built is not None:
            return built
    except errors.StoreError as error:
        if rebuild:
            raise
        note = errors.Message("the index stays as it was: {error}", error=error)
    index, report = update.bring_up(store, patience=patience, backend=backend)
    report.tell(note)
    return index, report


def _embed(
    index: database.Index,
    store: layout.Store,
    embedder: base.Embedder,
    deadline: float | None,
    report: sync_state.SyncReport,
) -> None:
    """Give an index its vectors, and keep searching them quick as they become many."""
    from memory_store.index import vector_sync  # two bare starts to import

    if backends.name(index.db) == backends.SQLITE:
        from memory_store.index import ivf

        vector_sync.fill(index, store, embedder, deadline, report)
        ivf.maintain(index)
        return
    keeper = backends.plug_in(backends.name(index.db))
    keeper.agree(index)
    vector_sync.fill(index, store, embedder, deadline, report)
    keeper.maintain(index)
