"""The command and the setting that CONTRIBUTING.md adds work as written there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import config
from memory_store.cli import table
from memory_store.commands import look
from tests import given, scenes

if TYPE_CHECKING:
    from memory_store.store import layout
    from tests.commands.conftest import Run

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
SECTIONS = {part.partition("\n")[0]: part for part in PAGE.split("\n## ")}


def block(section: str, language: str) -> str:
    """The one block of code of a section."""
    (text,) = re.findall(rf"```{language}\n(.*?)```", SECTIONS[section], re.DOTALL)
    return str(text)


COMMAND, SCENARIO = block("Add a command", "python"), block("Add a command", "json")


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    """The family with the row of the walk-through at its end."""
    monkeypatch.setattr(look.FAMILY, "rows", dict(look.FAMILY.rows))
    known = table.row
    exec(compile(COMMAND, "entities", "exec"), vars(look).copy())  # noqa: S102  our own page
    monkeypatch.setattr(table, "row", lambda name: look.FAMILY.rows.get(name) or known(name))


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


def test_a_command_is_found_by_the_name_of_its_function_alone() -> None:
    """So no list of names is kept beside the rows."""
    assert {name: table.row(name) for name in table.rows()} == table.rows()
    assert table.row("no-such") is None
    assert "def entities(" in COMMAND


@pytest.mark.parametrize("check", [["check"], ["format", "--check"]], ids=lambda check: check[0])
def test_the_command_has_the_house_style(check: list[str]) -> None:
    family = Path(look.__file__).read_text("utf-8").replace(COMMAND, "")  # who practises here
    words = ["--no-cache", "--stdin-filename", "memory_store/commands/look.py", "-"]
    ruff = subprocess.run(
        [sys.executable, "-m", "ruff", *check, *words],
        input=f"{family.rstrip()}\n\n\n{COMMAND}",
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert ruff.returncode == 0, ruff.stdout + ruff.stderr


def test_the_setting_is_a_row_of_the_schema(
    run: Run, store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = json.loads(f"{{{block('Add a setting', 'json')}}}")
    known = config.schema()
    monkeypatch.setattr(config, "schema", lambda: {**known, **row})
    monkeypatch.setenv("MEMORY_STORE_ENTITY_LIMIT", "7")

    answer = run("config", "entity_limit").answer

    assert store.exists()
    assert answer["settings"] == {"entity_limit": 7}
    assert answer["origins"] == {"entity_limit": "environment"}
