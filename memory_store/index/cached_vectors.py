"""Removes a forgotten text's vectors from the cache, and puts back those of other texts.

An index that was built anew takes the vectors of its other texts from the cache. Must not make a
vector, or run for a search that answers.
"""

from __future__ import annotations

import os

from memory_store import errors
from memory_store.index import (
    backends,
    database,
    disk,
    ivf,
    nearest,
    tables,
    update,
    vector_sync,
    vector_table,
)
from memory_store.store import layout, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.embedders import vectors

_PATIENCE_SECONDS = 5.0
_AT_ONCE = 512
_PAGE = "SELECT id, hash FROM window WHERE id > ? ORDER BY id LIMIT ?"


def model_of(store: layout.Store) -> str:
    """The model whose vectors a store's index keeps in itself, as `vector_table.model` gives it.

    "" where there are none, and where another backend keeps them.
    """

    def model(index: database.Index) -> str:
        is_own = backends.name(index.db) == backends.SQLITE
        return vector_table.model(index.db) if is_own else ""

    return database.ask(layout.cache_directory(store), _PATIENCE_SECONDS, model) or ""


def put_back(store: layout.Store, model: str) -> None:
    """Give an index that was built anew the vectors of its texts that the cache has.

    If this fails, the next sync does it.

    Args:
        store: whose.
        model: as `model_of` gave it before; an index that has vectors is left as it is.
    """
    try:
        index, _ = update.bring_up(store, patience=_PATIENCE_SECONDS)
        with index, vector_sync.open_cache(store) as cache:
            is_empty = not vector_table.model(index.db)
            if is_empty and _name(model) in cache.counts() and nearest.load(index.db):
                _put_back(index, cache, model)
                ivf.maintain(index)
    except (*database.FAULTS, errors.StoreError) as error:
        log.write("index", error)


def _put_back(index: database.Index, cache: vectors.VectorCache, model: str) -> None:
    index.write(lambda: vector_table.adopt(index.db, model))
    last = 0
    while page := tables.rows(index.db, _PAGE, (last, _AT_ONCE)):
        last = page[-1][0]
        known = cache.get_many(_name(model), {key for _, key in page})
        found = [(window, known[key]) for window, key in page if key in known]
        index.write(lambda: vector_table.put(index.db, found, ()))  # noqa: B023


def _name(model: str) -> str:
    """An embedder's name, by which the cache keeps vectors: a model without its dimensions."""
    return model.rpartition(" ")[0]


def forget_unused(store: layout.Store) -> None:
    """Drop the vectors of questions and of texts that the index does not have.

    Raises:
        StoreError: the index can't be read, so that nobody knows which.
    """
    where = layout.cache_directory(store)
    if not os.path.isfile(os.path.join(where, disk.VECTORS)):
        return
    index = database.open_to_read(where, _PATIENCE_SECONDS)
    if index is None:
        raise database.Unusable("the index can't be read")
    with index, vector_sync.open_cache(store) as cache:
        cache.keep_only(key for (key,) in tables.rows(index.db, "SELECT hash FROM window"))
