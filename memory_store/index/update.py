"""Applies what is new in a store's files to its index, in one transaction under one lock.

A damaged index is built again; a locked or full one is left alone and reported. Must not search,
or write the store's files.
"""

from __future__ import annotations

import time

import apsw

from memory_store import errors
from memory_store.index import backends, bookmarks, database, disk, sync_state, tables
from memory_store.store import layout

PATIENCE_SECONDS = sync_state.PATIENCE_SECONDS

_NAMED = 10  # files that are left out
_STEP_SECONDS = 2.0

NOT_KEPT = errors.Message(
    "the cache directory can't be written, so the index is built anew each time"
)


def bring_up(
    store: layout.Store,
    *,
    rebuild: bool = False,
    patience: float = PATIENCE_SECONDS,
    backend: str = backends.SQLITE,
    deadline: float | None = None,
    present: dict[str, str] | None = None,
) -> tuple[database.Index, sync_state.SyncReport]:
    """The open index of a store, its texts up to date; errors as `sync`.

    `backend` is for an index that is to be made; one that is there keeps its own. With a
    `deadline`, in `time.monotonic` seconds, texts are taken in by steps of a few seconds, each of
    which lasts, and what is left at the deadline is told in the report. `present` is what
    `bookmarks.signatures` said a moment ago: an index of the same files is not compared again.
    """
    where = disk.directory(store)
    if not where:
        index, report = in_memory(store)
        report.tell(NOT_KEPT)
        return index, report
    try:
        with database.locked(where, patience):
            index, report = _bring_up(store, where, backend, deadline, present, rebuild=rebuild)
    except database.Unusable:
        raise
    except errors.StoreError as error:
        raise database.Unusable("the index is in use: {error}", error.hint, error=error) from error
    except apsw.Error as error:
        raise database.unusable("the index can't be built", error) from error
    index.patience = patience
    return index, report


def open_soon(store: layout.Store, backlog_bytes: int, patience: float) -> database.Index | None:
    """The open index of a store without keeping anybody waiting; errors as `sync`.

    Facts, summaries and notes are up to date if at most `backlog_bytes` are new, else as they are
    in the index. Turns may be behind: each hook writes one, and none looks for them. None where
    there is no index yet.
    """
    where = disk.directory(store)
    known = sync_state.read(where).known if where else {}
    days = f"{layout.DAILY}/"
    kept = {name: mark for name, mark in known.items() if not name.startswith(days)}
    if kept and kept == bookmarks.signatures(store, journal=False):
        index = _open(where, patience)
        if index is not None:
            return index
    if bookmarks.backlog(bookmarks.signatures(store), known) <= backlog_bytes:
        return bring_up(store, patience=patience)[0]
    return _open(where, patience) if where else None


def _open(where: str, patience: float) -> database.Index | None:
    """The index in a directory as it is; None where there is none."""
    with database.locked(where, patience):
        index = database.open_existing(where)
    if index is not None:
        index.patience = patience
    return index


def look_again(index: database.Index, store: layout.Store, names: set[str]) -> None:
    """Forget how far files are indexed: the next sync reads them from their beginning."""
    marks = [(name,) for name in names]

    def forget() -> None:
        sync_state.write(layout.cache_directory(store), sync_state.State({}, 0))
        index.db.executemany("DELETE FROM bookmark WHERE file = ?", marks)

    index.write(forget)


def _bring_up(
    store: layout.Store,
    where: str,
    backend: str,
    deadline: float | None,
    present: dict[str, str] | None,
    *,
    rebuild: bool,
) -> tuple[database.Index, sync_state.SyncReport]:
    """The same under the lock: a damaged index is built again, once."""
    index = None if rebuild else database.open_existing(where)
    if index is not None:
        try:
            return index, take_in(index, store, where, deadline, present)
        except database.DAMAGED:
            index.close()
        except BaseException:
            index.close()
            raise
    index = database.create_aside(where, backend)
    try:
        report = take_in(index, store, where, deadline and 0.0)  # one step, and then it lasts
        index.publish()
        if report.unfinished and deadline:
            added = report.added
            report = take_in(index, store, where, deadline)
            report.added += added
    except BaseException:
        index.close()
        raise
    from memory_store.index import vector_sync  # an index is seldom made

    vector_sync.forget_keys(where)
    return index, report


def in_memory(
    store: layout.Store, tail: int | None = None
) -> tuple[database.Index, sync_state.SyncReport]:
    """An index that lasts as long as this process.

    Args:
        store: the store.
        tail: how many bytes of each great file's end to read, and of the newest of the others
            together; None for all.
    """
    index = database.create_aside("")
    if tail is None:
        return index, take_in(index, store, "")
    report = sync_state.SyncReport()
    newest = bookmarks.newest(bookmarks.signatures(store), tail)
    index.transact(lambda: _apply(index.db, store, newest, [], report, tail=tail))
    return index, report


def as_of(store: layout.Store, moment: float) -> database.Index:
    """The facts as they held at a moment, as an index that lasts as long as this process.

    The lines written by then are replayed by the rule that any index goes by. The search decides
    which facts have expired: it takes that moment for its present.

    Args:
        store: the store; its index is not looked at.
        moment: seconds since 1970.
    """
    from memory_store.index import ingest  # see _apply

    index = database.create_aside("")
    taken = ingest.Ingest(index.db, store)

    def replay() -> None:
        taken.as_of(moment)
        taken.close()

    index.transact(replay)
    return index


def take_in(
    index: database.Index,
    store: layout.Store,
    where: str,
    deadline: float | None = None,
    present: dict[str, str] | None = None,
) -> sync_state.SyncReport:
    """Apply what is new in the files to an index, in one transaction, or by steps.

    Args:
        index: what to bring up to date; the caller holds its lock, if others know it.
        store: the store.
        where: the directory in which to keep the state (`sync_state`), "" for nowhere.
        deadline: when to begin no further step, in `time.monotonic` seconds; None: all at once.
        present: as in `bring_up`.

    Raises:
        Unusable: the index can't be written.
    """
    report = sync_state.SyncReport()
    db = index.db
    try:
        indexed = _indexed(db)
        if present is None or present != indexed:
            present = bookmarks.signatures(store)
        look = [name for name, signature in present.items() if indexed.get(name) != signature]
        gone = [name for name in indexed if name not in present]
        is_new = bool(look or gone)
        while look or gone:
            until = None if deadline is None else time.monotonic() + _STEP_SECONDS
            index.transact(lambda: _apply(db, store, look, gone, report, until=until))  # noqa: B023
            if look and deadline is not None and time.monotonic() >= deadline:
                report.unfinished = True
                break
        indexed = _indexed(db) if is_new else indexed
        report.bad_lines = tables.number(db, "SELECT sum(bad) FROM bookmark")
        report.tell(_refused(db, store))
    except database.DAMAGED:
        raise
    except apsw.Error as error:
        raise database.unusable("the index can't be brought up to date", error) from error
    if where:
        before = sync_state.read(where)
        state = sync_state.State(indexed, report.bad_lines, "" if is_new else before.model)
        if not state.equals(before):
            sync_state.write(where, state)
    return report


def _refused(db: apsw.Connection, store: layout.Store) -> str:
    """The sentence about files that couldn't be opened; "" for none."""
    marked = tables.rows(db, "SELECT file FROM bookmark WHERE checksum = ?", (bookmarks.REFUSED,))
    names = bookmarks.unreadable(store, [row[0] for row in marked])
    if not names:
        return ""
    more = len(names) - _NAMED
    template = "left out, as nothing can be read from it: {names}"
    template += ", {more} more" if more > 0 else ""
    return errors.Message(template, names=names[:_NAMED], more=more)


def _indexed(db: apsw.Connection) -> dict[str, str]:
    return dict(tables.rows(db, "SELECT file, signature FROM bookmark"))


def _apply(
    db: apsw.Connection,
    store: layout.Store,
    look: list[str],
    gone: list[str],
    report: sync_state.SyncReport,
    *,
    tail: int | None = None,
    until: float | None = None,
) -> None:
    """Take files into the index, and off these lists, until the time is over."""
    from memory_store.index import ingest  # what a search finds done already

    taken = ingest.Ingest(db, store)
    for name in gone:
        taken.drop(name)
    gone.clear()
    while look and taken.take_in(look[0], tail, until):
        look.pop(0)
        if until is not None and time.monotonic() >= until:
            break
    taken.close()
    report.added += taken.added
    report.removed += taken.removed
