"""The pages of settings and commands are what docs/generate.py writes, and leave nothing out."""

from __future__ import annotations

import argparse
import importlib
from typing import TYPE_CHECKING

import pytest

from docs import generate
from memory_store import __main__, config

if TYPE_CHECKING:
    from pathlib import Path

PAGES = generate.pages()


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_a_page_is_what_the_script_writes(page: Path) -> None:
    assert page.read_text("utf-8") == PAGES[page], "run: python docs/generate.py"


def test_an_old_page_is_told_and_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "settings.md"
    page.write_text("old", encoding="utf-8")
    monkeypatch.setattr(generate, "pages", lambda: {page: "new"})

    assert generate.main(["--check"]) == 1
    assert page.read_text("utf-8") == "old"
    assert generate.main([]) == 0
    assert page.read_text("utf-8") == "new"
    assert generate.main(["--check"]) == 0


def test_every_setting_and_command_has_a_chinese_sentence() -> None:
    assert list(generate.settings_in_chinese()) == list(config.schema())
    assert set(generate.CHINESE["commands"]) == set(__main__.COMMANDS)


@pytest.mark.parametrize("name", list(__main__.COMMANDS))
def test_a_usage_line_has_the_words_that_argparse_has(name: str) -> None:
    parser = argparse.ArgumentParser(add_help=False)
    importlib.import_module(f"memory_store.commands.{name.replace('-', '_')}").add_arguments(
        parser
    )
    flags = [action.option_strings[0] for action in parser._actions if action.option_strings]
    required = [flag for flag in parser._actions if flag.required and flag.nargs != "*"]
    declared = generate.flags_of(name)

    assert [flag.name for flag in declared if flag.name] == flags
    assert len([flag for flag in declared if not flag.optional]) == len(required)
