"""The folder of the backend `lancedb` beside an index, and its table, opened once a process.

Damage is reported as damage of the index, which is then built again. Must not know the questions.
"""

from __future__ import annotations

import os

import apsw

from memory_store.index import tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    import lancedb
    import pyarrow as pa

TABLE = "vectors"

_opened: dict[str, lancedb.table.Table] = {}


def folder(db: apsw.Connection) -> str:
    """The path of the folder that an index names; "" before the first model is adopted."""
    name = tables.meta(db, "folder")
    return os.path.join(os.path.dirname(db.filename), name.replace("/", "")) if name else ""


def open_table(db: apsw.Connection) -> lancedb.table.Table | None:
    """The table of an index as it is now; None before the first vector."""
    where = folder(db)
    if not os.path.isdir(os.path.join(where, f"{TABLE}.lance")):
        _opened.pop(where, None)
        return None
    table = _opened.get(where)
    if table is None:
        table = _opened[where] = _connection(db).open_table(TABLE)
    table.checkout_latest()
    return table


def add(db: apsw.Connection, rows: pa.Table) -> None:
    """Add rows to the table, which is made with the first ones."""
    table = open_table(db)
    if table is None:
        _opened[folder(db)] = _connection(db).create_table(TABLE, rows)
    else:
        table.add(rows)


def reading(
    db: apsw.Connection, work: Callable[[lancedb.table.Table], Any], without: dict[int, Any]
) -> Any:  # noqa: ANN401  what `work` gives
    """Run `work` on the table; damage counts as damage of the index."""
    try:
        table = open_table(db)
        if table is not None:
            return work(table)
    except (OSError, RuntimeError, ValueError, OverflowError) as error:
        _opened.clear()
        raise apsw.CorruptError(f"LanceDB can't read its folder: {error}") from error
    if tables.meta_number(db, "vectors"):
        raise apsw.CorruptError("LanceDB's folder is gone")
    return without


def _connection(db: apsw.Connection) -> lancedb.db.DBConnection:
    import lancedb

    return lancedb.connect(folder(db))
