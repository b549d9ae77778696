"""A fact of which a part was corrected says so wherever it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.capture import pipeline
from memory_store.recall import relevant
from memory_store.upkeep import finish
from tests import given

if TYPE_CHECKING:
    from memory_store.journal.stored import Fact
    from memory_store.store import layout
    from tests.commands.conftest import Run

STACK, PART = "FastAPI, PostgreSQL 16, Vue 3, poetry", "no poetry any more, uv"
MARK = f"(said since: {PART})"
QUESTION = "which package manager does this repository use, is it poetry?"


@pytest.fixture
def older(store: layout.Store) -> Fact:
    """The fact, after a prompt that corrected a part of it."""
    known = given.fact(store, STACK, days=1)
    said = given.event(store, "prompt", "s-2", text=PART)
    assert pipeline.keep(given.where(store), [said]) == 2
    finish.bring_up_to_date(given.where(store), embed_seconds=0)
    return known


@pytest.mark.parametrize(
    "command",
    [["list"], ["search", "poetry"], ["briefing"], ["log"], ["show", "ID"]],
    ids=lambda command: str(command[0]),
)
def test_each_command_that_tells_it_tells_the_correction(
    run: Run, store: layout.Store, older: Fact, command: list[str]
) -> None:
    given.event(store, "fact", "s-1", record_id=older.id)
    words = [older.id if one == "ID" else one for one in command]

    told = run(*words, "--format", "text").out

    lines = [line for line in told.split("\n") if STACK in line and f": {STACK}" not in line]
    assert lines
    assert all(MARK in line for line in lines), told


def test_recall_and_the_answers_of_scripts_tell_it(
    run: Run, store: layout.Store, older: Fact
) -> None:
    recalled = relevant.to_prompt(given.where(store), QUESTION, [], "en", lambda _: False)
    found = run("search", "poetry").answer["results"]
    listed = run("list", "--format", "json").answer["facts"]

    assert all(MARK in line for line in recalled.text.split("\n") if STACK in line)
    assert [one["changed"] for one in found if one["id"] == older.id] == [[PART]]
    assert [one["changed"] for one in listed if one["id"] == older.id] == [[PART]]


@pytest.mark.parametrize("command", [["undo"], ["retract", "NEWER"]], ids=lambda one: str(one[0]))
def test_the_mark_goes_with_the_correction(
    run: Run, store: layout.Store, older: Fact, command: list[str]
) -> None:
    newer = next(one.id for one in given.living(store) if one.content == PART)

    assert run(*[newer if one == "NEWER" else one for one in command]).code == 0

    told = run("list", "--format", "text").out
    assert STACK in told
    assert "said since" not in told
    assert older.id in told


def test_what_takes_the_place_of_the_correction_is_told_instead(
    run: Run, store: layout.Store, older: Fact
) -> None:
    newer = next(one.id for one in given.living(store) if one.content == PART)
    pdm = "the package manager is pdm"
    assert run("save-fact", "--content", pdm, "--supersedes", newer).code == 0

    told = run("list", "--format", "text").out + run("briefing", "--format", "text").out

    assert told.count(f"{STACK} (said since: {pdm})") == 2
    assert older.id in told
