"""What a person or an agent says that closes a todo."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.journal import checkpoints
from memory_store.sessions import closing, prose, todos
from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout

DAY = 86_400.0
PORT = "port the refunds"


def ago(days: float) -> str:
    return clock.stamp(clock.now() - days * DAY)


def left(store: layout.Store) -> list[str]:
    return [one.text for one in todos.of_store(store)]


@pytest.mark.parametrize(
    ("todo", "words", "closes"),
    [
        (PORT, "The refunds are ported, the port is done.", True),
        ("给订单表加索引", "订单表的索引已经加好，做完了", True),
        ("migrate staging", "never mind migrating staging, we migrate later", True),
        ("压测支付接口", "支付接口的压测不用做了", True),
        (PORT, "The port of the refunds is merged.", True),
        ("换掉签名算法", "签名算法换掉了", True),
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

    assert closing.close_what_is_done(store, [prompt]) == closes
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

    assert closing.close_what_is_done(store, []) == closes
    assert (PORT in left(store)) != closes


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were cut into sentences."""
    texts: list[str] = []
    cut = prose.own_sentences

    def noted(text: str) -> list[str]:
        texts.append(text)
        return cut(text)

    monkeypatch.setattr(prose, "own_sentences", noted)
    return texts


def test_each_summary_is_read_once_however_many_todos_are_open_and_however_often_one_looks(
    store: layout.Store, read: list[str]
) -> None:
    for at in range(6):
        session, when = f"s-{at}", ago(9 - at)
        text = f"Moved the invoices, part {at}."
        given.summary(
            store, "x", text=text, session=session, todos=[f"{PORT} {at}"], created_at=when
        )
    told = [f"Moved the invoices, part {at}." for at in range(6)]

    assert closing.close_what_is_done(store, []) == 0
    assert sorted(read) == sorted(set(read))
    assert set(read) <= set(told)
    read.clear()
    given.summary(store, "x", text="Paid the taxes.", session="s-7")
    assert closing.close_what_is_done(store, []) == 0
    assert read == ["Paid the taxes."]


@pytest.mark.parametrize("is_looked_at", [True, False])
def test_a_todo_that_is_stated_after_the_summary_that_tells_of_it_was_looked_at_is_closed(
    store: layout.Store, *, is_looked_at: bool
) -> None:
    """As an import brings it, or another machine."""
    given.summary(store, "x", session="s-1", todos=["ask finance"], created_at=ago(5))
    given.summary(
        store, "x", text="The port of the refunds is live.", session="s-2", created_at=ago(1)
    )
    if is_looked_at:
        closing.close_what_is_done(store, [])
    given.summary(store, "y", session="s-3", todos=[PORT], created_at=ago(2))

    assert closing.close_what_is_done(store, []) == 1
    assert left(store) == ["ask finance"]


def test_a_shorter_file_is_looked_at_from_its_beginning(store: layout.Store) -> None:
    given.summary(store, "x", session="s-1", todos=[PORT], created_at=ago(2))
    given.summary(store, "x", text="The port of the refunds is live.", session="s-2")
    checkpoints.update(store, {"sessions.jsonl": 1 << 30})

    assert closing.close_what_is_done(store, []) == 1
