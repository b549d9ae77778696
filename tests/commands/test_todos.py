"""Closing what is left to do by its id; the rest stands in scenarios/change.json."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout
    from tests.commands.conftest import Run


def test_done_takes_ids_and_their_beginnings(run: Run, store: layout.Store) -> None:
    given.summary(store, "x", session="s-1", todos=["port it", "ask finance", "write the manual"])
    first, second, third = run("todos").answer["todos"]

    closed = run("done", second["id"], third["id"][:6]).answer["done"]

    assert [one["text"] for one in closed] == [second["text"], third["text"]]
    assert [one["id"] for one in run("todos").answer["todos"]] == [first["id"]]
