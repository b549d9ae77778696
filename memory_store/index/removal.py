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
    ingest,
    tables,
    update,
    vector_sync,
    vector_table,
)
from memory_store.journal import read, rewrite
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import apsw

    from memory_store.codec import Record

    Known = Mapping[str, tuple[int, int]]

_PATIENCE_SECONDS = 10.0
_LINKS = frozenset(("amended_by", "evidence", "related", "supersedes"))
_ROWS = "SELECT id, line FROM line WHERE file = ? AND offset = ? ORDER BY nth"


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
    taken = ingest.Ingest(db, store)
    marks = [bookmarks.Bookmark(*row) for row in tables.rows(db, "SELECT * FROM bookmark")]
    for mark in marks:
        lines = [one for one in changed.get(mark.file, ()) if one.offset < mark.offset]
        if not lines:
            continue
        if before.get(mark.file) == (mark.offset, mark.whole):
            for line in lines:
                _replace(db, taken, mark.file, line)
            _renew(store, mark, lines)
            taken.put_bookmark(mark)
        else:
            taken.drop(mark.file)
    taken.close()
    if backends.name(db) != backends.SQLITE:
        vector_table.adopt(db, "")  # a folder keeps what is deleted from it


def _replace(
    db: apsw.Connection, taken: ingest.Ingest, file: str, changed: rewrite.Changed
) -> None:
    """Put the rows of a changed line in the place of what it was."""
    rows = tables.rows(db, _ROWS, (file, changed.offset))
    was, now = (read.parse_line(one) for one in (changed.was, changed.now))
    line = changed.now.rstrip(b"\n")
    made = list(ingest.placed(now, file, changed.offset, line, rows[0][1] if rows else 0))
    keeps = len(was) == len(now) and all(map(_says_the_same, was, now))
    taken.remove([identity for identity, _ in rows], keep_parts=keeps)
    taken.insert([(identity, one) for (identity, _), one in zip(rows, made, strict=False)])


def _says_the_same(was: Record, now: Record) -> bool:
    """Whether two records differ in their links alone."""
    return {k for k in was.keys() | now.keys() if was.get(k) != now.get(k)} <= _LINKS


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
