"""Giving the index's texts their vectors: known ones from the cache, new ones while there is time.

The model works while the index is unlocked, so that nobody waits for it. Must not decide how long
that may take, and adds no vector to an index that was swapped away meanwhile.
"""

from __future__ import annotations

import os
import time

import apsw

from memory_store import errors
from memory_store.embedders import vectors
from memory_store.index import backends, database, disk, passages, tables, vector_table
from memory_store.store import layout, log
from memory_store.text import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from memory_store.embedders import base
    from memory_store.index import sync_state

ANOTHERS = "the index has the vectors of {}, and memory-store sync makes those of {}"

_PAGE = 512
_PUT_SECONDS = 1.0
_PATIENCE_SECONDS = 5.0
_WITHOUT_VECTOR = (
    f"SELECT w.id, w.hash, {passages.COLUMNS} FROM window w"  # noqa: S608  our own columns
    " JOIN piece p ON p.id = w.piece WHERE w.embedded = 0 AND w.id < ?"
    " ORDER BY w.id DESC LIMIT ?"
)


class _Window:
    """A window without a vector: its id, its hash, and the piece it belongs to."""

    __slots__ = ("hash", "id", "row")

    def __init__(self, identity: int, content_hash: bytes, row: passages.Row) -> None:
        self.id = identity
        self.hash = content_hash
        self.row = row


def open_cache(store: layout.Store) -> vectors.VectorCache:
    """The vectors of a store's texts, which outlive its index."""
    return vectors.VectorCache(os.path.join(layout.cache_directory(store), disk.VECTORS))


def forget_keys(where: str) -> None:
    """Drop the vectors of models whose name holds a key; `where` is the directory of an index."""
    path = os.path.join(where, disk.VECTORS)
    if os.path.isfile(path):
        with vectors.VectorCache(path) as cache:
            cache.forget_keys()


def fill(
    index: database.Index,
    store: layout.Store,
    embedder: base.Embedder,
    deadline: float | None,
    report: sync_state.SyncReport,
    patience: float,
) -> None:
    """Give a vector to each window that has none, newest first, and tell in `report`.

    Args:
        index: up to date and not locked by the caller.
        store: its store.
        embedder: the model; a few vectors of any other are dropped, and many stay as they are
            until another index is whole (`reindex`).
        deadline: in `time.monotonic` seconds, None for no end; 200 texts of ordinary length are
            embedded regardless, and loading the model doesn't count.
        report: what is told to the caller.
        patience: seconds to wait for the index's lock.
    """
    try:
        if is_anothers(index, vector_table.identity_of(embedder)):
            report.vectors_missing = vector_table.count(index.db)
            report.tell(ANOTHERS.format(vector_table.model(index.db), embedder.name))
            return
        ready = _ready(index, embedder, patience)
        report.vectors_missing = vector_table.missing(index.db)
        if ready and report.vectors_missing:
            with open_cache(store) as cache:
                _fill(index, store, embedder, cache, deadline, report, patience)
            report.vectors_missing = vector_table.missing(index.db)
    except database.DAMAGED:
        raise
    except (apsw.Error, errors.StoreError) as error:
        report.tell(f"new texts could not be given vectors: {error}")
        return
    if not ready:
        report.tell(backends.backend(index.db).UNUSABLE)


def is_anothers(index: database.Index, identity: str) -> bool:
    """Whether an index has more vectors of another model than can be made again at once."""
    if vector_table.model(index.db) in ("", identity):
        return False
    return vector_table.count(index.db) > vectors.PROMISED


def waiting(
    index: database.Index,
    store: layout.Store,
    model: str,
    cache: vectors.VectorCache,
    limit: int,
) -> dict[bytes, str]:
    """The texts by hash that neither the index nor the cache has a vector of, the newest first.

    Args:
        index: up to date.
        store: its store.
        model: the embedder's name; where the index's vectors are another's, all texts wait.
        cache: what is known.
        limit: texts, at most.
    """
    found: dict[bytes, str] = {}
    before = (1 << 63) - 1
    is_own = vector_table.model(index.db).startswith(f"{model} ")
    while len(found) < limit and (page := _missing(index.db, before, any_=not is_own)):
        before = page[-1].id
        known = cache.get_many(model, {one.hash for one in page})
        found |= _texts(store, [one for one in page if one.hash not in known])
    return dict(list(found.items())[:limit])


def _ready(index: database.Index, embedder: base.Embedder, patience: float) -> bool:
    """Whether the backend is ready, and its vectors are the model's own."""
    if not backends.backend(index.db).load(index.db):
        return False
    identity = vector_table.identity_of(embedder)
    if vector_table.model(index.db) != identity:
        if vector_table.count(index.db):
            _prove(embedder)
        index.write(lambda: vector_table.adopt(index.db, identity), patience)
    return True


def _prove(embedder: base.Embedder) -> None:
    """See that a model answers, before another's vectors are given up for it.

    Raises:
        StoreError: it does not.
    """
    try:
        getattr(embedder, "prove", embedder.prepare)()
    except Exception as error:  # see _embed
        raise errors.StoreError(f"the model failed: {error}") from error


def _fill(
    index: database.Index,
    store: layout.Store,
    embedder: base.Embedder,
    cache: vectors.VectorCache,
    deadline: float | None,
    report: sync_state.SyncReport,
    patience: float,
) -> None:
    """Page by page: what the cache knows at once, the rest by the model."""
    before = (1 << 63) - 1
    made = 0.0
    while windows := _missing(index.db, before):
        before = windows[-1].id
        page = _Page(index, embedder, windows, report, patience)
        known = cache.get_many(embedder.name, {one.hash for one in windows})
        texts = _texts(store, [one for one in windows if one.hash not in known])
        silent = {key for key, text in texts.items() if not text}
        for key in silent:
            del texts[key]
        if texts and not made and deadline is not None:
            started = time.monotonic()
            embedder.prepare()
            deadline += time.monotonic() - started
        made += vectors.weight(texts.values())
        failure: errors.StoreError | None = None
        try:
            known.update(_embed(embedder, cache, texts, deadline, page.put_now_and_then))
        except errors.StoreError as error:  # raised again once what is known is put
            failure = error
        late = deadline is not None and time.monotonic() >= deadline
        empty = silent if late or failure else silent | (texts.keys() - known.keys())
        page.put(known, empty)
        if failure is not None:
            raise failure
        if late and made >= vectors.PROMISED:
            return


class _Page:
    """Windows without a vector, which are given theirs as they are made."""

    __slots__ = ("_embedder", "_index", "_last", "_left", "_patience", "_report")

    def __init__(
        self,
        index: database.Index,
        embedder: base.Embedder,
        windows: list[_Window],
        report: sync_state.SyncReport,
        patience: float,
    ) -> None:
        self._index = index
        self._embedder = embedder
        self._left = windows
        self._report = report
        self._patience = patience
        self._last = time.monotonic()

    def put(self, known: Mapping[bytes, bytes], empty: Collection[bytes] = ()) -> None:
        """Keep the vectors that are known by hash; the texts of `empty` never get one."""
        found = [(one.id, known[one.hash]) for one in self._left if one.hash in known]
        never = [one.id for one in self._left if one.hash in empty]
        self._index.write(
            lambda: _put(self._index.db, self._embedder, found, never), self._patience
        )
        self._left = [one for one in self._left if one.hash not in known and one.hash not in empty]
        self._last = time.monotonic()
        self._report.put(len(found))

    def put_now_and_then(self, known: Mapping[bytes, bytes]) -> None:
        """The same, if that was not done a moment ago; what fails, `put` does at the end."""
        if time.monotonic() - self._last >= _PUT_SECONDS:
            try:
                self.put(known)
            except (apsw.Error, errors.StoreError) as error:
                log.write("index", error)


def _put(
    db: apsw.Connection,
    embedder: base.Embedder,
    found: list[tuple[int, bytes]],
    never: list[int],
) -> None:
    """Keep a page's vectors, unless the table became another model's while they were made."""
    if vector_table.model(db) != vector_table.identity_of(embedder):
        raise errors.StoreError("another process has begun to use another model")
    vector_table.put(db, found, never)


def _embed(
    embedder: base.Embedder,
    cache: vectors.VectorCache,
    texts: dict[bytes, str],
    deadline: float | None,
    made: Callable[[dict[bytes, bytes]], object],
) -> dict[bytes, bytes]:
    try:
        return vectors.embed_missing(embedder, cache, texts, deadline, made=made)
    except Exception as error:  # a model is somebody else's code, and words can answer
        raise errors.StoreError(f"the model failed: {error}") from error


def _missing(db: apsw.Connection, before: int, *, any_: bool = False) -> list[_Window]:
    """The newest windows without a vector below an id; with `any_` those with one as well."""
    sql = _WITHOUT_VECTOR.replace("w.embedded = 0 AND", "") if any_ else _WITHOUT_VECTOR
    rows = tables.rows(db, sql, (before, _PAGE))
    return [_Window(row[0], row[1], passages.Row(*row[2:])) for row in rows]


def _texts(store: layout.Store, windows: list[_Window]) -> dict[bytes, str]:
    """The texts of windows by hash, read from the files again; those that changed are left out."""
    from memory_store.index import parsing  # most searches find every text embedded

    wanted = {one.hash for one in windows}
    found: dict[bytes, str] = {}
    read: set[int] = set()
    for one in windows:
        if one.row.id in read:
            continue
        read.add(one.row.id)
        passage = passages.read_passage(store, one.row)
        if passage is None:
            continue
        text = parsing.indexed(one.row.kind, passage.text)
        for part in parsing.windows(one.row.kind, text):
            key = digest.of_content(part)
            if key in wanted:
                found[key] = part
    return found
