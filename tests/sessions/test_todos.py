"""What is left to do, and what closes it."""

from __future__ import annotations

from memory_store.journal import records
from memory_store.sessions import todos
from memory_store.store import layout
from tests import given

DAY = 86_400.0
PORT = "port the refunds"


def left(store: layout.Store) -> list[str]:
    return [one.text for one in todos.of_store(store)]


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
