"""The command that CONTRIBUTING.md adds works as written there, and so does its test."""

from __future__ import annotations

import re
import sys
import types
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import __main__

if TYPE_CHECKING:
    from memory_store.store import layout
    from tests.commands.conftest import Run

PAGE = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text("utf-8")
SECTION = PAGE.split("## Add a command")[1].split("\n## ")[0]
COMMAND, ROW, TESTS = re.findall(r"```python\n(.*?)```", SECTION, re.DOTALL)


def module(name: str, source: str) -> types.ModuleType:
    made = types.ModuleType(name)
    exec(compile(source, name, "exec"), made.__dict__)  # noqa: S102  our own page
    return made


NAMES = [name for name in vars(module("walk_through", TESTS)) if name.startswith("test_")]


@pytest.mark.parametrize("name", NAMES)
def test_the_walk_through_holds(
    name: str, run: Run, store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = module("memory_store.commands.entities", COMMAND)
    monkeypatch.setitem(sys.modules, "memory_store.commands.entities", command)
    for key, text in module("row", f"row = {{{ROW}}}").row.items():
        monkeypatch.setitem(__main__.COMMANDS, key, text)

    getattr(module("walk_through", TESTS), name)(run, store)


def test_without_its_row_the_command_is_unknown(run: Run, store: layout.Store) -> None:
    assert store
    assert run("entities").code == 2
