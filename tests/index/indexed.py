"""Questions in SQL to the index of a store, which is brought up to date for each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memory_store.index import indexer, read_back, tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_store.index import database
    from memory_store.store import layout


def rows(store: layout.Store, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """All rows of an answer."""
    with indexer.bring_up(store)[0] as index:
        return tables.rows(index.db, sql, values)


def number(store: layout.Store, sql: str) -> int:
    """The one number of an answer."""
    return int(rows(store, sql)[0][0])


def texts(store: layout.Store, index: database.Index, sql: str = "piece p") -> list[str]:
    """What the pieces say that an SQL `FROM` gives, as it is read from the files."""
    listed = tables.rows(index.db, f"SELECT {read_back.COLUMNS} FROM {sql}")  # noqa: S608
    found = [read_back.read_passage(store, read_back.Row(*row)) for row in listed]
    return sorted(one.text for one in found if one is not None)
