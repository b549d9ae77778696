"""What is left to do, and closing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout
    from tests.commands.conftest import Run


def test_it_lists_what_is_open_with_numbers_and_tells_when_nothing_is(
    run: Run, store: layout.Store
) -> None:
    nothing = run("todos", "--format", "text")
    given.summary(store, "Billing", session="s-1", todos=["port the refunds", "ask finance"])

    found = run("todos")

    assert (nothing.code, nothing.out) == (1, "nothing is left to do\n")
    listed = found.answer["todos"]
    assert found.code == 0
    assert {one["text"] for one in listed} == {"port the refunds", "ask finance"}
    assert [one["number"] for one in listed] == [1, 2]
    assert listed[0]["topic"] == "Billing"
    text = run("todos", "--format", "text").out
    assert "  1  " in text
    assert "port the refunds  (Billing)" in text


def test_done_takes_numbers_of_the_list_ids_and_their_beginnings(
    run: Run, store: layout.Store
) -> None:
    given.summary(store, "x", session="s-1", todos=["port it", "ask finance", "write the manual"])
    listed = run("todos").answer["todos"]
    first, second, third = listed

    by_number = run("done", "1", "--format", "text")
    by_id = run("done", second["id"], third["id"][:6])

    assert by_number.out == f"done: {first['text']}\n"
    assert [one["text"] for one in by_id.answer["done"]] == [second["text"], third["text"]]
    assert run("todos").code == 1


def test_what_is_not_open_is_told_and_nothing_is_closed(run: Run, store: layout.Store) -> None:
    given.summary(store, "x", session="s-1", todos=["port it"])
    run("todos")

    for words in (["7"], ["1", "t_none"], ["t_"[:0] or "x"]):
        found = run("done", *words)
        assert found.code == 2
        assert "hint: " in found.err
    assert len(run("todos").answer["todos"]) == 1


def test_a_summary_whose_todo_was_closed_is_found_as_before(run: Run, store: layout.Store) -> None:
    given.summary(store, "Billing", session="s-1", todos=["port the refunds"])
    run("todos")
    run("done", "1")

    (hit,) = run("search", "billing").answer["results"]

    assert hit["kind"] == "summary"
    assert "refunds" not in hit["text"]
