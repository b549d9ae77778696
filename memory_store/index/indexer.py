"""Brings an index to what its store's files hold, and builds another one while it answers.

What is new is taken in by one transaction under one lock. A damaged index is built again; a locked
or full one is left alone and reported.
"""

from __future__ import annotations

import os
import time

import apsw

from memory_store import errors
from memory_store.index import backends, bookmarks, database, disk, tables, vector_table
from memory_store.index.sync_report import NOT_KEPT, SyncReport
from memory_store.store import layout, lock, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.embedders import base

    Embed = Callable[[database.Index, SyncReport], None]

PATIENCE_SECONDS = 1.0
"""How long a search waits for another process to finish with the index."""

_CLEARING_SECONDS = 10.0
_NAMED = 10  # files that are left out
_STEP_SECONDS = 2.0
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


def bring_up(
    store: layout.Store,
    *,
    rebuild: bool = False,
    patience: float = PATIENCE_SECONDS,
    backend: str = backends.SQLITE,
    is_step: bool = False,
    present: dict[str, str] | None = None,
) -> tuple[database.Index, SyncReport]:
    """The open index of a store, its texts up to date; errors as `sync.sync`.

    Args:
        store: whose index.
        rebuild: whether to build it again from nothing, as is done with a damaged one.
        patience: seconds to wait for its lock.
        backend: what is to keep the vectors of a new index; one that is there keeps its own.
        is_step: whether to stop after a step of a few seconds; the report tells what is left.
        present: what `bookmarks.signatures` said a moment ago: an index of the same files is not
            compared again.
    """
    where = disk.directory(store)
    if not where:
        return _not_kept(store)
    try:
        with database.locked(where, patience):
            index = None if rebuild else database.open_existing(where)
            report = index and _taken_in(index, store, where, present, is_step=is_step)
            if not (index and report):
                index = database.create_aside(where, backend)
                report = _published(index, store, where, is_step=is_step)
    except database.Unusable:
        raise
    except errors.StoreError as error:
        raise database.Unusable("the index is in use: {error}", error.hint, error=error) from error
    except apsw.Error as error:
        raise database.unusable("the index can't be built", error) from error
    index.patience = patience
    return index, report


def _taken_in(
    index: database.Index,
    store: layout.Store,
    where: str,
    present: dict[str, str] | None,
    *,
    is_step: bool,
) -> SyncReport | None:
    """The report of `take_in`; None, with the index closed, where it is damaged."""
    try:
        return take_in(index, store, where, is_step=is_step, present=present)
    except database.DAMAGED:
        index.close()
        return None
    except BaseException:
        index.close()
        raise


def _published(
    index: database.Index, store: layout.Store, where: str, *, is_step: bool = False
) -> SyncReport:
    """Take the files into a new index, and put it in the place of the old one."""
    try:
        report = take_in(index, store, where, is_step=is_step)
        index.publish()
    except BaseException:
        index.close()
        raise
    from memory_store.index import vector_sync  # an index is seldom made

    vector_sync.forget_keys(where)
    return report


def _not_kept(store: layout.Store) -> tuple[database.Index, SyncReport]:
    index, report = in_memory(store)
    report.tell(NOT_KEPT)
    return index, report


def open_soon(store: layout.Store, backlog_bytes: int, patience: float) -> database.Index | None:
    """The open index of a store without keeping anybody waiting; errors as `sync.sync`.

    Facts, summaries and notes are up to date if at most `backlog_bytes` are new, else as they are
    in the index. Turns may be behind: each hook writes one, and none looks for them. None where
    there is no index yet.
    """
    where = disk.directory(store)
    known = bookmarks.state(where).known if where else {}
    days = f"{layout.DAILY}/"
    kept = {name: mark for name, mark in known.items() if not name.startswith(days)}
    is_current = kept and kept == bookmarks.signatures(store, journal=False)
    index = _open(where, patience) if is_current else None
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
        bookmarks.State({}).keep(layout.cache_directory(store))
        index.db.executemany("DELETE FROM bookmark WHERE file = ?", marks)

    index.write(forget)


def in_memory(store: layout.Store, tail: int | None = None) -> tuple[database.Index, SyncReport]:
    """An index that lasts as long as this process.

    Args:
        store: the store.
        tail: how many bytes of each great file's end to read, and of the newest of the others
            together; None for all.
    """
    index = database.create_aside("")
    if tail is None:
        return index, take_in(index, store, "")
    report = SyncReport()
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
    from memory_store.index import ingest  # see `_apply`

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
    *,
    is_step: bool = False,
    present: dict[str, str] | None = None,
) -> SyncReport:
    """Apply what is new in the files to an index, in one transaction.

    Args:
        index: what to bring up to date; the caller holds its lock, if others know it.
        store: the store.
        where: the directory in which to keep the state (`bookmarks.State`), "" for nowhere.
        is_step: as in `bring_up`.
        present: likewise.

    Raises:
        Unusable: the index can't be written.
    """
    report = SyncReport()
    db = index.db
    try:
        indexed = _indexed(db)
        if present is None or present != indexed:
            present = bookmarks.signatures(store)
        look = [name for name, signature in present.items() if indexed.get(name) != signature]
        gone = [name for name in indexed if name not in present]
        is_new = bool(look or gone)
        if is_new:
            until = time.monotonic() + _STEP_SECONDS if is_step else None
            index.transact(lambda: _apply(db, store, look, gone, report, until=until))
            indexed = _indexed(db)
            report.unfinished = bool(look)
        report.bad_lines = tables.number(db, "SELECT sum(bad) FROM bookmark")
        report.tell(_refused(db, store))
    except database.DAMAGED:
        raise
    except apsw.Error as error:
        raise database.unusable("the index can't be brought up to date", error) from error
    if where:
        model = "" if is_new else bookmarks.state(where).model
        bookmarks.State(indexed, report.bad_lines, model).keep(where)
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
    report: SyncReport,
    *,
    tail: int | None = None,
    until: float | None = None,
) -> None:
    """Take files into the index, and off the list of those to look at, until the time is over."""
    from memory_store.index import ingest  # what a search finds done already

    taken = ingest.Ingest(db, store)
    for name in gone:
        taken.drop(name)
    while look and taken.take_in(look[0], tail, until):
        look.pop(0)
        if until is not None and time.monotonic() >= until:
            break
    taken.close()
    report.added += taken.added
    report.removed += taken.removed


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


def is_another(
    store: layout.Store, backend: str, embedder: base.Embedder, patience: float
) -> bool:
    """Whether the index of a store has another backend, or many vectors of another model.

    A few vectors are made again within the promise of any sync.
    """
    from memory_store.index import vector_sync  # see `_published`

    identity = vector_table.identity_of(embedder)

    def is_of_another(index: database.Index) -> bool:
        return backends.name(index.db) != backend or vector_sync.is_anothers(index, identity)

    # one that can't be read is built again by the sync
    return bool(database.ask(layout.cache_directory(store), patience, is_of_another))


def build_anew(
    store: layout.Store, backend: str, embed: Embed, patience: float
) -> tuple[database.Index, SyncReport] | None:
    """Build the index of a store anew while the old one answers, and swap it in.

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
        return _not_kept(store)
    try:
        with lock.Held(where, patience, database.REINDEX):
            index = database.create_aside(where, backend, disk.NEXT)
            index.patience = patience
            report = None
            try:
                report = _built(index, store, where, embed)
            finally:
                if report is None:
                    index.close()
            return None if report is None else (index, report)
    except database.Unusable:
        raise
    except (*database.DAMAGED, errors.StoreError) as error:
        raise database.unusable("the index can't be built anew", error) from error


def _built(
    index: database.Index, store: layout.Store, where: str, embed: Embed
) -> SyncReport | None:
    """Fill a new index and swap it in; None where the one that answers has more vectors."""
    report = take_in(index, store, "")
    embed(index, report)
    if report.vectors_missing:
        answering = database.ask(where, index.patience, lambda old: vector_table.count(old.db))
        if vector_table.count(index.db) < (answering or 0):
            return None
    with database.locked(where, index.patience):
        if not os.path.exists(index.aside):  # as forgetting a text does
            raise database.Unusable("what was built was removed meanwhile")
        bookmarks.State({}).keep(where)  # it has been of the old one
        report.added += _published(index, store, where).added
    return report


def note_model(
    index: database.Index, store: layout.Store, embedder: base.Embedder, report: SyncReport
) -> None:
    """Keep for `sync.idle_report` whether all texts have their vectors, as `fill` reported it.

    Looked at again under the lock: another process may have added texts since that report.

    Raises:
        apsw.Error: one of `database.DAMAGED`: the index is damaged.
    """
    where = layout.cache_directory(store)
    is_whole = not (report.vectors_missing or report.degraded)
    model = backends.noted(embedder.name, backends.name(index.db)) if is_whole else ""
    if not index.path or index.aside or bookmarks.state(where).model == model:
        return

    def note() -> None:
        state = bookmarks.state(where)
        if state.known:
            state.model = "" if vector_table.missing(index.db) else model
            state.keep(where)

    try:
        index.write(note)
    except errors.StoreError as error:
        log.write("index", error)  # the next run looks for itself


def clear(store: layout.Store) -> None:
    """Bring the index of a store to what its rewritten files hold, with no byte or vector of more.

    Raises:
        StoreError: the index can't be read or written.
    """
    from memory_store.index import vector_sync  # see `_published`

    try:
        with bring_up(store, patience=_CLEARING_SECONDS)[0] as index:
            index.write(lambda: _clear(index.db))
            if os.path.isfile(os.path.join(layout.cache_directory(store), disk.VECTORS)):
                hashes = tables.rows(index.db, "SELECT hash FROM window")
                with vector_sync.open_cache(store) as cache:
                    cache.keep_only(key for (key,) in hashes)
    except database.FAULTS as error:
        raise database.unusable("the index can't be cleared", error) from error


def _clear(db: apsw.Connection) -> None:
    # FTS5 keeps a row's words until what holds them is merged
    db.execute("INSERT INTO words (words) VALUES ('optimize')")
    if backends.name(db) != backends.SQLITE:
        vector_table.adopt(db, "")  # a folder keeps what is deleted from it
