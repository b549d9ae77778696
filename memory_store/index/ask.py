"""Asking SQLite and taking the answer at its column types, which the schema vouches for.

Must not hold any SQL of its own.
"""

from __future__ import annotations

import apsw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def rows(db: apsw.Connection, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """All rows of an answer."""
    return db.execute(sql, values).fetchall()


def value(db: apsw.Connection, sql: str, values: Sequence[Any] = ()) -> Any:  # noqa: ANN401
    """The first column of the first row, None if there is no row."""
    found = db.execute(sql, values).fetchone()
    return None if found is None else found[0]


def number(db: apsw.Connection, sql: str, values: Sequence[Any] = ()) -> int:
    """The same as a whole number, 0 if there is none.

    Raises:
        CorruptError: it is no number, which only a damaged index holds.
    """
    found = value(db, sql, values) or 0
    try:
        return int(found)
    except (ValueError, TypeError) as error:
        raise apsw.CorruptError(f"not a number: {found!r}") from error
