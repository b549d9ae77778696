"""Each answer: journalled as it happens (interface.md 5.1), from Cursor and from Claude's Stop."""

from __future__ import annotations

from typing import Any

import pytest

from memory_store.handlers import capture_response, prompt_session_save
from memory_store.store import layout
from tests import given

ANSWERS = ("cursor/after-agent-response", "claude/stop")


def answer(store: layout.Store, text: str, name: str = ANSWERS[0], **more: Any) -> None:
    """An answer of the agent, and all the hook does with it."""
    handler = prompt_session_save if name.endswith("stop") else capture_response
    field = "last_assistant_message" if name.endswith("stop") else "text"
    event = given.told(name, store, **{field: text}, **more)
    reply = handler.handle(event, given.where(store))
    assert (reply.context, reply.notice, reply.followup) == ("", "", "")
    if reply.afterwards is not None:
        reply.afterwards()


def answers(store: layout.Store) -> list[str]:
    return [one.text for one in given.journal(store, "response")]


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_is_journalled_as_it_is(store: layout.Store, name: str) -> None:
    given.event(store, "prompt", text="a question")
    text = "端口是 8080。\n\n```py\nx = '$(id)'\n```"

    answer(store, text, name)

    (noted,) = given.journal(store, "response")
    assert (noted["text"], noted["session_id"]) == (text, given.SESSION)
    assert noted["host"] == name.partition("/")[0]


@pytest.mark.parametrize("name", ANSWERS)
def test_two_wirings_that_hear_the_same_answer_note_it_once(
    store: layout.Store, name: str
) -> None:
    given.event(store, "prompt", text="a question")

    for _ in range(3):
        answer(store, "the answer", name)

    assert answers(store) == ["the answer"]


def test_several_answers_of_a_turn_are_each_noted(store: layout.Store) -> None:
    for text in ("first I look", "then I mend", "done"):
        answer(store, text)

    assert answers(store) == ["first I look", "then I mend", "done"]


def test_a_long_answer_is_cut_with_a_mark(store: layout.Store) -> None:
    answer(store, "word " * 4_000)

    assert len(answers(store)[0]) <= 8_000
    assert answers(store)[0].endswith("…[cut]")


def test_the_line_at_the_end_of_a_long_answer_is_kept(store: layout.Store) -> None:
    kept = "Tests pass.\nW @shop: The cart lives in Redis."

    answer(store, "word " * 2_000 + "\n" + kept)

    (noted,) = answers(store)
    assert len(noted) <= 8_000
    assert noted.endswith(" …[cut]\n" + kept)


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_answer_is_nothing(store: layout.Store, text: str) -> None:
    answer(store, text)

    assert given.journal(store) == []


def test_the_answer_to_a_request_of_ours_is_nobodys_news(store: layout.Store) -> None:
    given.event(store, "prompt", text="a question", ago=60)
    given.event(store, "save_requested", ago=30)

    answer(store, "Summary saved.")
    given.event(store, "prompt", text="the next question", ago=0)
    answer(store, "the next answer")

    assert answers(store) == ["the next answer"]


def test_retain_lines_of_an_answer_become_facts(store: layout.Store) -> None:
    answer(store, "Noted.\nO(c=0.95) @小王: 喜欢简短的回答\nW @billing: owned by Li\n")

    said = {(one["type"], one["content"]) for one in given.living(store)}
    assert said == {("O", "喜欢简短的回答"), ("W", "owned by Li")}


def test_with_capture_off_nothing_of_an_answer_is_kept(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_CAPTURE", "0")

    answer(store, "W @all: the answer")

    assert given.journal(store) == given.lines(store, layout.FACTS) == []


def test_what_a_subagent_says_is_not_the_agents_answer(store: layout.Store) -> None:
    answer(store, "W @all: found by a subagent", "claude/stop", agent_id="a-1")

    assert given.journal(store) == []


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_is_made_to_last_once_the_hook_has_answered(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    synced: list[int] = []
    monkeypatch.setattr("memory_store.journal.append.sync", synced.append)
    handler = prompt_session_save if name.endswith("stop") else capture_response
    given.event(store, "prompt", text="a question")
    synced.clear()
    field = "last_assistant_message" if name.endswith("stop") else "text"

    reply = handler.handle(given.told(name, store, **{field: "an answer"}), given.where(store))

    assert not synced
    assert reply.afterwards is not None
    reply.afterwards()
    assert len(synced) == 1
