"""What holds for every command: help, mistakes told in two lines, nothing written by them."""

from __future__ import annotations

import argparse
import importlib
import os
from typing import TYPE_CHECKING

import pytest

from memory_store import __main__
from tests import given

if TYPE_CHECKING:
    from pathlib import Path

    from memory_store.store import layout
    from tests.commands.conftest import Run

THAT_LOOK = [
    ("list",),
    ("log",),
    ("sessions",),
    ("today",),
    ("stats",),
    ("facts", "--as-of", "today"),
]
"""Commands that show what there is and change nothing."""


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


@pytest.mark.parametrize("words", THAT_LOOK, ids=lambda words: words[0])
def test_looking_writes_nothing_and_finds_nothing_in_a_project_without_memory(
    words: tuple[str, ...], run: Run, project: Path
) -> None:
    outcome = run(*words)

    assert outcome.code == 1
    assert outcome.answer is not None
    assert os.listdir(project) == []
