"""What is left to do, and what closes it."""

from __future__ import annotations

import pytest

from memory_store import clock
from memory_store.sessions import todos
from memory_store.store import layout
from tests import given

DAY = 86_400.0


def ago(days: float) -> str:
    return clock.stamp(clock.now() - days * DAY)


def left(store: layout.Store) -> list[str]:
    return [one.text for one in todos.of_store(store)]


def test_the_newest_stand_first_and_what_a_month_did_not_close_is_gone(
    store: layout.Store,
) -> None:
    given.summary(store, "old", session="s-0", todos=["write the manual"], created_at=ago(31))
    given.summary(store, "mid", session="s-1", todos=["port the refunds"], created_at=ago(20))
    given.summary(store, "new", session="s-2", todos=["ask finance"], created_at=ago(1))

    assert left(store) == ["ask finance", "port the refunds"]


def test_what_no_agent_and_no_person_stated_is_none(store: layout.Store) -> None:
    given.summary(store, "x", session="s-1", todos=["guessed by 0.1.0"], origin="automatic")

    assert left(store) == []


def test_it_stays_open_while_its_session_goes_on(store: layout.Store) -> None:
    given.summary(store, "x", session="s-1", todos=["port the refunds"], created_at=ago(1))
    given.summary(store, "x", session="s-1", todos=["port the refunds"], origin="automatic")

    assert left(store) == ["port the refunds"]


def test_a_later_summary_of_its_session_that_lacks_it_closes_it(store: layout.Store) -> None:
    given.summary(store, "x", session="s-1", todos=["port the refunds"], created_at=ago(1))
    given.summary(store, "x", session="s-1", todos=[])

    assert left(store) == []


def test_closing_writes_the_summary_again_without_it(store: layout.Store) -> None:
    said = given.summary(store, "x", session="s-1", todos=["port the refunds", "ask finance"])

    closed = todos.close(store, lambda found: [one for one in found if "port" in one.text])

    assert [one.text for one in closed] == ["port the refunds"]
    newest = given.lines(store, layout.SESSIONS)[-1]
    stamp = {"updated_at": newest["updated_at"]}
    assert newest == {**said, **stamp, "todos": ["ask finance"], "done": ["port the refunds"]}
    assert left(store) == ["ask finance"]


@pytest.mark.parametrize(
    ("todo", "words"),
    [
        (
            "port the refunds to the new API",
            "The refunds are ported to the new API, that is done.",
        ),
        ("给订单表加索引", "订单表的索引已经加好，做完了"),
        (
            "migrate the staging database",
            "never mind migrating the staging database: migrate later is not needed",
        ),
        ("压测支付接口", "支付接口的压测不用做了"),
    ],
)
def test_the_persons_words_close_it_where_they_name_it(
    store: layout.Store, todo: str, words: str
) -> None:
    given.summary(store, "x", session="s-1", todos=[todo, "ask finance"], created_at=ago(1))
    prompt = given.event(store, "prompt", "s-2", text=words)

    assert todos.close_what_is_done(store, [prompt]) == 1
    assert left(store) == ["ask finance"]


@pytest.mark.parametrize(
    "words",
    [
        "When the refunds are ported to the new API and that is done, tell me.",
        "Are the refunds ported to the new API, is that done?",
        "The refunds to the new API are not done yet.",
        "That is done.",
        "Port the refunds to the new API.",
    ],
)
def test_words_that_do_not_say_so_close_nothing(store: layout.Store, words: str) -> None:
    given.summary(
        store, "x", session="s-1", todos=["port the refunds to the new API"], created_at=ago(1)
    )
    prompt = given.event(store, "prompt", "s-2", text=words)

    assert todos.close_what_is_done(store, [prompt]) == 0
    assert left(store) == ["port the refunds to the new API"]


def test_an_agents_later_summary_that_tells_it_closes_it(store: layout.Store) -> None:
    given.summary(store, "x", session="s-1", todos=["port the refunds"], created_at=ago(2))
    given.summary(store, "y", session="s-2", text="Ported the login.", created_at=ago(1))
    assert todos.close_what_is_done(store, []) == 0

    given.summary(store, "z", session="s-3", text="The port of the refunds is live.")
    assert todos.close_what_is_done(store, []) == 1
    assert left(store) == []


def test_a_summary_that_leaves_it_to_do_again_does_not_close_it(store: layout.Store) -> None:
    given.summary(store, "x", session="s-1", todos=["port the refunds"], created_at=ago(2))
    given.summary(
        store,
        "y",
        session="s-2",
        text="Began with the port of the refunds.",
        todos=["finish the port of the refunds"],
    )

    assert todos.close_what_is_done(store, []) == 0


@pytest.mark.parametrize(
    "text", ["The port of the refunds is not done.", "The refunds have no port yet."]
)
def test_a_summary_that_says_it_is_not_done_does_not_close_it(
    store: layout.Store, text: str
) -> None:
    given.summary(store, "x", session="s-1", todos=["port the refunds"], created_at=ago(2))
    given.summary(store, "y", session="s-2", text=text)

    assert todos.close_what_is_done(store, []) == 0
    assert left(store) == ["port the refunds"]
