"""Only the user decides what is core memory; an agent may look and propose."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store.handlers import load_memory, recall_memory
from memory_store.journal import records, stored
from memory_store.store import layout
from tests import given
from tests.commands import terminals

if TYPE_CHECKING:
    from tests.commands.conftest import Run

PORT = "the API listens on port 8080"


def proved(store: layout.Store, content: str, **fields: Any) -> stored.Fact:
    evidence = [records.new_id("e", given.moment(days)) for days in (9, 5)]
    return given.fact(store, content, days=12, evidence=evidence, **fields)


def core(store: layout.Store) -> str:
    return Path(store.path, layout.CORE).read_text("utf-8")


@pytest.mark.long
@terminals.has_terminals
def test_on_a_terminal_a_full_core_memory_takes_no_more_and_says_what_to_do(
    store: layout.Store,
) -> None:
    lines = [f"- line {'x' * one}" for one in range(48)]
    Path(store.path, layout.CORE).write_text("\n".join(["## Facts", *lines]) + "\n", "utf-8")
    proved(store, PORT)
    proved(store, "the queue listens on port 5672", confidence=0.7)

    code, said = terminals.on_terminal(store, "y\ny\n", "promote")

    assert code == 2
    assert "51 lines, over 50" in said
    assert "take 1 lines out of it (memory-store promote --list" in said
    assert core(store).splitlines() == ["## Facts", *lines, f"- {PORT}"]


def test_of_a_full_core_memory_all_lines_are_listed_with_the_ids_that_drop_takes(
    run: Run, store: layout.Store
) -> None:
    lines = [f"- line {'x' * one}" for one in range(49)]
    Path(store.path, layout.CORE).write_text("\n".join(["## Facts", *lines]) + "\n", "utf-8")
    fact = proved(store, PORT)

    refused = run("promote", "--accept", fact["id"], "--yes")
    listed = run("promote", "--list")
    shown = run("promote", "--list", "--format", "text").out
    first = listed.answer["full"][0]
    dropped = run("promote", "--drop", first["id"], "--yes")
    accepted = run("promote", "--accept", fact["id"], "--yes")

    assert (refused.code, dropped.code, accepted.code) == (2, 0, 0)
    assert len(listed.answer["full"]) == 49
    assert f"{first['id']}  {first['text']}" in shown
    assert "is full" in shown
    assert "--drop ID" in shown
    assert run("promote", "--list").answer["full"]
    assert PORT in core(store)


def test_other_sessions_are_told_once_what_went_in(run: Run, store: layout.Store) -> None:
    start = given.told("cursor/session-start", store, "s-2")
    reply = load_memory.handle(start, given.where(store))
    assert reply.afterwards is not None
    reply.afterwards()
    fact = proved(store, PORT)
    run("promote", "--accept", fact["id"], "--text", "API: port 8080", "--yes")

    event = given.told("cursor/before-submit-prompt", store, "s-2", prompt="go on with the work")
    shown = recall_memory.handle(event, given.where(store)).context

    assert f"promoted] {PORT}" in shown
    assert "API: port 8080" not in shown  # which says no more
