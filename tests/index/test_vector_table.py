from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from memory_store.embedders import int8
from memory_store.index import database, nearest, tables, vector_table
from tests.index import filled

if TYPE_CHECKING:
    import pytest

ROWS = np.random.default_rng(1).standard_normal((5, 16)).astype(np.float32)
BLOB = int8.quantised(ROWS[0])


def states(index: database.Index) -> list[tuple[int, int]]:
    return tables.rows(index.db, "SELECT id, embedded FROM window ORDER BY id")


def held(index: database.Index) -> dict[int, bytes]:
    return dict(tables.rows(index.db, "SELECT window, int8 FROM vector"))


def waiting(index: database.Index, count: int) -> list[int]:
    """Windows without a vector."""
    sql = "INSERT INTO window (piece, hash) VALUES (1, x'00') RETURNING id"
    return [tables.number(index.db, sql) for _ in range(count)]


def test_each_window_gets_its_vector_or_never_one() -> None:
    with filled.empty() as index:
        one, other, third = waiting(index, 3)
        vector_table.put(index.db, [(one, BLOB)], [other])

        assert held(index) == {one: BLOB}
        assert states(index) == [
            (one, vector_table.EMBEDDED),
            (other, vector_table.NEVER),
            (third, 0),
        ]
        assert vector_table.missing(index.db) == 1
        assert vector_table.count(index.db) == 1


def test_the_binary_code_of_a_vector_is_its_signs() -> None:
    with filled.empty() as index:
        filled.add(index, ROWS[:1])
        bits = tables.value(index.db, "SELECT bits FROM binary_code")

    assert bits == np.packbits(ROWS[0] > 0, bitorder="little").tobytes()


def test_a_window_that_has_gone_or_has_one_gets_none() -> None:
    with filled.empty() as index:
        (one,) = waiting(index, 1)
        vector_table.put(index.db, [(one, BLOB), (99, BLOB)], [])
        vector_table.put(index.db, [(one, int8.quantised(ROWS[1]))], [one])

        assert held(index) == {one: BLOB}
        assert states(index) == [(one, vector_table.EMBEDDED)]
        assert vector_table.count(index.db) == 1


def test_vectors_are_forgotten_without_the_extension(monkeypatch: pytest.MonkeyPatch) -> None:
    with filled.empty() as index:
        kept, gone = filled.add(index, ROWS[:2])
        monkeypatch.setattr(nearest, "load", None)
        vector_table.forget(index.db, [(gone, 0)])

        assert held(index).keys() == {kept}
        assert tables.rows(index.db, "SELECT window FROM binary_code") == [(kept,)]
        assert vector_table.count(index.db) == 1


def test_a_table_is_emptied_for_another_model_alone() -> None:
    with filled.empty() as index:
        made = filled.add(index, ROWS)
        vector_table.adopt(index.db, filled.MODEL)
        kept = held(index)
        vector_table.adopt(index.db, "other 8")

        assert list(kept) == made
        assert held(index) == {}
        assert vector_table.missing(index.db) == len(ROWS)
        assert (vector_table.model(index.db), vector_table.count(index.db)) == ("other 8", 0)
