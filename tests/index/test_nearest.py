"""What is near is found, whatever else is asked of it."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from memory_store.embedders import int8
from memory_store.index import database, filters, indexer, nearest, tables, vector_table
from tests import given
from tests.index import filled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from memory_store.store import layout

ROOT = Path(__file__).parents[2]
ANYTHING = filters.Filters(now=0)


def vector(*numbers: float) -> bytes:
    return int8.quantised(np.array(numbers, np.float32))


def cosines_of(index: database.Index) -> dict[str, float]:
    """The pieces by their cosines, each window having a vector of its own."""
    assert nearest.load(index.db)
    vector_table.adopt(index.db, "tiny 4")
    windows = [row[0] for row in tables.rows(index.db, "SELECT id FROM window")]
    vector_table.put(index.db, [(one, vector(1, one, 0, 0)) for one in windows], [])
    named = dict(tables.rows(index.db, "SELECT id, record FROM piece"))
    retriever = nearest.by_vector(index.db, vector(1, 1, 0, 0), 10, ANYTHING)
    return {named[one]: score for one, score in retriever.items()}


def test_the_cosine_of_the_nearest_part_counts(store: layout.Store) -> None:
    long = given.fact(store, "一个很长的事实。" * 120)
    short = given.fact(store, "short")

    with indexer.bring_up(store)[0] as index:
        scores = cosines_of(index)
        ids = {row[1]: row[0] for row in tables.rows(index.db, "SELECT id, record FROM piece")}
        again = nearest.cosines(index.db, vector(1, 1, 0, 0), ids.values())

    assert list(scores) == [long["id"], short["id"]], "the best first"
    assert scores[long.id] == pytest.approx(1, abs=1e-6)
    assert scores[short.id] == pytest.approx(4 / math.sqrt(20), abs=5e-3)
    assert again == {ids[one]: score for one, score in scores.items()}


def test_vectors_that_are_no_numbers_never_rank(store: layout.Store) -> None:
    given.fact(store, "sound")
    broken = given.fact(store, "broken")
    with indexer.bring_up(store)[0] as index:
        cosines_of(index)
        sql = "UPDATE vector SET int8 = ? WHERE window = (SELECT max(id) FROM window)"
        index.db.execute(sql, (bytes(8),))
        retriever = nearest.by_vector(index.db, vector(1, 1, 0, 0), 10, ANYTHING)
        named = dict(tables.rows(index.db, "SELECT id, record FROM piece"))
        spoken = nearest.cosines(index.db, vector(1, 1, 0, 0), named)

    assert broken["id"] not in {named[one] for one in retriever}
    assert len(retriever) == len(spoken) == 1


@pytest.mark.parametrize("torn", [b"", b"\x7f" * 3, b"\x7f" * 16])
def test_a_torn_vector_shows_as_damage(torn: bytes, store: layout.Store) -> None:
    given.fact(store, "torn")
    with indexer.bring_up(store)[0] as index:
        cosines_of(index)
        index.db.execute("UPDATE vector SET int8 = ?", (torn,))

        with pytest.raises(database.DAMAGED):
            nearest.by_vector(index.db, vector(1, 1, 0, 0), 10, ANYTHING)


def test_what_is_cleared_leaves_nothing() -> None:
    with filled.empty() as index:
        filled.add(index, np.ones((3, 16), np.float32))
        nearest.clear(index.db)

        for table in ("vector", "binary_code"):
            assert tables.value(index.db, f"SELECT 1 FROM {table}") is None  # noqa: S608


def exact(rows: NDArray[np.float32], question: NDArray[np.float32]) -> NDArray[np.float32]:
    """The cosine of each row as int8."""
    signed = np.array([np.frombuffer(int8.quantised(one), np.int8) for one in [question, *rows]])
    unit = signed / np.linalg.norm(signed.astype(np.float32), axis=1, keepdims=True)
    cosines: NDArray[np.float32] = unit[1:] @ unit[0]
    return cosines


def test_where_all_that_is_near_is_compared_the_order_is_exact() -> None:
    rows = np.random.default_rng(8).standard_normal((390, 16)).astype(np.float32)
    with filled.empty() as index:
        ids = filled.add(index, rows[:-1])
        retriever = nearest.by_vector(index.db, int8.quantised(rows[-1]), 400, ANYTHING)

    expected = exact(rows[:-1], rows[-1])
    assert list(retriever) == [ids[at] for at in np.argsort(-expected)]
    assert list(retriever.values()) == pytest.approx(sorted(expected, reverse=True), abs=1e-5)


def test_only_those_whose_signs_are_nearest_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearest, "RESCORED", 50)
    rows = np.random.default_rng(8).standard_normal((300, 16)).astype(np.float32)
    with filled.empty() as index:
        ids = filled.add(index, rows)
        retriever = nearest.by_vector(index.db, int8.quantised(rows[7]), 400, ANYTHING)

    apart = ((rows < 0) != (rows[7] < 0)).sum(axis=1)
    assert len(retriever) == 50
    assert next(iter(retriever)) == ids[7]
    assert max(apart[ids.index(one)] for one in retriever) <= sorted(apart)[49]


def test_numpy_is_not_loaded_by_a_search() -> None:
    code = (
        "import sys; from memory_store.index import database, filters, nearest, vector_table\n"
        "index = database.create_aside(''); assert nearest.load(index.db)\n"
        "vector_table.adopt(index.db, 'tiny 4')\n"
        "assert vector_table.has_vectors(index.db, 'tiny 4')\n"
        "nearest.by_vector(index.db, bytes([127, *[0] * 7]), 10, filters.Filters(now=0))\n"
        "nearest.cosines(index.db, bytes([127, *[0] * 7]), [1, 2])\n"
        "print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)

    assert done.stdout.split() == [b"False"]
