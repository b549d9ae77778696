"""The judge from the command line: what goes, what comes back, and what is told of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from memory_store.judge import taking
from tests import given
from tests.judge import answers

if TYPE_CHECKING:
    from memory_store.store import layout
    from tests.commands.conftest import Outcome, Run

RULE = "we ship only from the release branch"
FOUND = answers.fact("Ship only from the release branch", RULE)


@pytest.fixture
def store(store: layout.Store) -> layout.Store:
    answers.session(store, f"P: fix the login page. {RULE}", "A: done")
    return store


def take(run: Run, store: layout.Store, text: str) -> Outcome:
    words = ("take", "-", "--session", answers.SESSION, "--project", store.project)
    return run("judge", *words, given=text)


def test_an_agent_answers_what_is_shown_and_the_answer_is_taken(
    run: Run, store: layout.Store
) -> None:
    where = ("--project", store.project)
    asked = run("judge", "show", "--next", *where).answer
    assert RULE in asked["request"]
    assert asked["answer_with"].startswith("memory-store judge take - --session s-judged")

    answer = json.dumps(answers.answer(facts=[FOUND]))
    assert take(run, store, f"```json\n{answer}\n```").code == 0

    (fact,) = given.living(store)
    shown = run("show", "--format", "text", fact.id, *where).out
    assert f"in these words: “{RULE}”" in shown
    assert "judged" in run("list", "--format", "text", *where).out
    assert f"read by the judge\n    {fact.id}" in run("log", "--format", "text", *where).out
    assert run("judge", "show", "--next", *where).code == 1
    assert run("judge", "undo", "--all", *where).code == 0
    assert given.living(store) == []


def test_the_log_tells_why_a_judgement_failed(run: Run, store: layout.Store) -> None:
    event = taking.judged(answers.asked(store), "claude", [], "no answer in 90 s")
    given.event(store, "judged", event.session_id, ago=0, source="claude", reason=event["reason"])

    told = run("log", "--format", "text", "--why", "--project", store.project).out

    assert "read by the judge: no answer in 90 s\n    ^ claude" in told


def test_an_answer_that_is_none_is_told(run: Run, store: layout.Store) -> None:
    assert take(run, store, "I found nothing.").code != 0
    assert given.living(store) == []
