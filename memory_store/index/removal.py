"""Has an index let go of what was forgotten: no byte and no vector of it stays.

The rows are those of the changed files by any update; what SQLite or a backend would keep of rows
that are gone is cleared here.
"""

from __future__ import annotations

import os

from memory_store.index import (
    backends,
    database,
    disk,
    tables,
    update,
    vector_sync,
    vector_table,
)
from memory_store.store import layout

_PATIENCE_SECONDS = 10.0


def follow(store: layout.Store) -> None:
    """Bring the index of a store to what its rewritten files hold, with no byte or vector of more.

    Raises:
        StoreError: the index can't be read or written.
    """
    try:
        index, _ = update.bring_up(store, patience=_PATIENCE_SECONDS)
        with index:
            index.write(lambda: _clear(index))
            if os.path.isfile(os.path.join(layout.cache_directory(store), disk.VECTORS)):
                hashes = tables.rows(index.db, "SELECT hash FROM window")
                with vector_sync.open_cache(store) as cache:
                    cache.keep_only(key for (key,) in hashes)
    except database.FAULTS as error:
        raise database.unusable("the index can't be cleared", error) from error


def _clear(index: database.Index) -> None:
    # FTS5 keeps a row's words until what holds them is merged
    index.db.execute("INSERT INTO words (words) VALUES ('optimize')")
    if backends.name(index.db) != backends.SQLITE:
        vector_table.adopt(index.db, "")  # a folder keeps what is deleted from it
