"""The command that CONTRIBUTING.md adds works as written there, and so does its scenario."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import types
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import __main__
from memory_store.cli import terminal
from tests import given, scenes

if TYPE_CHECKING:
    from memory_store.store import layout
    from tests.commands.conftest import Run

ROOT = Path(__file__).parents[2]
SECTION = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("## Add a command")[1]
SECTION = SECTION.split("\n## ")[0]
((COMMAND,), (SCENARIO,)) = (
    re.findall(rf"```{language}\n(.*?)```", SECTION, re.DOTALL) for language in ("python", "json")
)
FILES = "".join(re.findall(r"^\| (.*?) \|", SECTION, re.MULTILINE))


def row_of(file: str) -> dict[str, str]:
    """The line to copy that the table gives for a file."""
    (line,) = re.findall(
        rf"^\| `{re.escape(file)}` \|.*`(\".*\": \".*\"),` \|$", SECTION, re.MULTILINE
    )
    return dict(json.loads(f"{{{line}}}"))


@pytest.fixture
def unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """No command `entities`, whoever practises here."""
    monkeypatch.delitem(__main__.COMMANDS, "entities", raising=False)


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    """The module and the rows of the walk-through."""
    command = types.ModuleType("memory_store.commands.entities")
    exec(compile(COMMAND, "entities", "exec"), command.__dict__)  # noqa: S102  our own page
    monkeypatch.setitem(sys.modules, command.__name__, command)
    for name, text in row_of("memory_store/__main__.py").items():
        monkeypatch.setitem(__main__.COMMANDS, name, text)
    monkeypatch.setattr(terminal, "_REMEMBERING", (*terminal._REMEMBERING, "entities"))


@pytest.mark.usefixtures("added")
def test_the_scenario_holds(run: Run, store: layout.Store, request: pytest.FixtureRequest) -> None:
    scenes.play(json.loads(SCENARIO), run, store, request)


@pytest.mark.usefixtures("added")
def test_the_command_is_refused_where_memory_is_off(
    run: Run, store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    given.fact(store, "billing uses Postgres 16", entities=["Postgres"])
    monkeypatch.setenv("MEMORY_STORE_DISABLE", "1")

    outcome = run("entities")

    assert outcome.code == 2
    assert "switched off" in outcome.err


@pytest.mark.usefixtures("unknown")
def test_without_its_row_the_command_is_unknown(run: Run, store: layout.Store) -> None:
    assert store
    assert run("entities").code == 2


@pytest.mark.parametrize("check", [["check"], ["format", "--check"]], ids=lambda check: check[0])
def test_the_command_has_the_house_style(check: list[str]) -> None:
    words = ["--no-cache", "--stdin-filename", "memory_store/commands/entities.py", "-"]
    ruff = subprocess.run(
        [sys.executable, "-m", "ruff", *check, *words],
        input=COMMAND,
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert ruff.returncode == 0, ruff.stdout + ruff.stderr


def test_the_table_names_files_that_are_there() -> None:
    paths = re.findall(r"`([\w/.*]+\.(?:py|json|md))`", FILES)

    assert "memory_store/commands/NAME.py" in paths
    assert [path for path in paths if "NAME" not in path and not [*ROOT.glob(path)]] == []
    assert row_of("memory_store/language/chinese.json").keys() == {"what the facts are about"}
    assert row_of("docs/chinese.json").keys() == {"entities"}
