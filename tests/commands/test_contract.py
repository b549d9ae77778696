"""What holds for every command: help, mistakes told in two lines, nothing written by them."""

from __future__ import annotations

import argparse
import importlib
import os
from typing import TYPE_CHECKING

import pytest

from memory_store import __main__
from memory_store.cli import terminal
from tests import given
from tests.commands import every_command

if TYPE_CHECKING:
    from pathlib import Path

    from memory_store.store import layout
    from tests.commands.conftest import Outcome, Run

FACT = "CANARY deploy with kubectl"


@pytest.fixture
def full(run: Run, store: layout.Store, project: Path) -> layout.Store:
    """A memory with one thing of each kind, listed by numbers, and a copy of it."""
    given.fact(store, "perhaps tabs", status="candidate")
    given.fact(store, FACT)
    given.event(store, "prompt", text="Where does it run?")
    given.summary(store, "Billing", session="s-1", todos=["port the refunds"])
    run("backup", str(project / "backup.tar.gz"))
    run("list", "--all")
    return store


def usual(run: Run, name: str) -> Outcome:
    """What the usual call of a command gives."""
    return run(name, *every_command.WORDS.get(name, "").split())


def test_each_command_is_in_one_of_the_lists_of_its_kind() -> None:
    """A new command goes into every_command.py, and into terminal._REMEMBERING if it remembers."""
    names = sorted(__main__.COMMANDS)

    assert sorted([*every_command.THAT_LOOK, *every_command.THAT_CHANGE]) == names
    assert sorted([*terminal._REMEMBERING, *every_command.WORKS_WHEN_OFF]) == names
    assert {*every_command.WORKS_UNTRUSTED, *every_command.ELSEWHERE} <= set(names)


@pytest.mark.parametrize("name", every_command.USUAL)
def test_a_usual_call_does_its_work(name: str, run: Run, full: layout.Store) -> None:
    assert full
    outcome = usual(run, name)

    assert outcome.code in (0, 1), outcome.err
    assert outcome.answer is not None


@pytest.mark.parametrize("name", sorted({*every_command.USUAL, *terminal._REMEMBERING}))
def test_where_memory_is_off_only_what_remembers_is_refused(
    name: str, run: Run, full: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = given.tree(full.path)
    monkeypatch.setenv("MEMORY_STORE_DISABLE", "1")

    outcome = usual(run, name)

    if name in every_command.WORKS_WHEN_OFF:
        assert outcome.code in (0, 1), outcome.err
    else:
        assert outcome.code == 2
        assert "switched off" in outcome.err
        assert given.tree(full.path) == before


def parser_of(name: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(add_help=False)
    command = importlib.import_module(f"memory_store.commands.{name.replace('-', '_')}")
    command.add_arguments(parser)
    return parser


@pytest.mark.parametrize("name", list(__main__.COMMANDS))
def test_help_begins_with_what_the_command_does_and_names_its_flags(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        __main__.main([name, "--help"])

    said = capsys.readouterr().out
    assert ended.value.code == 0
    assert said.startswith(f"usage: memory-store {name} ")
    for action in parser_of(name)._actions:
        assert all(flag in said for flag in action.option_strings)


@pytest.mark.parametrize("name", list(__main__.COMMANDS))
def test_an_unknown_flag_is_told_with_a_hint_and_nothing_is_written(
    name: str, run: Run, store: layout.Store
) -> None:
    before = given.tree(store.path)

    outcome = run(name, "--no-such-flag")

    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.startswith("error: ")
    assert "\nhint: " in outcome.err
    assert given.tree(store.path) == before


@pytest.mark.parametrize(
    "name", ["accept", "edit", "pin", "reject", "restore", "retract", "unpin"]
)
def test_a_number_stands_for_an_id_and_what_changed_is_told_and_undone(
    name: str, run: Run, store: layout.Store
) -> None:
    status = "candidate" if name in ("accept", "reject") else "standing"
    fact = given.fact(store, "the API listens on port 8080", status=status)
    if name == "restore":
        given.retraction(store, fact)
    elif name == "unpin":
        run("pin", fact["id"])
    run("list", "--all")
    before = run("list", "--all").answer["facts"]

    words = ("--content", "it listens on port 9090") if name == "edit" else ()
    changed = run(name, "1", *words)
    after = run("list", "--all").answer["facts"]
    undone = run("undo")

    assert changed.code == undone.code == 0
    assert [one["id"] for one in changed.answer["changes"]] == [fact["id"]]
    assert seen(after) != seen(before)
    assert seen(run("list", "--all").answer["facts"]) == seen(before)


def seen(listed: list[dict[str, object]]) -> list[tuple[object, ...]]:
    """What a person sees of listed facts."""
    names = ("id", "tier", "type", "content", "source")
    return [(*(one.get(name) for name in names), one.get("pinned", False)) for one in listed]


@pytest.mark.parametrize(("name", "code"), every_command.THAT_LOOK.items())
def test_looking_writes_nothing_in_a_project_without_memory(
    name: str, code: int, run: Run, project: Path
) -> None:
    outcome = usual(run, name)

    assert outcome.code == code
    assert (outcome.answer is None) == (code > 1)
    assert os.listdir(project) == []
