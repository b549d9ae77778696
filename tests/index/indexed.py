"""Questions in SQL to the index of a store, which is brought up to date for each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memory_store.index import indexer, tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_store.store import layout


def rows(store: layout.Store, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """All rows of an answer."""
    with indexer.bring_up(store)[0] as index:
        return tables.rows(index.db, sql, values)


def number(store: layout.Store, sql: str) -> int:
    """The one number of an answer."""
    return int(rows(store, sql)[0][0])
