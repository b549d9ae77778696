"""Brings a store's index up to date, with vectors of the provider in the settings.

For runs that nobody waits for. Must not import a model where nothing is new.
"""

from __future__ import annotations

import os
import time

from memory_store import errors
from memory_store.index import backends, disk, sync_state
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import place
    from memory_store.embedders import models

_PATIENCE_SECONDS = 10.0
_ONE_STEP = 0.0  # a deadline that is over once the first step is done


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
        deadline: until when texts are taken in; see `sync.sync`.
        rebuild: build the index from nothing.
        progress: see `sync_state.SyncReport`.
        present: what `bookmarks.signatures` said of the store a moment ago.

    Returns:
        What was done, and whether there was nothing to do.

    Raises:
        StoreError: the store or its index can't be read or written.
    """
    if seconds is None:
        return _with_texts(where, store, deadline, rebuild=rebuild), False
    from memory_store.embedders import models  # a run with no time to embed has no use for it

    until = time.monotonic() + seconds
    try:
        choice = models.choose(where.config, patient=True)
    except errors.StoreError as error:
        report = _with_texts(where, store, deadline, rebuild=rebuild)
        report.degraded = report.degraded or error.message
        return report, False
    backend = backends.chosen(where.config)
    name = choice.embedder.name
    done = sync_state.idle_report(store, name, backend, present) if not rebuild else None
    if done is not None:
        done.degraded = choice.degraded()
        return done, True
    if deadline is not None:
        done = _with_texts(where, store, deadline, rebuild=False)
        if done.unfinished:
            return done, False
    done = _with_vectors(where, store, choice, until, rebuild=rebuild, progress=progress)
    return done, False


def _with_texts(
    where: place.Place, store: layout.Store, deadline: float | None, *, rebuild: bool
) -> sync_state.SyncReport:
    """Take in texts, all at once, or step by step: between two steps others get at the index."""
    if deadline is None:
        return _sync(where, store, None, None, rebuild=rebuild)
    added = 0
    while True:
        done = _sync(where, store, None, None, deadline=_ONE_STEP)
        added += done.added
        if not done.unfinished or time.monotonic() >= deadline:
            done.added = added
            return done


def _with_vectors(
    where: place.Place,
    store: layout.Store,
    choice: models.Choice,
    until: float,
    *,
    rebuild: bool,
    progress: sync_state.Progress | None,
) -> sync_state.SyncReport:
    report = _sync(where, store, choice, until, rebuild=rebuild, progress=progress)
    if report.degraded and report.vectors_missing:
        other = choice.another(where.config, patient=True)
        if other is not None:
            added = report.vectors_added
            report, choice = _sync(where, store, other, until, progress=progress), other
            report.vectors_added += added
    report.degraded = errors.joined(choice.degraded(), report.degraded)
    return report


def _sync(
    where: place.Place,
    store: layout.Store,
    choice: models.Choice | None,
    until: float | None,
    *,
    deadline: float | None = None,
    rebuild: bool = False,
    progress: sync_state.Progress | None = None,
) -> sync_state.SyncReport:
    from memory_store.index import sync  # an index that is up to date needs none

    return sync.sync(
        store,
        embedder=None if choice is None else choice.embedder,
        deadline_vectors=until,
        deadline=deadline,
        rebuild=rebuild,
        patience=_PATIENCE_SECONDS,
        backend=backends.chosen(where.config),
        progress=progress,
    )


def bound_cache(where: place.Place, store: layout.Store) -> None:
    """Forget the vectors that were longest not asked for, where there are too many."""
    limit = where.config.count("embedding_cache_mb") << 20
    path = os.path.join(layout.cache_directory(store), disk.VECTORS)
    if not os.path.isfile(path) or os.path.getsize(path) <= limit:
        return
    from memory_store.index import vector_sync  # few runs find it full

    with vector_sync.open_cache(store) as cache:
        cache.hold(limit)
