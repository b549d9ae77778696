"""Takes lines that were forgotten out of an index, which is not built again for it.

What is left of the index is what a reading of the changed files gives.
"""

from __future__ import annotations

import os

from memory_store.index import (
    backends,
    bookmarks,
    database,
    disk,
    extra,
    piece,
    rows,
    tables,
    update,
    vector_sync,
    vector_table,
)
from memory_store.journal import read, rewrite
from memory_store.store import layout
from memory_store.text import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import apsw

    from memory_store.codec import Record

    Known = Mapping[str, tuple[int, int]]

_PATIENCE_SECONDS = 10.0
_LINKS = frozenset(("amended_by", "evidence", "related", "supersedes"))
_ROWS = (
    "SELECT id, state, supersedes, session FROM piece"
    " WHERE record = ? AND +file = ? AND offset = ?"
)
_LINE = "UPDATE piece SET digest = ?, nth = ?, supersedes = ? WHERE id = ?"


def known(store: layout.Store) -> Known:
    """The files that are as the index has them: how far, and the checksum of that."""
    found = database.ask(
        layout.cache_directory(store),
        _PATIENCE_SECONDS,
        lambda index: tables.rows(index.db, "SELECT * FROM bookmark"),
    )
    marks = [bookmarks.Bookmark(*row) for row in found or ()]
    return {one.file: (one.offset, one.whole) for one in marks if _is_as_read(store, one)}


def _is_as_read(store: layout.Store, mark: bookmarks.Bookmark) -> bool:
    try:
        descriptor = extra.open_file(store, mark.file)
    except OSError:
        return False
    try:
        is_still = bookmarks.signature(os.fstat(descriptor)) == mark.signature
        return is_still or bookmarks.is_grown(descriptor, mark)
    finally:
        os.close(descriptor)


def follow(
    store: layout.Store, changed: Mapping[str, list[rewrite.Changed]], before: Known
) -> None:
    """Bring the index of a store to what its rewritten files hold, with no byte or vector of more.

    Args:
        store: the store; where it has no index, none is made.
        changed: the lines that were blanked or lost links, by file.
        before: what `known` said before that.

    Raises:
        StoreError: the index can't be read or written.
    """
    try:
        _follow(store, layout.cache_directory(store), changed, before)
    except database.FAULTS as error:
        raise database.unusable("the index can't be cleared", error) from error


def _follow(
    store: layout.Store,
    where: str,
    changed: Mapping[str, list[rewrite.Changed]],
    before: Known,
) -> None:
    with database.locked(where, _PATIENCE_SECONDS):
        index = database.open_existing(where)
    if index is not None:
        with index:
            index.patience, db = _PATIENCE_SECONDS, index.db
            index.write(lambda: _take_out(db, store, changed, before))
    index, _ = update.bring_up(store, patience=_PATIENCE_SECONDS)
    with index:  # FTS5 keeps a row's words until what holds them is merged
        index.write(lambda: index.db.execute("INSERT INTO words (words) VALUES ('optimize')"))
        if os.path.isfile(os.path.join(where, disk.VECTORS)):
            with vector_sync.open_cache(store) as cache:
                cache.keep_only(key for (key,) in tables.rows(index.db, "SELECT hash FROM window"))


def _take_out(
    db: apsw.Connection,
    store: layout.Store,
    changed: Mapping[str, list[rewrite.Changed]],
    before: Known,
) -> None:
    writer = rows.Rows(db, store)
    marks = [bookmarks.Bookmark(*row) for row in tables.rows(db, "SELECT * FROM bookmark")]
    for mark in marks:
        lines = [one for one in changed.get(mark.file, ()) if one.offset < mark.offset]
        is_known = before.get(mark.file) == (mark.offset, mark.whole)
        if lines and is_known and _without(db, store, writer, mark.file, lines):
            _renew(store, mark, lines)
            writer.put_bookmark(mark)
        elif lines:
            writer.drop_file(mark.file)
    writer.close()
    if backends.name(db) != backends.SQLITE:
        vector_table.adopt(db, "")  # a folder keeps what is deleted from it


def _without(
    db: apsw.Connection,
    store: layout.Store,
    writer: rows.Rows,
    file: str,
    lines: list[rewrite.Changed],
) -> bool:
    """Remove what changed lines say no more; whether the rows are those of a new reading."""
    gone: set[str] = set()
    freed: set[str] = set()
    for line in lines:
        left = {one.get("id"): (nth, one) for nth, one in enumerate(read.parse_line(line.now))}
        for record in read.parse_line(line.was):
            nth, now = left.get(record.get("id"), (0, None))
            if record.get("type") == read.WARNING or (
                now is not None and not _says_the_same(record, now)
            ):
                return False  # what it hid is found again, or it is worded otherwise
            is_linked = now is not None and now.get("supersedes") == record.get("supersedes")
            for identity, state, replaced, session in _rows(db, file, line.offset, record):
                if now is not None:
                    check = digest.of_bytes(line.now.rstrip(b"\n"))
                    db.execute(_LINE, (check, nth, replaced if is_linked else None, identity))
                else:
                    writer.remove(identity, state)
                    gone.add(session if file == layout.SESSIONS else str(record.get("id")))
                if replaced is not None and not is_linked:
                    freed.add(replaced)
    if file in (layout.FACTS, layout.SESSIONS) and _is_named(store, file, gone):
        return False  # an older line of it holds again
    for record_id in sorted(freed):
        writer.restore(record_id)
    return True


def _rows(
    db: apsw.Connection, file: str, offset: int, record: Record
) -> list[tuple[int, int, str | None, str]]:
    """The rows that a record of the line at an offset has: id, state, replaced fact, session."""
    name = piece.sound(str(record.get("id") or record.get("session_id")))
    return tables.rows(db, _ROWS, (name, file, offset))


def _says_the_same(was: Record, now: Record) -> bool:
    """Whether two records differ in their links alone."""
    return {k for k in was.keys() | now.keys() if was.get(k) != now.get(k)} <= _LINKS


def _is_named(store: layout.Store, file: str, names: Iterable[str]) -> bool:
    marks = [one.encode("utf-8", "replace") for one in names if one]
    found = rewrite.holding(store, file, lambda lines: any(one in lines for one in marks))
    return next(found, None) is not None


def _renew(
    store: layout.Store, mark: bookmarks.Bookmark, lines: Iterable[rewrite.Changed]
) -> None:
    """Have a bookmark speak of a file as it is now; the next look at it gives the signature."""
    mark.bad -= sum(
        bool(one.was.strip()) and not read.parse_line(one.was)
        for one in lines
        if len(one.was) <= read.MAX_LINE_BYTES
    )
    descriptor = extra.open_file(store, mark.file)
    try:
        mark.checksum = bookmarks.checksum(descriptor, mark.offset)
        mark.whole = bookmarks.checksum_on(descriptor, 0, mark.offset, 0)
        mark.signature = bookmarks.unsettled(os.fstat(descriptor))
    finally:
        os.close(descriptor)
