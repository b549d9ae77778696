"""How far a store was learnt from, by runs that know nothing of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.journal import checkpoints
from tests import faults

if TYPE_CHECKING:
    from memory_store.store import layout

RUNS, MARKS = 4, 25


@pytest.mark.long
def test_runs_at_once_keep_each_others_marks(store: layout.Store) -> None:
    def run(number: int) -> None:
        for mark in range(MARKS):
            checkpoints.update(store, {f"{number}.{mark}": mark})

    faults.at_once(*(lambda number=number: run(number) for number in range(RUNS)))

    assert len(checkpoints.load(store)) == RUNS * MARKS


def test_marks_that_are_gone_leave_the_others(store: layout.Store) -> None:
    checkpoints.update(store, {"a day": 7, "facts.jsonl": 9})

    checkpoints.update(store, {"another day": 3}, ["a day"])

    assert checkpoints.load(store) == {"facts.jsonl": 9, "another day": 3}
