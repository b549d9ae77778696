"""Each vector is in exactly one list, whatever is trained, moved, dropped or cut short."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import apsw
import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from memory_store.embedders import int8, kmeans
from memory_store.index import (
    database,
    filters,
    indexer,
    ingest,
    ivf,
    nearest,
    sync,
    tables,
    vector_table,
)
from memory_store.store import layout
from tests import given
from tests.index import filled, tiny

if TYPE_CHECKING:
    from collections.abc import Sequence

ANYTHING = filters.Filters(now=0)


@pytest.fixture(autouse=True)
def smallest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifty vectors are enough for lists."""
    monkeypatch.setattr(nearest, "SMALLEST", 50)


def random_vectors(count: int, seed: int = 1) -> Any:
    return np.random.default_rng(seed).standard_normal((count, 16)).astype(np.float32)


def lists(index: database.Index) -> set[int]:
    return {row[0] for row in tables.rows(index.db, "SELECT id FROM ivf_list")}


def lists_in_use(index: database.Index) -> set[int]:
    return {row[0] for row in tables.rows(index.db, "SELECT DISTINCT list FROM binary_code")}


class Killed(BaseException):
    """What ends a process at no good moment."""


class CellsMachine(RuleBasedStateMachine):
    """Vectors come and go while lists are trained, and training is cut short anywhere."""

    @initialize()
    def begin(self) -> None:
        self.index = filled.empty()
        self.held: dict[int, bytes] = {}
        self.made = 0

    def teardown(self) -> None:
        self.index.close()

    @rule(count=st.integers(1, 40))
    def put(self, count: int) -> None:
        self.made += 1
        new = random_vectors(count, self.made)
        self.held |= zip(filled.add(self.index, new), map(int8.quantised, new), strict=True)

    @precondition(lambda self: self.held)
    @rule(seed=st.integers(0, 99))
    def forget(self, seed: int) -> None:
        gone = np.random.default_rng(seed).choice(list(self.held), max(1, len(self.held) // 3))
        writer = ingest.Ingest(self.index.db, layout.project_store("nowhere"))
        for one in set(gone.tolist()):
            self.index.transact(lambda: writer._remove([one]))  # noqa: B023
            del self.held[one]

    @rule()
    def maintain(self) -> None:
        ivf.maintain(self.index)
        first = nearest.generation(self.index.db)
        assert all(one >= first for one in lists_in_use(self.index) | lists(self.index))

    @rule(writes=st.integers(0, 12))
    def be_killed(self, writes: int) -> None:
        index = Mortal(self.index.db, writes)
        try:
            ivf.maintain(index)
        except Killed:
            assert not self.index.db.in_transaction

    @invariant()
    def each_is_in_one_cell(self) -> None:
        db = self.index.db
        codes = tables.rows(db, "SELECT window, list FROM binary_code ORDER BY window")
        windows = tables.rows(db, "SELECT id, list FROM window WHERE embedded = 1 ORDER BY id")
        assert codes == windows
        assert dict(tables.rows(db, "SELECT window, int8 FROM vector")) == self.held
        assert [one for one, _ in windows] == sorted(self.held)
        assert lists_in_use(self.index) <= lists(self.index) | {0}
        assert vector_table.count(db) == len(self.held)

    @invariant()
    def each_is_found(self) -> None:
        """Even in the midst of a training, as long as all lists are probed."""
        if self.held:
            one = next(iter(self.held))
            retriever = nearest.by_vector(self.index.db, self.held[one], 800, ANYTHING)
            assert set(retriever) == set(self.held)
            assert retriever[one] == pytest.approx(1)


class Mortal(database.Index):
    """An index whose process is killed in the midst of a write, some writes from now."""

    def __init__(self, db: apsw.Connection, writes: int) -> None:
        super().__init__(db, "")
        self._left = writes

    __slots__ = ("_left",)

    def transact(self, work: Any) -> None:
        def perhaps() -> None:
            work()
            self._left -= 1
            if self._left < 0:
                raise Killed

        super().transact(perhaps)


@pytest.mark.long
def test_each_vector_is_in_one_cell_and_found_after_any_sequence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(nearest, "SMALLEST", 30)
    monkeypatch.setattr(ivf, "_BATCH", 7)
    monkeypatch.setattr(nearest, "PROBES", 1_000)
    run_state_machine_as_test(
        CellsMachine,
        settings=hypothesis.settings(
            max_examples=12,
            stateful_step_count=15,
            suppress_health_check=list(hypothesis.HealthCheck),
            deadline=None,
        ),
    )


def test_lists_are_trained_for_many_vectors_and_again_when_they_have_doubled() -> None:
    with filled.empty() as index:
        trained: list[set[int]] = []
        for seed, count in enumerate((49, 1, 49, 1)):
            filled.add(index, random_vectors(count, seed))
            ivf.maintain(index)
            trained.append(lists(index))
        few, first, same, again = trained

        assert (few, same) == (set(), first)
        assert (len(first), len(again)) == (4 * 7, 4 * 10)
        assert min(again) > max(first)
        assert lists_in_use(index) <= again


@pytest.mark.long
def test_no_transaction_moves_more_than_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ivf, "_BATCH", 16)
    changes: list[int] = []

    class Counted(database.Index):
        __slots__ = ()

        def transact(self, work: Any) -> None:
            before = self.db.total_changes()
            super().transact(work)
            changes.append(self.db.total_changes() - before)

    with filled.empty() as index:
        filled.add(index, random_vectors(100))
        ivf.maintain(Counted(index.db, ""))

        assert lists_in_use(index) <= lists(index)
    moved = [one for one in changes if one]
    assert moved[0] == 4 * 10 + 2, "the lists with the note of them, in one"
    assert set(moved[1:]) == {2 * 16, 2 * 4}


def test_who_trains_meanwhile_is_not_disturbed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow process that has chosen among old lists moves nothing into them."""
    slow = kmeans.nearest
    with filled.empty() as index:
        filled.add(index, random_vectors(60))

        def overtaken(middles: Sequence[bytes], vectors: Sequence[bytes]) -> list[int]:
            monkeypatch.setattr(kmeans, "nearest", slow)
            filled.add(index, random_vectors(100, 2))
            ivf.maintain(index)
            return slow(middles, vectors)

        monkeypatch.setattr(kmeans, "nearest", overtaken)
        ivf.maintain(index)

        assert lists_in_use(index) <= lists(index)
        assert min(lists(index)) == nearest.generation(index.db)


def test_a_model_that_comes_meanwhile_gets_no_cells_of_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    train = kmeans.train
    with filled.empty() as index:
        filled.add(index, random_vectors(60))

        def overtaken(sample: Sequence[bytes], count: int) -> list[bytes]:
            index.transact(lambda: vector_table.adopt(index.db, "other 8"))
            filled.add(index, random_vectors(60, 2))
            return train(sample, count)

        monkeypatch.setattr(kmeans, "train", overtaken)
        ivf.maintain(index)

        assert lists(index) == set()
        assert lists_in_use(index) == {0}


def test_another_model_begins_without_cells() -> None:
    with filled.empty() as index:
        filled.add(index, random_vectors(60))
        ivf.maintain(index)
        before = lists(index)
        index.transact(lambda: vector_table.adopt(index.db, "other 8"))
        empty = (lists(index), lists_in_use(index), vector_table.count(index.db))
        filled.add(index, random_vectors(55))
        ivf.maintain(index)

        assert empty == (set(), set(), 0)
        assert min(lists(index)) > max(before)


def test_a_sync_trains_and_mends(store: layout.Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearest, "SMALLEST", 10)
    for number in range(12):
        given.fact(store, f"fact number {number}")
    model = tiny.TinyEmbedder()
    sync.sync(store, embedder=model)
    with indexer.bring_up(store)[0] as index:
        before = lists(index)
        index.db.execute("UPDATE binary_code SET list = 0; UPDATE vector SET int8 = x'7f'")

    report = sync.sync(store, embedder=model)
    with indexer.bring_up(store)[0] as index:
        lengths = Counter(len(row[0]) for row in tables.rows(index.db, "SELECT int8 FROM vector"))

        assert len(before) == 12
        assert len(lists(index)) == 12
        assert lengths == {8: 12}
        assert report.vectors_added == 12
        assert len(model.embedded) == 12


def test_a_busy_index_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise apsw.BusyError("database is locked")

    with filled.empty() as index:
        filled.add(index, random_vectors(60))
        monkeypatch.setattr(database.Index, "transact", fail)
        ivf.maintain(index)

        assert lists_in_use(index) == {0}


@pytest.mark.parametrize("torn", [b"", b"\x7f" * 3, b"\x7f" * 24])
def test_a_torn_vector_shows_as_damage(torn: bytes) -> None:
    with filled.empty() as index:
        filled.add(index, random_vectors(60))
        index.db.execute("UPDATE vector SET int8 = ? WHERE window = 30", (torn,))

        with pytest.raises(database.DAMAGED):
            ivf.maintain(index)


def test_a_training_that_lost_its_cells_shows_as_damage() -> None:
    with filled.empty() as index:
        filled.add(index, random_vectors(60))
        ivf.maintain(index)
        filled.add(index, random_vectors(1, 2))
        index.db.execute("DELETE FROM ivf_list")

        with pytest.raises(database.DAMAGED):
            ivf.maintain(index)
