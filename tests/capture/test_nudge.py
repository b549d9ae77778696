"""The agent is asked to keep what a prompt seems to state: rarely, once, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.capture import nudge, pipeline
from memory_store.journal import read, stored
from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout

OTHER = "Our API keys must not be hardcoded; they live in the .env file."
STATED = "I'll run the dev server myself."


def asked(store: layout.Store, prompt: str, earlier: list[stored.Entry] | None = None) -> str:
    return nudge.to_prompt(given.where(store), prompt, earlier or [], [], "en").text


def test_what_seems_to_last_is_told_in_one_line_with_what_to_do(store: layout.Store) -> None:
    line = asked(store, STATED)

    assert STATED in line
    assert "`O @topic:" in line
    assert "\n" not in line
    assert len(line) <= nudge.MOST_CHARS


@pytest.mark.parametrize(
    "prompt",
    [
        "go ahead",
        "fix the bug in cart.py please",
        "帮我改一下这个按钮",
        "Who runs the dev server?",
        "Remember that I run the dev server myself.",
        f"Don't save this. {STATED}",
        "",
    ],
)
def test_orders_questions_and_what_is_kept_anyway_bring_nothing(
    store: layout.Store, prompt: str
) -> None:
    assert asked(store, prompt) == ""


def test_it_is_asked_once_and_at_most_at_one_prompt_of_five(store: layout.Store) -> None:
    event = given.told("cursor/before-submit-prompt", store, "s-1")
    where = given.where(store)
    first = nudge.to_prompt(where, STATED, [], [], "en")
    given.event(store, "prompt", "s-1", text=STATED)
    nudge.note(where, event, first)
    again: list[str] = []
    for number in range(7):
        given.event(store, "prompt", "s-1", text=f"go on {number}")
        earlier = list(read.session_events(store, "s-1"))
        again.append(
            asked(
                store, "Our API keys must not be hardcoded; they live in the .env file.", earlier
            )
        )
        assert asked(store, STATED, earlier) == ""

    assert [bool(one) for one in again] == [False, False, False, True, True, True, True]


def test_what_a_fact_says_is_not_asked_for(store: layout.Store) -> None:
    given.fact(store, STATED)

    assert asked(store, STATED) == ""


@pytest.mark.parametrize("spoken", ["en", "zh"])
def test_where_a_memory_may_change_its_id_is_told(store: layout.Store, spoken: str) -> None:
    known = given.fact(store, "The dev server is run by the agent, in a terminal of its own." * 3)

    found = nudge.to_prompt(given.where(store), STATED, [], [str(known["id"])], spoken)

    assert f"--supersedes {known['id']}" in found.text
    assert found.ids == [known["id"]]
    assert len(found.text) <= nudge.MOST_CHARS


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Our crawler runs on Hetzner", "the crawler sits on AWS"),
        ("文档站部署在 Netlify", "文档站挂 Vercel"),
        ("Releases go out on Thursdays", "The release train leaves on Monday mornings these days"),
    ],
)
def test_another_value_of_the_same_thing_brings_the_id_of_the_old(
    store: layout.Store, older: str, newer: str
) -> None:
    known = given.fact(store, older)

    found = nudge.to_prompt(given.where(store), newer, [], [str(known["id"])], "en")

    assert found.ids == [known["id"]]


@pytest.mark.parametrize("stated", ["我们后端用的是 Go", STATED])
def test_what_seems_to_last_is_seen_in_both_languages(store: layout.Store, stated: str) -> None:
    assert stated in asked(store, stated)


def test_a_change_that_is_sure_needs_no_agent(store: layout.Store) -> None:
    given.fact(store, "The gateway listens on port 8080")
    prompt = "The gateway listens on port 9090 now, not 8080."

    assert asked(store, prompt) == ""
    assert pipeline.keep(given.where(store), [given.event(store, "prompt", text=prompt)]) == 2
    assert [one["content"] for one in given.living(store)] == [prompt]


def test_it_can_be_switched_off(store: layout.Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_STORE_NUDGE", "off")

    assert asked(store, STATED) == ""
