from __future__ import annotations

import numpy as np

from memory_store.embedders import int8
from memory_store.index import tables, vector_table
from tests.index import filled

ROWS = np.random.default_rng(1).standard_normal((5, 16)).astype(np.float32)
BLOB = int8.quantised(ROWS[0])


def test_each_window_gets_its_vector_once_or_never_one_and_a_window_that_has_gone_none() -> None:
    with filled.empty() as index:
        sql = "INSERT INTO window (piece, hash) VALUES (1, x'00') RETURNING id"
        one, other, third = (tables.number(index.db, sql) for _ in range(3))
        vector_table.put(index.db, [(one, BLOB), (99, BLOB)], [other])
        vector_table.put(index.db, [(one, int8.quantised(ROWS[1]))], [one])

        assert tables.rows(index.db, "SELECT window, int8 FROM vector") == [(one, BLOB)]
        assert tables.rows(index.db, "SELECT id, embedded FROM window ORDER BY id") == [
            (one, vector_table.EMBEDDED),
            (other, vector_table.NEVER),
            (third, 0),
        ]
        assert (vector_table.missing(index.db), vector_table.count(index.db)) == (1, 1)


def test_the_binary_code_of_a_vector_is_its_signs() -> None:
    with filled.empty() as index:
        filled.add(index, ROWS[:1])
        bits = tables.value(index.db, "SELECT bits FROM binary_code")

    assert bits == np.packbits(ROWS[0] > 0, bitorder="little").tobytes()


def test_only_the_vectors_of_its_own_model_are_asked() -> None:
    with filled.empty() as index:
        assert vector_table.has_vectors(index.db, filled.MODEL)
        assert not vector_table.has_vectors(index.db, "other 8")


def test_a_table_is_emptied_for_another_model_alone() -> None:
    with filled.empty() as index:
        filled.add(index, ROWS)
        vector_table.adopt(index.db, filled.MODEL)
        kept = vector_table.count(index.db)
        vector_table.adopt(index.db, "other 8")

        assert kept == vector_table.missing(index.db) == len(ROWS)
        assert tables.rows(index.db, "SELECT * FROM vector") == []
        assert (vector_table.model(index.db), vector_table.count(index.db)) == ("other 8", 0)
