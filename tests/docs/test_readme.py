"""The README says what the program has: every command, flag, setting, script and hook."""

from __future__ import annotations

import argparse
import importlib
import json
import re
from pathlib import Path

import pytest

from memory_store import __main__, config

ROOT = Path(__file__).parents[2]
READMES = [ROOT / "README.md", ROOT / "README.zh-CN.md"]


def settings_row(name: str) -> str:
    """How the README shows a setting: name, default, what values it takes."""
    rule = config.schema()[name]
    default = json.dumps(rule["default"])
    if "enum" in rule:
        values = " · ".join(str(one) for one in rule["enum"])  # type: ignore[attr-defined]
    elif rule["type"] == "number":
        values = f"{rule['minimum']:g}–{rule['maximum']:g}"
    else:
        values = {"boolean": "true · false", "string": '"…"'}[str(rule["type"])]
    return f"| `{name}` | `{default}` | {values} |"


@pytest.mark.parametrize("readme", READMES, ids=lambda path: path.name)
@pytest.mark.parametrize("name", list(config.schema()))
def test_every_setting_stands_in_the_readme_with_its_default(readme: Path, name: str) -> None:
    assert settings_row(name) in readme.read_text(encoding="utf-8")


@pytest.mark.parametrize("readme", READMES, ids=lambda path: path.name)
@pytest.mark.parametrize("name", list(__main__.COMMANDS))
def test_every_command_and_its_flags_stand_in_the_readme(readme: Path, name: str) -> None:
    text = readme.read_text(encoding="utf-8")
    parser = argparse.ArgumentParser(add_help=False)
    command = importlib.import_module(f"memory_store.commands.{name.replace('-', '_')}")
    command.add_arguments(parser)
    flags = [flag for action in parser._actions for flag in action.option_strings]

    row = next(line for line in text.splitlines() if line.startswith(f"| `memory-store {name}"))

    assert [flag for flag in flags if flag not in row and flag != "--content"] == []


@pytest.mark.parametrize("readme", READMES, ids=lambda path: path.name)
def test_the_test_command_of_the_readme_is_the_one_that_ci_runs(readme: Path) -> None:
    command = next(
        line for line in readme.read_text(encoding="utf-8").splitlines() if "-m pytest" in line
    )

    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("readme", READMES, ids=lambda path: path.name)
def test_every_link_of_the_readme_leads_somewhere(readme: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", readme.read_text(encoding="utf-8"))

    assert [one for one in links if not one.startswith("http") and not (ROOT / one).exists()] == []
