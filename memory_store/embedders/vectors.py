"""The cache of vectors by the content of their texts: no text is embedded twice.

A lost cache costs time and is never an error. Only whole vectors (`int8`) are kept.
"""

from __future__ import annotations

import math
import time
import zlib

import apsw

from memory_store import clock
from memory_store.embedders import int8, vector_file
from memory_store.text import digest, redact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, Self

    from memory_store.embedders import base

PROMISED = 200
"""Texts that one call of `embed_missing` embeds however late it is (docs/interface.md 4)."""

ORDINARY = 80
"""Characters of one of them, a fact: a longer one, as of a note, counts as several."""

AT_ONCE = 32
"""Texts that a model embeds together, unless its `at_once` says otherwise."""

_KEPT = 0.9
"""Of the limit, what `hold` leaves: else each vector beyond it would be pruned for."""


class VectorCache:
    """The open cache file, or memory in its place.

    Any number of processes may have it open. A method that can't have its way (the file is
    damaged or written by another, the disk is full) finds nothing, or keeps nothing.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._connection = vector_file.open_anyhow(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the file back; the cache can't be used after."""
        self._connection.close(force=True)

    def get_many(self, model: str, hashes: Iterable[bytes]) -> dict[bytes, bytes]:
        """The model's vectors for these hashes, without missing ones.

        Their day of use is noted for `prune`.
        """
        rows = self._run(
            "SELECT hash, vector, seal, used FROM vectors WHERE model = ? AND hash = ?",
            [(model, key) for key in hashes],
        )
        today = _today()
        unused = [(today, model, key) for key, _, _, used in rows if used != today]
        if unused:
            self._run("UPDATE vectors SET used = ? WHERE model = ? AND hash = ?", unused)
        return {key: blob for key, blob, seal, _ in rows if seal == _seal(model, key, blob)}

    def put_many(self, model: str, pairs: Iterable[tuple[bytes, bytes]]) -> None:
        """Store vectors of `int8.quantised`; others are skipped."""
        whole = [(key, blob) for key, blob in pairs if int8.is_whole(blob)]
        today = _today()
        self._run(
            "INSERT OR REPLACE INTO vectors (model, hash, vector, seal, used)"
            " VALUES (?, ?, ?, ?, ?)",
            [(model, key, blob, _seal(model, key, blob), today) for key, blob in whole],
        )

    def counts(self) -> dict[str, int]:
        """How many vectors each model has."""
        return dict(self._run("SELECT model, count(*) FROM vectors GROUP BY model", [()]))

    def size(self) -> int:
        """Bytes of the file that hold something."""
        asked = "SELECT (page_count - freelist_count) * page_size FROM"
        asked += " pragma_page_count, pragma_freelist_count, pragma_page_size"
        rows = self._run(asked, [()])
        return int(rows[0][0]) if rows else 0

    def hold(self, limit: int) -> int:
        """Keep the file to `limit` bytes, of all models together; how many were forgotten."""
        size = self.size()
        if size <= limit:
            return 0
        rows = self._run("SELECT total(length(vector)) FROM vectors", [()])
        return self.prune(int(limit * _KEPT * rows[0][0] / size)) if rows else 0

    def prune(self, limit: int) -> int:
        """Delete the vectors longest unused, beyond `limit` bytes, and count them."""
        gone = self._run(
            "DELETE FROM vectors WHERE id IN (SELECT id FROM (SELECT id,"
            " sum(length(vector)) OVER (ORDER BY used DESC, id DESC) AS kept FROM vectors)"
            " WHERE kept > ?) RETURNING 1",
            [(limit,)],
        )
        if gone:
            self._run("VACUUM", [()], whole=False)
        return len(gone)

    def forget_keys(self) -> None:
        """Forget the vectors of models whose name holds a key, with the names, bytes and all.

        A remote model's name ends with its address, which could hold one before that was refused.
        """
        from memory_store.text import address  # an index is seldom built anew

        names = [name for name in self.counts() if not address.is_bare(name.partition(" at ")[2])]
        self._forget("model", [(name,) for name in names])

    def keep_only(self, hashes: Iterable[bytes]) -> int:
        """Delete all vectors but those of these hashes, with their bytes, and count them."""
        kept = set(hashes)
        rows = self._run("SELECT id, hash FROM vectors", [()])
        return self._forget("id", [(identity,) for identity, key in rows if key not in kept])

    def _forget(self, column: str, gone: list[tuple[object]]) -> int:
        if gone:
            self._run(f"DELETE FROM vectors WHERE {column} = ?", gone)  # noqa: S608  our own words
            self._run("VACUUM", [()], whole=False)
        return len(gone)

    def _run(
        self, sql: str, bindings: Sequence[Sequence[Any]], *, whole: bool = True
    ) -> list[tuple[Any, ...]]:
        """The rows of a statement for each of its bindings, in one transaction if whole.

        A damaged file is begun anew and the statement tried again; what can't be done now
        (another process writes, the disk is full, the file may only be read) is not done.
        """
        for _ in range(2):
            try:
                if not whole:
                    return list(self._connection.executemany(sql, bindings))
                with self._connection:
                    return list(self._connection.executemany(sql, bindings))
            except vector_file.DAMAGED:
                self.close()
                self._connection = vector_file.begin_anew(self._path)
            except apsw.Error:
                break
        return []


def query_key(text: str) -> bytes:
    """The key of a query's vector: some models embed the same text otherwise as a query."""
    return digest.of_content(text, b"query")


def query_vector(embedder: base.Embedder, cache: VectorCache, text: str) -> bytes | None:
    """The int8 vector of a query, from the cache if it is there; None if it has none.

    A secret in it is neither looked for by meaning nor kept, as a digest or a vector.
    """
    text = redact.secrets(text)[0]
    key = query_key(text)
    vector = cache.get_many(embedder.name, [key]).get(key)
    if vector is None:
        vector = int8.quantised(embedder.embed_query(text))
        cache.put_many(embedder.name, [(key, vector)])
    return vector or None


def embed_missing(
    embedder: base.Embedder,
    cache: VectorCache,
    texts_by_hash: Mapping[bytes, str],
    deadline: float | None,
    after_batch: Callable[[dict[bytes, bytes]], object] | None = None,
) -> dict[bytes, bytes]:
    """The vectors of documents: cached ones, then new ones while there is time.

    Args:
        embedder: what makes the new ones; it isn't touched where the cache has them all.
        cache: keeps each batch as soon as it is done, so that a killed call loses one at most.
        texts_by_hash: texts under their `digest.of_content`, the most wanted first.
        deadline: in `time.monotonic` seconds, None for no end. The first PROMISED new texts of
            ORDINARY length are embedded regardless; the time that the model takes to load is
            added to it.
        after_batch: called after each batch with all that is known by then; None for nobody.

    Returns:
        Int8 vectors by hash. Texts past the deadline or with no vector are left out.
    """
    blobs = cache.get_many(embedder.name, texts_by_hash)
    missing = [key for key in texts_by_hash if key not in blobs]
    if not missing:
        return blobs
    from memory_store.embedders import base  # a question's vector is one alone

    started = time.monotonic()
    embedder.prepare()
    end = math.inf if deadline is None else deadline + time.monotonic() - started
    done = 0.0
    at_once = getattr(embedder, "at_once", 0)
    size, letters = (at_once, 0) if at_once else (AT_ONCE, AT_ONCE * ORDINARY)
    for keys in base.groups_by_length(missing, texts_by_hash, size, max(PROMISED, size), letters):
        if done >= PROMISED and time.monotonic() >= end:
            break
        done += weight(texts_by_hash[key] for key in keys)
        rows = embedder.embed_documents([texts_by_hash[key] for key in keys])
        pairs = zip(keys, map(int8.quantised, rows), strict=True)
        fresh = [(key, blob) for key, blob in pairs if blob]
        cache.put_many(embedder.name, fresh)
        blobs.update(fresh)
        if after_batch is not None:
            after_batch(blobs)
    return blobs


def weight(texts: Iterable[str]) -> float:
    """The cost of these texts in texts of ORDINARY length, at least 1 each."""
    return sum(max(1.0, len(text) / ORDINARY) for text in texts)


def _today() -> int:
    return int(clock.now() // 86_400)


def _seal(model: str, key: bytes, blob: bytes) -> int:
    """A checksum of a row; SQLite notices only a third of random bit flips."""
    return zlib.crc32(blob, zlib.crc32(key, zlib.crc32(model.encode())))
