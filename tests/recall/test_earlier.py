"""Which earlier sessions a start tells of, and what is still open from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.recall import earlier
from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout

DAY = 86_400.0


def ago(days: float) -> str:
    return clock.stamp(clock.now() - days * DAY)


def told(store: layout.Store) -> earlier.Sessions:
    return earlier.choose(earlier.summaries(store, "s-now"), ["ask finance"] * 7)


def test_without_a_session_there_is_nothing_to_tell(store: layout.Store) -> None:
    assert told(store).last is None


def test_the_last_session_that_left_something_is_told_and_a_newer_one_in_short(
    store: layout.Store,
) -> None:
    given.summary(store, "billing", session="s-1", todos=["port the refunds"], created_at=ago(2))
    given.summary(store, "questions", session="s-2", origin="automatic", created_at=ago(1))

    found = told(store)

    assert found.last is not None
    assert found.beside is not None
    assert (found.last["topic"], found.beside["topic"]) == ("billing", "questions")


def test_where_none_of_the_last_days_left_anything_the_newest_is_told(store: layout.Store) -> None:
    given.summary(store, "long ago", session="s-1", todos=["port it"], created_at=ago(9))
    given.summary(store, "older questions", session="s-2", origin="automatic", created_at=ago(2))
    given.summary(store, "questions", session="s-3", origin="automatic", created_at=ago(1))

    found = told(store)

    assert found.last is not None
    assert found.last["topic"] == "questions"
    assert found.beside is None


@pytest.mark.parametrize(("minutes", "is_told"), [(40, True), (90, False)])
def test_what_another_window_ended_in_the_hour_before_is_told_in_short(
    store: layout.Store, minutes: float, *, is_told: bool
) -> None:
    given.summary(store, "billing", session="s-1", origin="automatic", created_at=ago(1))
    before = ago(1 + minutes / 1_440)
    given.summary(store, "money", session="s-2", origin="automatic", created_at=before)

    found = told(store)

    assert found.last is not None
    assert found.last["topic"] == "billing"
    assert (found.beside is not None) == is_told


def test_five_todos_at_most_are_told(store: layout.Store) -> None:
    assert told(store).todos == ["ask finance"] * 5


def test_what_release_0_1_0_guessed_to_be_decided_or_open_is_not_told(
    store: layout.Store,
) -> None:
    listed: given.Record = {"decisions": ["go ahead and use x"], "todos": ["look at it"]}
    given.summary(store, "guessed", session="s-1", origin="automatic", **listed)
    given.summary(store, "said", session="s-2", decisions=["we use x"])
    given.summary(store, "went on", session="s-2", origin="automatic", **listed)

    by_topic = {one["topic"]: one for one in earlier.summaries(store, "s-now")}

    assert (by_topic["guessed"]["decisions"], by_topic["guessed"]["todos"]) == ([], [])
    assert by_topic["went on"]["decisions"] == ["we use x"]


def test_the_newest_summary_of_a_session_counts_and_never_the_own_one(
    store: layout.Store,
) -> None:
    given.summary(store, "first", session="s-1", todos=["port it"], created_at=ago(2))
    given.summary(store, "second", session="s-1", created_at=ago(1))
    given.summary(store, "own", session="s-now")

    assert [one["topic"] for one in earlier.summaries(store, "s-now")] == ["second"]
    own = earlier.of_own(store, "s-now")
    assert own is not None
    assert own["topic"] == "own"
