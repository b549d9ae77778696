"""Asks the index for lines, and reads what they say from their files.

Where the index can't be had, or breaks, the files are read into memory. Must not know what a
question is for.
"""

from __future__ import annotations

from memory_store import clock, errors
from memory_store.index import database, indexer, read_back, tables
from memory_store.journal import stored
from memory_store.store import layout, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, Self

    from memory_store.codec import Record
    from memory_store.journal.stored import Entry, Fact

_AT_ONCE = 64


class LineReader:
    """The lines of a store as they are now, or as they were at a moment.

    Attributes:
        store: whose they are.
    """

    def __init__(
        self,
        store: layout.Store,
        until: float | None = None,
        index: database.Index | None = None,
    ) -> None:
        """Bring the index up to date; where that can't be done, read the files into memory.

        Args:
            store: whose lines.
            until: seconds since 1970: of the facts, as the lines say that were written by then.
            index: one that is asked as it is.
        """
        self.store = store
        self._now = clock.now() if until is None else until
        self._is_as_it_is = index is not None
        if until is not None:
            index = indexer.as_of(store, until)
        if index is not None:
            self._index = index
            return
        try:
            found = indexer.bring_up(store) if store.exists() else indexer.in_memory(store)
        except errors.StoreError as error:
            log.write("index", error)
            found = indexer.in_memory(store)
        self._index = found[0]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._index.close()

    def last_lines(self, file: str) -> Iterator[tuple[int, Record]]:
        """All records of a file with the numbers of their rows, the last line first."""
        sql = "SELECT id FROM line WHERE file = :file ORDER BY id DESC"
        ids = self._column(sql, file=file)
        return self._numbered(ids)

    def line_before(self, file: str, key: str, row: int) -> tuple[int, Record] | None:
        """The last line of a fact, or of a session's summary, before a row, with its number."""
        column = "record" if file == layout.FACTS else "session"
        sql = (
            f"SELECT id FROM line WHERE {column} = :key AND file = :file AND id < :row"
            " ORDER BY id DESC LIMIT 1"
        )
        return next(self._numbered(self._column(sql, key=key, file=file, row=row)), None)

    def _column(self, sql: str, **values: object) -> list[Any]:
        return [one for (one,) in self._ask(sql, **values)]

    def _facts(self, sql: str, **values: object) -> list[Fact]:
        """The facts whose lines a query gives."""
        return list(self._facts_of(self._column(sql, **values)))

    def _facts_of(self, ids: Sequence[int]) -> Iterator[Fact]:
        return map(stored.Fact, self._read(ids))

    def _entries(self, sql: str, **values: object) -> list[Entry]:
        """The events whose lines a query gives."""
        return list(map(stored.Entry, self._read(self._column(sql, **values))))

    def _read(self, ids: Sequence[int]) -> Iterator[Record]:
        """The records of lines."""
        return (record for _, record in self._numbered(ids))

    def _numbered(self, ids: Sequence[int]) -> Iterator[tuple[int, Record]]:
        """Lines with their records, read from their files, without those that changed since."""
        with read_back.Opened(self.store) as opened:
            for start in range(0, len(ids), _AT_ONCE):
                some = ids[start : start + _AT_ONCE]
                listed = tables.listed(some)
                sql = f"SELECT {read_back.LINE_COLUMNS} FROM line p WHERE id IN ({listed})"
                rows = {row[0]: read_back.Row(*row) for row in self._ask(sql)}
                for one in filter(rows.__contains__, some):
                    record = read_back.read_record(self.store, rows[one], opened)
                    if record is not None:
                        yield one, record

    def _ask(self, sql: str, **values: object) -> list[tuple[Any, ...]]:
        bound = {"now": self._now, **values}
        try:
            return tables.rows(self._index.db, sql, bound)
        except database.FAULTS as error:
            if self._is_as_it_is:
                raise
            log.write("index", error)
            self._index = indexer.in_memory(self.store)[0]
            return tables.rows(self._index.db, sql, bound)
