"""What is left to do, and what closes it."""

from __future__ import annotations

from typing import Any

import pytest

from memory_store import clock
from memory_store.sessions import todos
from memory_store.store import layout
from tests import given

DAY = 86_400.0
PORT = "port the refunds"


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


@pytest.mark.parametrize(
    ("later", "is_open"),
    [({"todos": [PORT], "origin": "automatic"}, True), ({"todos": []}, False)],
)
def test_the_newest_summary_of_its_session_says_whether_it_is_open(
    store: layout.Store, later: dict[str, Any], *, is_open: bool
) -> None:
    given.summary(store, "x", session="s-1", todos=[PORT], created_at=ago(1))
    given.summary(store, "x", session="s-1", **later)

    assert bool(left(store)) == is_open


def test_closing_writes_the_summary_again_without_it(store: layout.Store) -> None:
    said = given.summary(store, "x", session="s-1", todos=["port the refunds", "ask finance"])

    closed = todos.close(store, lambda found: [one for one in found if "port" in one.text])

    assert [one.text for one in closed] == ["port the refunds"]
    newest = given.lines(store, layout.SESSIONS)[-1]
    stamp = {"updated_at": newest["updated_at"]}
    assert newest == {**said, **stamp, "todos": ["ask finance"], "done": ["port the refunds"]}
    assert left(store) == ["ask finance"]


@pytest.mark.parametrize(
    ("todo", "words", "closes"),
    [
        (PORT, "The refunds are ported, the port is done.", True),
        ("给订单表加索引", "订单表的索引已经加好，做完了", True),
        ("migrate staging", "never mind migrating staging, we migrate later", True),
        ("压测支付接口", "支付接口的压测不用做了", True),
        (PORT, "When the port of the refunds is done, tell me.", False),
        (PORT, "Is the port of the refunds done?", False),
        (PORT, "The port of the refunds is not done yet.", False),
        (PORT, "That is done.", False),
        (PORT, "Port the refunds.", False),
    ],
)  # fmt: skip
def test_the_persons_words_close_it_where_they_name_it_and_say_so(
    store: layout.Store, todo: str, words: str, *, closes: bool
) -> None:
    given.summary(store, "x", session="s-1", todos=[todo, "ask finance"], created_at=ago(1))
    prompt = given.event(store, "prompt", "s-2", text=words)

    assert todos.close_what_is_done(store, [prompt]) == closes
    assert (todo in left(store)) != closes
    assert "ask finance" in left(store)


@pytest.mark.parametrize(
    ("text", "again", "closes"),
    [
        ("The port of the refunds is live.", [], True),
        ("Ported the login.", [], False),
        ("Began with the port of the refunds.", ["finish the port of the refunds"], False),
        ("The port of the refunds is not done.", [], False),
        ("The refunds have no port yet.", [], False),
        ("The port of the refunds is blocked by ops.", [], False),
        ("We tried the port of the refunds, and reverted it.", [], False),
    ],
)
def test_an_agents_later_summary_closes_it_where_it_says_so(
    store: layout.Store, text: str, again: list[str], *, closes: bool
) -> None:
    given.summary(store, "x", session="s-1", todos=[PORT], created_at=ago(2))
    given.summary(store, "y", session="s-2", text=text, todos=again)

    assert todos.close_what_is_done(store, []) == closes
    assert (PORT in left(store)) != closes
