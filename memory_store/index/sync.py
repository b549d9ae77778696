"""Brings a store's index up to date: its texts, then its vectors, of the provider in the settings.

For runs that nobody waits for. After any sequence of appends, edits, retractions, truncations and
syncs the index equals one built from nothing.
"""

from __future__ import annotations

import os
import time

from memory_store import errors
from memory_store.index import backends, disk, sync_state
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store import place
    from memory_store.embedders import base, models
    from memory_store.index import database

_PATIENCE_SECONDS = 10.0
_ONE_STEP = 0.0  # a deadline that is over once the first step is done


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


def bring_up(
    where: place.Place,
    store: layout.Store,
    seconds: float | None,
    *,
    deadline: float | None = None,
    rebuild: bool = False,
    progress: sync_state.Progress | None = None,
    present: dict[str, str] | None = None,
) -> tuple[sync_state.SyncReport, bool]:
    """Bring one index up to date, with vectors where there is time.

    If the provider fails on the way, the fallback of the settings takes over at once.

    Args:
        where: the place of work.
        store: whose index.
        seconds: how long to embed what is new; None: not at all.
        deadline: until when texts are taken in; see `sync`.
        rebuild: build the index from nothing.
        progress: see `sync_state.SyncReport`.
        present: what `bookmarks.signatures` said of the store a moment ago.

    Returns:
        What was done, and whether there was nothing to do.

    Raises:
        StoreError: the store or its index can't be read or written.
    """
    backend = backends.chosen(where.config)

    def with_texts(*, rebuild: bool = rebuild) -> sync_state.SyncReport:
        return _with_texts(store, backend, deadline, rebuild=rebuild)

    if seconds is None:
        return with_texts(), False
    from memory_store.embedders import models  # a run with no time to embed has no use for it

    until = time.monotonic() + seconds
    try:
        choice = models.choose(where.config, patient=True)
    except errors.StoreError as error:
        report = with_texts()
        report.degraded = report.degraded or error.message
        return report, False
    name = choice.embedder.name
    done = sync_state.idle_report(store, name, backend, present) if not rebuild else None
    if done is not None:
        done.degraded = choice.degraded()
        return done, True
    if deadline is not None:
        done = with_texts(rebuild=False)
        if done.unfinished:
            return done, False

    def with_vectors(chosen: models.Choice, *, rebuild: bool = False) -> sync_state.SyncReport:
        return sync(
            store,
            embedder=chosen.embedder,
            deadline_vectors=until,
            rebuild=rebuild,
            patience=_PATIENCE_SECONDS,
            backend=backend,
            progress=progress,
        )

    done = with_vectors(choice, rebuild=rebuild)
    if done.degraded and done.vectors_missing:
        other = choice.another(where.config, patient=True)
        if other is not None:
            added = done.vectors_added
            done, choice = with_vectors(other), other
            done.vectors_added += added
    done.degraded = errors.joined(choice.degraded(), done.degraded)
    return done, False


def _with_texts(
    store: layout.Store, backend: str, deadline: float | None, *, rebuild: bool
) -> sync_state.SyncReport:
    """Take in texts, all at once, or step by step: between two steps others get at the index."""
    if deadline is None:
        return sync(store, rebuild=rebuild, patience=_PATIENCE_SECONDS, backend=backend)
    added = 0
    while True:
        done = sync(store, deadline=_ONE_STEP, patience=_PATIENCE_SECONDS, backend=backend)
        added += done.added
        if not done.unfinished or time.monotonic() >= deadline:
            done.added = added
            return done


def bound_cache(where: place.Place, store: layout.Store) -> None:
    """Forget the vectors that were longest not asked for, where there are too many."""
    limit = where.config.count("embedding_cache_mb") << 20
    path = os.path.join(layout.cache_directory(store), disk.VECTORS)
    if not os.path.isfile(path) or os.path.getsize(path) <= limit:
        return
    from memory_store.index import vector_sync  # few runs find it full

    with vector_sync.open_cache(store) as cache:
        cache.hold(limit)
