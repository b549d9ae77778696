"""Whether the tables of an index agree on how many rows there are, and its words are whole.

Rows that damage took leave no other trace: SQLite reads what is left without a complaint. Must
not be asked for by a search, as it reads through the tables.
"""

from __future__ import annotations

import apsw

from memory_store import errors
from memory_store.index import ask, backends, database, schema, vector_table
from memory_store.store import log

_LIVING = (
    f"SELECT count(*) FROM piece NOT INDEXED WHERE state = {schema.LIVING}",  # noqa: S608
    "SELECT count(*) FROM words_docsize",
    "SELECT count(DISTINCT piece) FROM window",
    "SELECT value FROM meta WHERE name = 'living'",
)
_EMBEDDED = (
    "SELECT count(*) FROM vector",
    "SELECT count(*) FROM sketch",
    f"SELECT count(*) FROM window WHERE embedded = {vector_table.EMBEDDED}",  # noqa: S608
    "SELECT value FROM meta WHERE name = 'vectors'",
)


_MOST = 200_000
"""Pieces whose words are looked through: that takes 0.2 s for 100,000, with the index locked."""


def check(index: database.Index, patience: float) -> None:
    """Compare the numbers of rows; an index that is locked or full is not looked at.

    Args:
        index: open and not locked by the caller.
        patience: seconds to wait for its lock.

    Raises:
        apsw.Error: one of `database.DAMAGED`: rows are missing, or can't be read.
    """
    try:
        index.write(lambda: _compare(index.db), patience)
    except database.DAMAGED:
        raise
    except (apsw.Error, errors.StoreError) as error:
        log.write("index", error)


def _compare(db: apsw.Connection) -> None:
    is_here = backends.name(db) == backends.SQLITE  # another backend has its own way to agree
    for asked in (_LIVING, _EMBEDDED) if is_here else (_LIVING,):
        counts = [ask.number(db, sql) for sql in asked]
        if len(set(counts)) > 1:
            raise apsw.CorruptError(f"rows are missing: {counts}")
    if ask.number(db, _LIVING[-1]) <= _MOST:
        db.execute("INSERT INTO words (words) VALUES ('integrity-check')")  # writes nothing
