"""Bringing a store's index up to date: plan, then apply, in one transaction under one lock.

Any sequence of appends, edits, retractions, truncations and syncs gives what building from
nothing gives. Must not search, and never touches the store's files but to read them.
"""

from __future__ import annotations

import os

import apsw

from memory_store import errors, layout
from memory_store.index import ask, bookmarks, database, disk, growth, rows, schema, vector_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.embedders import base

PATIENCE_SECONDS = database.PATIENCE_SECONDS

NOT_KEPT = "the cache directory can't be written, so the index is built anew each time"


class SyncReport:
    """What a sync did, and what is left.

    Attributes:
        added, removed: pieces that can be found now and couldn't before, and the other way round.
        vectors_added, vectors_missing: texts that got a vector, and that still have none.
        bad_lines: lines of the store's files that nothing can be read from.
        degraded: what is worse than usual, a sentence; "" for nothing.
    """

    __slots__ = (
        "added",
        "bad_lines",
        "degraded",
        "removed",
        "vectors_added",
        "vectors_missing",
    )

    def __init__(self) -> None:
        self.added = 0
        self.removed = 0
        self.vectors_added = 0
        self.vectors_missing = 0
        self.bad_lines = 0
        self.degraded = ""


def sync(
    store: layout.Store,
    *,
    embedder: base.Embedder | None = None,
    deadline_vectors: float | None = None,
    rebuild: bool = False,
    patience: float = PATIENCE_SECONDS,
) -> SyncReport:
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
    if not rebuild and embedder is None and is_current(store):
        return SyncReport()
    index, report = bring_up(store, rebuild=rebuild, patience=patience)
    try:
        if embedder is not None:
            from memory_store.index import vector_sync  # its imports cost two bare starts

            vector_sync.fill(index, store, embedder, deadline_vectors, report, patience)
    finally:
        index.close()
    return report


def is_current(store: layout.Store) -> bool:
    """Whether there is nothing new in the store's files; doesn't open the index."""
    where = layout.cache_directory(store)
    fingerprint, known = bookmarks.read_state(where)
    if fingerprint != schema.FINGERPRINT:
        return False
    return known == bookmarks.stamps(store) and os.path.isfile(os.path.join(where, disk.NAME))


def bring_up(
    store: layout.Store, *, rebuild: bool = False, patience: float = PATIENCE_SECONDS
) -> tuple[database.Index, SyncReport]:
    """The open index of a store, its texts up to date; errors as `sync`."""
    where = disk.directory(store)
    if not where:
        index, report = in_memory(store)
        report.degraded = NOT_KEPT
        return index, report
    try:
        with database.held(where, patience):
            return _bring_up(store, where, rebuild=rebuild)
    except database.Unusable:
        raise
    except errors.StoreError as error:
        raise database.Unusable(f"the index is in use: {error}", error.hint) from error


def open_soon(store: layout.Store, backlog_bytes: int, patience: float) -> database.Index | None:
    """The open index of a store without keeping anybody waiting; errors as `sync`.

    Up to date if at most `backlog_bytes` are new, else as it is; None where there is none yet.
    """
    where = disk.directory(store)
    fingerprint, known = bookmarks.read_state(where) if where else ("", {})
    if fingerprint != schema.FINGERPRINT:
        known = {}
    if bookmarks.backlog(bookmarks.stamps(store), known) <= backlog_bytes:
        return bring_up(store, patience=patience)[0]
    with database.held(where, patience):
        return database.open_existing(where)


def look_again(index: database.Index, store: layout.Store, names: set[str]) -> None:
    """Forget how far files are indexed: the next sync reads them from their beginning."""
    where = layout.cache_directory(store)
    bookmarks.write_state(where, "", {})
    marks = [(name,) for name in names]

    def forget() -> None:
        index.db.executemany("DELETE FROM bookmark WHERE file = ?", marks)

    index.write(forget, PATIENCE_SECONDS)


def _bring_up(
    store: layout.Store, where: str, *, rebuild: bool
) -> tuple[database.Index, SyncReport]:
    """The same by the holder of the lock: what is damaged is built again, once."""
    index = None if rebuild else database.open_existing(where)
    if index is not None:
        try:
            return index, _update(index, store, where)
        except database.DAMAGED:
            index.close()
        except BaseException:
            index.close()
            raise
    index = database.create_aside(where)
    try:
        report = _update(index, store, where)
        index.publish()
    except BaseException:
        index.close()
        raise
    return index, report


def in_memory(store: layout.Store, tail: int | None = None) -> tuple[database.Index, SyncReport]:
    """An index that lasts as long as this process.

    Args:
        store: the store.
        tail: how many bytes of each file's end to read, None for all.
    """
    index = database.create_aside("")
    return index, _update(index, store, "", tail)


def _update(
    index: database.Index, store: layout.Store, where: str, tail: int | None = None
) -> SyncReport:
    """Apply what is new in one transaction, and mirror the bookmarks."""
    report = SyncReport()
    db = index.db
    found = bookmarks.stamps(store)
    try:
        known = _known(db)
        plan = bookmarks.plan(found, known)
        if plan.look or plan.gone:
            index.transact(lambda: _apply(db, store, plan, report, tail))
            known = _known(db)
        report.vectors_missing = vector_table.missing(db)
        report.bad_lines = ask.number(db, "SELECT sum(bad) FROM bookmark")
    except database.DAMAGED:
        raise
    except apsw.Error as error:
        raise database.Unusable(f"the index can't be brought up to date: {error}") from error
    if where and bookmarks.read_state(where) != (schema.FINGERPRINT, known):
        bookmarks.write_state(where, schema.FINGERPRINT, known)
    return report


def _known(db: apsw.Connection) -> dict[str, str]:
    return dict(ask.rows(db, "SELECT file, stamp FROM bookmark"))


def _apply(
    db: apsw.Connection,
    store: layout.Store,
    plan: bookmarks.Plan,
    report: SyncReport,
    tail: int | None,
) -> None:
    writer = rows.Rows(db, store)
    for name in plan.gone:
        writer.drop_file(name)
    for name in plan.look:
        growth.take_in(db, store, name, writer, tail)
    writer.close()
    report.added, report.removed = writer.shown, writer.hidden
