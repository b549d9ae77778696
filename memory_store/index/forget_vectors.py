"""What must not stay in the cache of a store's vectors: those of no text, those named by a key.

For who rewrote a store, or built its index anew. Must not be asked for by a search that answers.
"""

from __future__ import annotations

import os

from memory_store.embedders import vectors
from memory_store.index import database, disk, tables, vector_sync
from memory_store.store import layout
from memory_store.text import address

_PATIENCE_SECONDS = 5.0


def forget_unused(store: layout.Store) -> None:
    """Drop the vectors, also those of questions, that no text of the index has.

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


def forget_keys(where: str) -> None:
    """Drop the vectors of models whose name holds a key, as names could before keys were refused.

    A remote model's name ends with its address; `where` is the directory of an index.
    """
    if not os.path.isfile(os.path.join(where, disk.VECTORS)):
        return
    with vectors.VectorCache(os.path.join(where, disk.VECTORS)) as cache:
        cache.forget_models(lambda name: not address.is_bare(name.partition(" at ")[2]))
