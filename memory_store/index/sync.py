"""Brings a store's index up to date: its texts, then its vectors, of the provider in the settings.

For runs that nobody waits for. After any sequence of appends, edits, retractions, truncations and
syncs the index equals one built from nothing.
"""

from __future__ import annotations

import math
import os
import time

from memory_store import errors
from memory_store.index import backends, bookmarks, disk
from memory_store.index.sync_report import UNFINISHED, SyncReport
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import place
    from memory_store.embedders import base, models
    from memory_store.index import database, indexer, sync_report

_PATIENCE_SECONDS = 10.0


def idle_report(
    store: layout.Store,
    model: str = "",
    backend: str = backends.SQLITE,
    present: dict[str, str] | None = None,
) -> SyncReport | None:
    """The report if there is nothing to do, else None; does not open the index.

    Args:
        store: as in `sync`.
        model: the name of an embedder, if all texts are to have its vectors.
        backend: what is to keep these.
        present: what `bookmarks.signatures` says of the store, where the caller knows it.
    """
    where = layout.cache_directory(store)
    state = bookmarks.state(where)
    if not os.path.isfile(disk.path_in(where)):
        return None
    if model and state.model != backends.noted(model, backend):
        return None
    is_known = state.known == (bookmarks.signatures(store) if present is None else present)
    return SyncReport(state.bad) if is_known else None


def sync(
    store: layout.Store,
    *,
    embedder: base.Embedder | None = None,
    deadline_vectors: float | None = None,
    is_step: bool = False,
    rebuild: bool = False,
    patience: float = 1.0,
    backend: str = backends.SQLITE,
    progress: sync_report.Progress | None = None,
) -> SyncReport:
    """Bring the index of a store up to date.

    Args:
        store: a store that may be read (its trust is the caller's business).
        embedder: what makes vectors; None leaves them as they are.
        deadline_vectors: until when, in `time.monotonic` seconds, None for no end; the first 200
            texts are embedded regardless, and loading the model doesn't count.
        is_step: whether to take in texts for a few seconds only; see `indexer.bring_up`. While any
            are left, no vectors are made.
        rebuild: build it from nothing, also if it looks sound; the old one answers meanwhile.
        patience: seconds to wait for another process that is at it.
        backend: what is to keep its vectors. With an embedder, an index of another backend or of
            another model gives way to a new one when that is whole.
        progress: see `SyncReport`.

    Raises:
        StoreError: the index is locked for longer, or can't be read or written.
    """
    if embedder is None and not rebuild:
        report = idle_report(store)
        if report is not None:
            return report
    from memory_store.index import database, indexer

    def embed(index: database.Index, done: SyncReport) -> None:
        done.progress = progress
        if embedder is not None and not done.unfinished:
            _embed(index, store, embedder, deadline_vectors, done)

    damage: BaseException | None = None
    for is_anew in dict.fromkeys((rebuild, True)):  # what is found damaged is built anew, once
        built, note = None, ""
        if is_anew or (embedder and indexer.is_another(store, backend, embedder, patience)):
            built, note = _build_anew(store, backend, embed, patience, is_asked=is_anew)
        index, report = built or indexer.bring_up(
            store, patience=patience, backend=backend, is_step=is_step
        )
        report.tell(note)
        with index:
            try:
                indexer.check_rows(index)
                embed(index, report)
                if embedder is not None and not report.unfinished:
                    indexer.note_model(index, store, embedder, report)
                return report
            except database.DAMAGED as error:
                damage = error
    raise database.Unusable("the index is damaged at once: {damage}", damage=damage) from damage


def _build_anew(
    store: layout.Store, backend: str, embed: indexer.Embed, patience: float, *, is_asked: bool
) -> tuple[tuple[database.Index, SyncReport] | None, str]:
    """A new index; None, with the reason, if it can't be built now, which is an error if asked."""
    from memory_store.index import indexer  # see sync

    try:
        built = indexer.build_anew(store, backend, embed, patience)
    except errors.StoreError as error:
        if is_asked:
            raise
        return None, errors.Message("the index stays as it was: {error}", error=error)
    return built, "" if built else UNFINISHED


def _embed(
    index: database.Index,
    store: layout.Store,
    embedder: base.Embedder,
    deadline: float | None,
    report: SyncReport,
) -> None:
    """Give an index its vectors."""
    from memory_store.index import vector_sync  # two bare starts to import

    backend = backends.name(index.db)
    keeper = None if backend == backends.SQLITE else backends.plug_in(backend)
    if keeper is not None:
        keeper.agree(index)
    vector_sync.fill(index, store, embedder, deadline, report)
    if keeper is not None:
        keeper.maintain(index)


def bring_up(
    where: place.Place,
    store: layout.Store,
    seconds: float | None,
    *,
    deadline: float = math.inf,
    rebuild: bool = False,
    progress: sync_report.Progress | None = None,
    present: dict[str, str] | None = None,
) -> tuple[SyncReport, bool]:
    """Bring one index up to date, with vectors where there is time.

    If the provider fails on the way, the fallback of the settings takes over at once.

    Args:
        where: the place of work.
        store: whose index.
        seconds: how long to embed what is new; None: not at all.
        deadline: until when texts are taken in, in `time.monotonic` seconds.
        rebuild: build the index from nothing.
        progress: see `SyncReport`.
        present: what `bookmarks.signatures` said of the store a moment ago.

    Returns:
        What was done, and whether there was nothing to do.

    Raises:
        StoreError: the store or its index can't be read or written.
    """
    backend = backends.chosen(where.config)
    if seconds is None:
        return _with_texts(store, backend, deadline), False
    from memory_store.embedders import models  # a run with no time to embed has no use for it

    until = time.monotonic() + seconds
    try:
        choice = models.choose(where.config, patient=True)
    except errors.StoreError as error:
        done = _with_texts(store, backend, deadline, rebuild=rebuild)
        done.degraded = done.degraded or error.message
        return done, False
    name = choice.embedder.name
    idle = None if rebuild else idle_report(store, name, backend, present)
    if idle is not None:
        idle.degraded = choice.degraded()
        return idle, True
    texts = SyncReport() if rebuild else _with_texts(store, backend, deadline)
    if texts.unfinished:
        return texts, False

    def with_vectors(chosen: models.Choice, *, rebuild: bool = False) -> SyncReport:
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
            texts.vectors_added = done.vectors_added
            done, choice = with_vectors(other), other
    done.added += texts.added
    done.removed += texts.removed
    done.vectors_added += texts.vectors_added
    done.degraded = errors.joined(choice.degraded(), done.degraded)
    return done, False


def _with_texts(
    store: layout.Store, backend: str, deadline: float, *, rebuild: bool = False
) -> SyncReport:
    """Take in texts step by step: between two steps others get at the index."""
    added = removed = 0
    while True:
        done = sync(
            store,
            is_step=not rebuild,
            rebuild=rebuild,
            patience=_PATIENCE_SECONDS,
            backend=backend,
        )
        added, removed = added + done.added, removed + done.removed
        if not done.unfinished or time.monotonic() >= deadline:
            done.added, done.removed = added, removed
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
