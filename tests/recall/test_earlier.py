"""Which earlier sessions a start tells of, and what is still open from them."""

from __future__ import annotations

from memory_store import clock, layout
from memory_store.recall import earlier
from tests import given

DAY = 86_400.0


def ago(days: float) -> str:
    return clock.stamp(clock.now() - days * DAY)


def told(store: layout.Store) -> earlier.Sessions:
    return earlier.choose(earlier.summaries(store, "s-now"))


def test_without_a_session_there_is_nothing_to_tell(store: layout.Store) -> None:
    assert told(store).last is None


def test_the_last_session_that_left_something_is_told_and_a_newer_one_in_short(
    store: layout.Store,
) -> None:
    given.summary(store, "billing", session="s-1", todos=["port the refunds"], created_at=ago(2))
    given.summary(store, "questions", session="s-2", origin="automatic", created_at=ago(1))

    found = told(store)

    assert found.last is not None
    assert found.newer is not None
    assert (found.last["topic"], found.newer["topic"]) == ("billing", "questions")


def test_where_none_of_the_last_days_left_anything_the_newest_is_told(store: layout.Store) -> None:
    given.summary(store, "long ago", session="s-1", todos=["port it"], created_at=ago(9))
    given.summary(store, "older questions", session="s-2", origin="automatic", created_at=ago(2))
    given.summary(store, "questions", session="s-3", origin="automatic", created_at=ago(1))

    found = told(store)

    assert found.last is not None
    assert found.last["topic"] == "questions"
    assert found.newer is None
    assert found.still_open == []


def test_todos_of_the_sessions_before_stay_open_until_one_takes_them_up(
    store: layout.Store,
) -> None:
    given.summary(
        store,
        "billing",
        session="s-1",
        todos=["port the refunds", "灰度上线支付服务", "ask finance about rounding"],
        created_at=ago(3),
    )
    given.summary(
        store,
        "checkout",
        session="s-2",
        text="Ported the refunds. 支付服务已灰度上线。",
        created_at=ago(2),
    )
    given.summary(store, "search", session="s-3", todos=["tune the ranking"], created_at=ago(1))

    found = told(store)

    assert found.last is not None
    assert found.last["todos"] == ["tune the ranking"]
    assert found.still_open == ["ask finance about rounding"]


def test_todos_older_than_five_days_and_more_than_five_are_not_carried(
    store: layout.Store,
) -> None:
    words = ("alpha", "bravo", "charlie", "delta", "echoes", "foxtrot", "golfing")
    given.summary(store, "old", session="s-0", todos=["write the manual"], created_at=ago(6.5))
    given.summary(store, "mid", session="s-1", todos=list(words), created_at=ago(2))
    given.summary(store, "new", session="s-2", decisions=["keep it"], created_at=ago(1))

    assert told(store).still_open == list(words[:5])


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
