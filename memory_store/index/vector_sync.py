"""Gives the texts of the index their vectors: from the cache, then from the model.

The index is unlocked while the model works. Must not decide how long the model may work, or add a
vector to an index that was replaced meanwhile.
"""

from __future__ import annotations

import os
import time

import apsw

from memory_store import errors, model
from memory_store.embedders import vectors
from memory_store.index import backends, database, disk, read_back, tables, vector_table
from memory_store.store import layout, log
from memory_store.text import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from memory_store.embedders import base
    from memory_store.index import sync_report

ANOTHERS = "the index has the vectors of {old}, and memory-store sync makes those of {new}"

_PAGE = 512
_ABOVE_ALL = (1 << 63) - 1  # any id of a window
_PUT_SECONDS = 1.0
_WITHOUT_VECTOR = (
    f"SELECT w.id, w.hash, {read_back.COLUMNS} FROM window w"
    " JOIN piece p ON p.id = w.piece WHERE w.embedded = 0 AND w.id < ?"
    " ORDER BY w.id DESC LIMIT ?"
)


class _Window(model.Value):
    """A window without a vector: its id, its hash, and the piece it belongs to."""

    id: int
    hash: bytes
    row: read_back.Row


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
    report: sync_report.SyncReport,
) -> None:
    """Give a vector to each window without one, newest first, and tell in `report`.

    Args:
        index: up to date and not locked by the caller.
        store: its store.
        embedder: the model; a few vectors of any other are dropped, and many stay as they are
            until another index is whole (`reindex`).
        deadline: in `time.monotonic` seconds, None for no end; 200 texts of ordinary length are
            embedded regardless, and loading the model doesn't count.
        report: what is told to the caller.
    """
    try:
        if is_anothers(index, vector_table.identity_of(embedder)):
            report.vectors_missing = vector_table.count(index.db)
            old = vector_table.model(index.db)
            report.tell(errors.Message(ANOTHERS, old=old, new=embedder.name))
            return
        ready = _ready(index, embedder)
        report.vectors_missing = vector_table.missing(index.db)
        if ready and report.vectors_missing:
            with open_cache(store) as cache:
                _Fill(index, store, embedder, cache, deadline, report).run()
            report.vectors_missing = vector_table.missing(index.db)
    except database.DAMAGED:
        raise
    except (apsw.Error, errors.StoreError) as error:
        report.tell(errors.Message("new texts could not be given vectors: {error}", error=error))
        return
    if not ready:
        report.tell(backends.backend(index.db).UNUSABLE)


def is_anothers(index: database.Index, identity: str) -> bool:
    """Whether an index has more vectors of another model than can be made again at once."""
    if vector_table.model(index.db) in ("", identity):
        return False
    return vector_table.count(index.db) > vectors.PROMISED


def _ready(index: database.Index, embedder: base.Embedder) -> bool:
    """Whether the backend is ready, and its vectors are the model's own."""
    if not backends.backend(index.db).load(index.db):
        return False
    identity = vector_table.identity_of(embedder)
    if vector_table.model(index.db) != identity:
        if vector_table.count(index.db):
            _prove(embedder)
        index.write(lambda: vector_table.adopt(index.db, identity))
    return True


def _prove(embedder: base.Embedder) -> None:
    """See that a model answers, before another's vectors are given up for it.

    Raises:
        StoreError: it does not.
    """
    try:
        getattr(embedder, "prove", embedder.prepare)()
    except Exception as error:  # see _Fill._embed
        raise errors.StoreError("the model failed: {error}", error=error) from error


class _Fill:
    """Gives the windows without a vector theirs, page by page: the cache's, then the model's."""

    def __init__(
        self,
        index: database.Index,
        store: layout.Store,
        embedder: base.Embedder,
        cache: vectors.VectorCache,
        deadline: float | None,
        report: sync_report.SyncReport,
    ) -> None:
        self._index = index
        self._store = store
        self._embedder = embedder
        self._cache = cache
        self._deadline = deadline
        self._report = report
        self._page: list[_Window] = []
        self._weight = 0.0
        self._last_put = time.monotonic()

    def run(self) -> None:
        """Fill pages until no window is left, or until the deadline and what is promised."""
        before = _ABOVE_ALL
        while page := _missing(self._index.db, before):
            before = page[-1].id
            self._page = page
            if self._fill_page() and self._weight >= vectors.PROMISED:
                return

    def _fill_page(self) -> bool:
        """Give the windows of a page their vectors; whether it is past the deadline."""
        blobs = self._cache.get_many(self._embedder.name, {window.hash for window in self._page})
        contents = _texts(self._store, [w for w in self._page if w.hash not in blobs])
        texts = {key: text for key, text in contents.items() if text}
        empty = contents.keys() - texts.keys()
        self._prepare(texts)
        try:
            blobs.update(self._embed(texts))
        except errors.StoreError:
            self._put(blobs, empty)
            raise
        is_late = self._deadline is not None and time.monotonic() >= self._deadline
        self._put(blobs, empty if is_late else empty | (texts.keys() - blobs.keys()))
        return is_late

    def _prepare(self, texts: dict[bytes, str]) -> None:
        """Load the model before its first texts, at no cost to the deadline."""
        if texts and not self._weight:
            started = time.monotonic()
            self._embedder.prepare()
            if self._deadline is not None:
                self._deadline += time.monotonic() - started
        self._weight += vectors.weight(texts.values())

    def _embed(self, texts: dict[bytes, str]) -> dict[bytes, bytes]:
        try:
            return vectors.embed_missing(
                self._embedder, self._cache, texts, self._deadline, self._put_now_and_then
            )
        except Exception as error:  # a model is somebody else's code, and words can answer
            raise errors.StoreError("the model failed: {error}", error=error) from error

    def _put(self, blobs: Mapping[bytes, bytes], empty: Collection[bytes] = ()) -> None:
        """Keep the vectors by hash; the texts of `empty` never get one."""
        pairs = [(window.id, blobs[window.hash]) for window in self._page if window.hash in blobs]
        never = [window.id for window in self._page if window.hash in empty]
        self._index.write(lambda: self._write(pairs, never))
        self._page = [w for w in self._page if w.hash not in blobs and w.hash not in empty]
        self._last_put = time.monotonic()
        self._report.put(len(pairs))

    def _put_now_and_then(self, blobs: Mapping[bytes, bytes]) -> None:
        """The same, if that was not done a moment ago; the page's last `_put` tells of faults."""
        if time.monotonic() - self._last_put >= _PUT_SECONDS:
            try:
                self._put(blobs)
            except (apsw.Error, errors.StoreError) as error:
                log.write("index", error)

    def _write(self, pairs: list[tuple[int, bytes]], never: list[int]) -> None:
        """Write vectors, unless the table became another model's while they were made."""
        if vector_table.model(self._index.db) != vector_table.identity_of(self._embedder):
            raise errors.StoreError("another process has begun to use another model")
        vector_table.put(self._index.db, pairs, never)


def _missing(db: apsw.Connection, before: int) -> list[_Window]:
    """The newest windows without a vector below an id."""
    rows = tables.rows(db, _WITHOUT_VECTOR, (before, _PAGE))
    return [_Window(row[0], row[1], read_back.Row(*row[2:])) for row in rows]


def _texts(store: layout.Store, windows: list[_Window]) -> dict[bytes, str]:
    """The texts of windows by hash, read from the files again, without changed ones."""
    from memory_store.index import parsing  # most searches find every text embedded

    wanted = {window.hash for window in windows}
    texts: dict[bytes, str] = {}
    for row in {window.row.id: window.row for window in windows}.values():
        passage = read_back.read_passage(store, row)
        if passage is None:
            continue
        for part in parsing.windows(row.kind, parsing.indexed(row.kind, passage.text)):
            key = digest.of_content(part)
            if key in wanted:
                texts[key] = part
    return texts
