"""Playing recorded sessions: through everything, on a machine and by a clock of their own."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

import pytest

from benchmarks.replay import run, stage
from memory_store import background, clock, model
from memory_store.sources import recorded_session
from tests import given

if TYPE_CHECKING:
    from pathlib import Path

    from memory_store.store import layout

WORDS = {"MEMORY_STORE_EMBEDDER": "none"}
RULE = "From now on, use tabs in every Makefile."


def said(kind: str, text: str, moment: float | None = None) -> dict[str, Any]:
    return {"type": kind, "text": text, "moment": moment}


def turn(prompt: str, answer: str = "Done.", moment: float | None = None) -> list[dict[str, Any]]:
    later = None if moment is None else moment + 5
    return [said("prompt", prompt, moment), said("response", answer, later)]


def session(name: str, *turns: list[dict[str, Any]], form: str = "captured") -> Any:
    return recorded_session.Recording(name, form, [event for one in turns for event in one])


NO_FACTS = {"MEMORY_STORE_FACTS_LIMIT": "0"}
"""What the briefing told is not recalled."""


def play(tmp_path: Path, *sessions: Any, **how: Any) -> list[run.Played]:
    directory = tmp_path / f"stage-{len(list(tmp_path.iterdir()))}"
    return run.play(sessions, str(directory), {**WORDS, **how.pop("environment", {})}, **how)


@pytest.mark.parametrize("host", run.HOSTS)
def test_what_one_session_says_the_next_is_given_and_all_of_it_is_counted(
    tmp_path: Path, host: str
) -> None:
    first = session("one", turn("Remember that we deploy with Argo CD, never by hand."))
    second = session("two", turn("Do we deploy with Argo CD or by hand?"), turn("write a poem"))

    one, two = play(tmp_path, first, second, host=host, environment=NO_FACTS)

    assert [(fact.kind, fact.fate) for fact in one.kept] == [("W", run.HOLDS)]
    assert "Argo CD" in one.kept[0].content
    assert two.characters["briefing"] > one.characters["briefing"]
    assert "Argo CD" in two.told[0].parts["recall"]
    assert two.told[1].parts == {}
    assert one.summary is not None
    assert one.requests == two.requests == 0
    hooks = {"load_memory", "recall_memory", "prompt_session_save", "sync_and_cleanup"}
    assert two.took.keys() - {"capture_response"} == hooks


@pytest.mark.long
def test_what_a_window_learns_the_other_is_told_as_news(tmp_path: Path) -> None:
    left = session("left", turn("hello"), turn(RULE), turn("ok"))
    right = session("right", turn("hello"), turn("what now"), turn("and then"))

    _, told = play(tmp_path, left, right, windows=2)

    assert ["news" in one.parts for one in told.told] == [False, True, False]
    assert "tabs in every Makefile" in told.told[1].parts["news"]


def test_sessions_with_times_are_played_by_them_one_beside_the_other(tmp_path: Path) -> None:
    then = 1_770_000_000.0
    left = session("left", turn("hello", moment=then), turn(RULE, moment=then + 100))
    right = session("right", turn("hi", moment=then + 50), turn("what now", moment=then + 200))

    first, told = play(tmp_path, left, right)

    assert ["news" in one.parts for one in told.told] == [False, True]
    assert first.summary is not None
    assert clock.parse(first.summary["created_at"]) == pytest.approx(then + 165, abs=30)


@pytest.mark.long
def test_what_is_said_again_is_one_fact_and_what_is_contradicted_is_replaced(
    tmp_path: Path,
) -> None:
    port = "Remember that the gateway listens on port {}."
    first = session("one", turn(port.format(8080)))
    second = session("two", turn(port.format(8080)))
    third = session("three", turn("Remember that we switched the gateway from port 8080 to 9090."))

    one, two, three = play(tmp_path, first, second, third)

    assert two.kept == []
    assert one.kept[0].again == 1
    assert (one.kept[0].fate, three.kept[0].fate) == (run.REPLACED, run.HOLDS)


@pytest.mark.long
def test_a_rich_session_is_asked_and_its_agent_obeys(tmp_path: Path) -> None:
    long = "The cause was a missing index on the orders table, which I added and measured. " * 99
    rich = session("rich", *[turn(f"question {one} about the orders", long) for one in range(13)])

    (one,) = play(tmp_path, rich)

    assert one.requests == 1
    assert one.characters["request"] > 500
    assert one.summary is not None
    assert one.summary["origin"] == "agent"


def test_several_answers_of_one_turn_are_one_turn(tmp_path: Path) -> None:
    events = [said("prompt", "go"), said("response", "first part"), said("response", "second")]
    one = recorded_session.Recording("s", "claude", [*events, *turn("next")])

    (played,) = play(tmp_path, one)

    assert len(played.took["prompt_session_save"]) == 2
    assert played.host == model.CLAUDE


def test_a_session_that_was_killed_or_aborted_has_a_summary_still(tmp_path: Path) -> None:
    killed = recorded_session.Recording(
        "killed", "captured", turn("Why is it slow?", "No index."), ends="killed"
    )
    aborted = recorded_session.Recording(
        "aborted", "captured", [said("prompt", "and now?")], ends="aborted"
    )

    found = play(tmp_path, killed, aborted)

    assert [one.summary is not None for one in found] == [True, True]
    assert "sync_and_cleanup" not in found[0].took


def test_agents_own_saves_and_compactions_are_played_too(tmp_path: Path) -> None:
    saved: given.Record = {"type": "fact", "text": "-x is a flag of ours", "kind": "B"}
    told: given.Record = {
        "type": "summary",
        "text": "All of it.",
        "topic": "--that",
        "todos": ["- more"],
    }
    one = recorded_session.Recording(
        "s", "captured", [*turn("a"), {"type": "compaction"}, saved, told]
    )

    cursor = play(tmp_path, one, host=model.CURSOR)[0]
    claude = play(tmp_path, one, host=model.CLAUDE)[0]

    assert [(fact.kind, fact.content) for fact in cursor.kept] == [("B", "-x is a flag of ours")]
    assert cursor.summary is not None
    assert (cursor.summary["topic"], cursor.summary["todos"]) == ("--that", ["- more"])
    assert len(claude.took["load_memory"]) == 2


def test_the_environments_settings_hold(tmp_path: Path) -> None:
    first = session("one", turn("Remember that we deploy with Argo CD, never by hand."))
    second = session("two", turn("Do we deploy with Argo CD or by hand?"))

    _, two = play(tmp_path, first, second, environment={**NO_FACTS, "MEMORY_STORE_RECALL": "off"})

    assert two.told[0].parts == {}


def test_nothing_of_the_machine_is_read_or_changed(
    tmp_path: Path, store: layout.Store, user_store: layout.Store, machine: Path
) -> None:
    given.fact(store, "the canary of the project")
    given.fact(user_store, "the canary of the user")
    trees = [given.tree(one) for one in (store.path, user_store.path, machine)]
    before, real, sync = dict(os.environ), clock.now, background.sync

    (one,) = play(tmp_path, session("s", turn("tell me of the canary of the user")))

    assert one.told[0].parts == {}
    assert [given.tree(one) for one in (store.path, user_store.path, machine)] == trees
    assert (dict(os.environ), clock.now, background.sync) == (before, real, sync)
    assert abs(clock.now() - time.time()) < 60


def test_the_stage_is_taken_down_when_something_fails(tmp_path: Path) -> None:
    before, real = dict(os.environ), clock.now

    def fail() -> None:
        with stage.alone(str(tmp_path / "x"), 5.0, {}) as where:
            where.wait_until(3.0)
            raise RuntimeError(clock.now())

    with pytest.raises(RuntimeError, match=r"^6\.0$"):
        fail()

    assert (dict(os.environ), clock.now) == (before, real)


def test_no_sessions_are_no_report(tmp_path: Path) -> None:
    assert play(tmp_path) == []
