"""What is left to do, and what closes it."""

from __future__ import annotations

from typing import Any

import pytest

from memory_store import clock
from memory_store.journal import records
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


def test_what_a_person_opened_by_itself_stays_whatever_its_age(store: layout.Store) -> None:
    made, _ = records.todo(PORT, {"via": "user"})
    todos.open_all(store, [made.with_(created_at=ago(90), updated_at=ago(90))])

    assert left(store) == [PORT]


def test_a_todo_is_opened_once_also_after_it_was_done(store: layout.Store) -> None:
    made, _ = records.todo(PORT, {"via": "user"})
    again, _ = records.todo("Port  the refunds", {"via": "user"})

    assert [one.text for one in todos.open_all(store, [made, again])] == [PORT]
    assert todos.open_all(store, [again]) == []
    todos.close(store, lambda found: found)
    assert todos.open_all(store, [made]) == []
    assert [one.text for one in todos.open_all(store, [again])] == ["Port the refunds"]


def test_closing_writes_the_summary_again_without_it(store: layout.Store) -> None:
    said = given.summary(store, "x", session="s-1", todos=["port the refunds", "ask finance"])

    closed = todos.close(store, lambda found: [one for one in found if "port" in one.text])

    assert [one.text for one in closed] == ["port the refunds"]
    newest = given.lines(store, layout.SESSIONS)[-1]
    stamp = {"updated_at": newest["updated_at"]}
    assert newest == {**said, **stamp, "todos": ["ask finance"], "done": ["port the refunds"]}
    assert left(store) == ["ask finance"]
