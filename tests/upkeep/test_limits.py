"""A run ends by its limit, loses nothing of what it did when killed, and is alone on its store."""

from __future__ import annotations

import math
import os
import time
from typing import TYPE_CHECKING, Any

import pytest

from memory_store.embedders import models
from memory_store.index import indexer, questions, row_writer, sync, vector_sync
from memory_store.journal import checkpoints, stored
from memory_store.store import files, layout, lock
from memory_store.upkeep import finish, run_state
from tests import faults, given
from tests.index import tiny

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_store.embedders import base

pytestmark = [pytest.mark.usefixtures("words_alone"), faults.posix]

DAYS = 4
DAY = 86_400


def days_of_work(store: layout.Store) -> None:
    """A rule said on each of four days, none of them learnt from yet."""
    for day in range(DAYS):
        text = f"Remember that the service number {day} is deployed with tool{day}."
        given.event(store, "prompt", f"s-{day}", ago=day * DAY + 7_200, text=text)
        given.event(store, "response", f"s-{day}", ago=day * DAY + 7_100, text="I will.")


def run(store: layout.Store, seconds: float = math.inf) -> run_state.Report:
    return finish.bring_up_to_date(given.where(store), embed_seconds=None, seconds=seconds)


def contents(store: layout.Store) -> set[str]:
    return {str(one["content"]) for one in given.living(store)}


def days_learnt(store: layout.Store) -> int:
    return sum(name.startswith(layout.DAILY) for name in checkpoints.load(store))


def test_a_run_without_time_learns_from_one_day_and_the_next_runs_from_the_others(
    store: layout.Store,
) -> None:
    days_of_work(store)

    learnt = []
    for _ in range(DAYS):
        assert run(store, 0.0).unfinished
        learnt.append(days_learnt(store))
    done = run(store)

    assert learnt == [1, 2, 3, 4]
    assert not done.unfinished
    assert len(contents(store)) == DAYS
    assert rows(store) == DAYS


def test_a_run_that_is_killed_keeps_the_days_it_learnt_from(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    days_of_work(store)
    read_day, days = finish._records, iter(range(DAYS))

    def die_on_the_third(store: layout.Store, name: str) -> list[stored.Entry]:
        if next(days) == 2:
            os._exit(0)
        return read_day(store, name)

    monkeypatch.setattr(finish, "_records", die_on_the_third)
    faults.at_once(lambda: run(store))

    assert days_learnt(store) == 2
    assert len(contents(store)) == 2


def test_a_store_is_one_runs_at_a_time(store: layout.Store) -> None:
    days_of_work(store)

    files.make_directory(layout.cache_directory(store))
    with lock.Held(layout.cache_directory(store), name=run_state.LOCK):
        done = run(store)
    assert (done.unfinished, contents(store)) == (True, set())

    assert not run(store).unfinished
    assert len(contents(store)) == DAYS


@pytest.mark.parametrize(("look_seconds", "indexed"), [(0.0, 2), (60.0, 1)])
def test_a_look_at_the_files_from_before_a_long_wait_is_not_used(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, look_seconds: float, indexed: int
) -> None:
    """A fact is saved while an idle run waits; the control keeps its look, and misses the fact."""
    choice = models.Choice("tiny", "tiny", tiny.TinyEmbedder(), [], [])
    monkeypatch.setattr(models, "choose", lambda *_, **__: choice)
    monkeypatch.setattr(run_state, "_FRESH_SECONDS", look_seconds)
    monkeypatch.setattr(finish, "_settles_alone", lambda *_, **__: False)
    monkeypatch.setattr(finish, "_look_at_the_code", lambda *_: None)  # which asks the index
    learns = finish._learns_alone

    def waits(*arguments: Any) -> bool:
        given.fact(store, "saved meanwhile")
        return learns(*arguments)

    given.fact(store, "saved before")
    for _ in range(2):  # files changed a moment ago are looked at once more
        finish.bring_up_to_date(given.where(store), embed_seconds=math.inf)
        time.sleep(0.06)
    monkeypatch.setattr(finish, "_learns_alone", waits)
    finish.bring_up_to_date(given.where(store), embed_seconds=math.inf)

    assert rows(store) == indexed


def facts(store: layout.Store, count: int) -> None:
    for number in range(count):
        given.fact(store, f"The service number {number} listens on port {7000 + number}")


def rows(store: layout.Store) -> int:
    """How many facts the index has."""
    pieces = questions.state(store).get("pieces")
    return int(pieces["fact"]) if isinstance(pieces, dict) else 0


@pytest.mark.long
def test_texts_are_taken_in_by_steps_that_last(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexer, "_STEP_SECONDS", 0.0)
    monkeypatch.setattr(row_writer, "_AT_ONCE", 64)
    facts(store, 300)

    counts = []
    while True:
        report = sync.sync(store, is_step=True)
        counts.append(rows(store))
        if not report.unfinished:
            break

    assert counts[:5] == [64, 128, 192, 256, 300]
    assert set(counts[5:]) == {300}  # MEMORY.md and the rest
    by_steps = [one["id"] for one in questions.Records(store).recent(400, 0.0)]
    sync.sync(store, rebuild=True)
    assert by_steps == [one["id"] for one in questions.Records(store).recent(400, 0.0)]


@pytest.mark.long
def test_a_fact_that_changes_in_a_later_step_is_told_as_in_a_rebuild(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexer, "_STEP_SECONDS", 0.0)
    first = given.fact(store, "The first fact")
    facts(store, 200)
    given.retraction(store, first)

    while sync.sync(store, is_step=True).unfinished:
        continue

    assert rows(store) == 200
    assert questions.Records(store).held(str(first["id"])) is None


class Dying(tiny.TinyEmbedder):
    """A model whose process is killed within its third batch."""

    batches = 0

    def embed_documents(self, texts: Sequence[str]) -> base.Rows:
        self.batches += 1
        if self.batches == 3:
            os._exit(0)
        return super().embed_documents(texts)


def vectors_after_a_kill(store: layout.Store) -> object:
    facts(store, 200)
    sync.sync(store)
    faults.at_once(lambda: sync.sync(store, embedder=Dying()))
    return questions.state(store)["vectors"]


@pytest.mark.long
def test_vectors_made_before_a_kill_are_in_the_index(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_sync, "_PUT_SECONDS", 0.0)

    assert vectors_after_a_kill(store) == 64


@pytest.mark.long
def test_vectors_put_in_page_by_page_would_be_lost_to_it(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the test above."""
    monkeypatch.setattr(vector_sync, "_PUT_SECONDS", math.inf)

    assert vectors_after_a_kill(store) == 0
