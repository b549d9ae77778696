"""The first prompt in a host whose model gets nothing at a session's start (Kimi Code)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memory_store import model
from memory_store.handlers import recall_memory
from memory_store.hosts import registry
from memory_store.store import layout
from tests import given

NAME = "kimi/user-prompt-submit"


def ask(store: layout.Store, text: str, session: str = given.SESSION) -> model.Reply:
    event = given.told(NAME, store, session, prompt=[{"type": "text", "text": text}])
    reply = recall_memory.handle(event, given.where(store))
    if reply.afterwards is not None:
        reply.afterwards()
    return reply


def test_the_first_prompt_brings_the_briefing_and_the_next_does_not(store: layout.Store) -> None:
    given.fact(store, "The gateway listens on port 8123", kind="O")

    first, second, other = (
        ask(store, "Why is the report late?"),
        ask(store, "And the queue?"),
        ask(store, "Why is it slow?", "another"),
    )

    assert "8123" in first.context
    assert "<memory-" not in second.context
    assert "8123" in other.context
    starts = given.journal(store, "session_start")
    assert [one["session_id"] for one in starts] == [given.SESSION, "another"]
    assert [one.text for one in given.journal(store, "prompt")][:2] == [
        "Why is the report late?",
        "And the queue?",
    ]
    assert {one["host"] for one in given.journal(store)} == {"kimi"}


def test_a_rule_in_the_first_prompt_is_kept(store: layout.Store) -> None:
    ask(store, "From now on always run make smoke before a deployment.")

    (kept,) = given.living(store)
    assert "make smoke" in kept.content


def test_both_together_are_no_longer_than_a_host_takes(store: layout.Store) -> None:
    for number in range(15):
        given.fact(store, f"Rule {number}: " + "x" * 900, kind="O")

    reply = ask(store, "Which rule is about x?")

    event = given.told(NAME, store, given.SESSION, prompt="x")
    answer = registry.render(event, reply)
    assert isinstance(answer, dict)
    assert len(str(answer["message"])) <= model.MAX_TEXT
    assert str(answer["message"]).rstrip().endswith(">")


@pytest.mark.usefixtures("machine")
def test_where_there_is_no_memory_it_is_told_once_a_session(tmp_path: Path) -> None:
    nowhere = layout.project_store(str(tmp_path / "plain"))
    Path(nowhere.project).mkdir()
    where = given.where(nowhere)
    where.project = None

    told = []
    for session in ("s-1", "s-1", "s-2", "s-1"):
        event = given.told(NAME, nowhere, session, prompt="hello there")
        told.append(bool(recall_memory.handle(event, where).notice))

    assert told == [True, False, True, False]
    assert "s-1" not in Path(layout.state_directory(), "begun").read_text("utf-8")
    assert os.listdir(nowhere.project) == []
