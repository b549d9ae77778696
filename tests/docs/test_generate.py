"""The pages of settings and commands are what docs/generate.py writes, and leave nothing out."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import pytest

from docs import generate
from memory_store import config
from memory_store.cli import table

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


@pytest.mark.parametrize(
    ("row", "lacking"),
    [
        ({"type": "boolean", "default": True, "description": "Sleeps."}, "description_zh"),
        ({"default": 1, "description": "a", "description_zh": "一"}, "type"),
        ({"type": "number"}, "default, description, description_zh, minimum, maximum"),
    ],
)
def test_what_a_setting_lacks_is_told_in_a_line(
    row: dict[str, object], lacking: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(config, "schema", lambda: {"recall_sleep": row})

    with pytest.raises(SystemExit, match=f": the setting recall_sleep lacks {lacking}$"):
        generate.pages()


@pytest.mark.parametrize("row", table.rows().values(), ids=lambda row: row.name)
def test_a_usage_line_has_the_words_that_argparse_has(row: table.Row) -> None:
    parser = argparse.ArgumentParser(add_help=False)
    for flag in row.flags:
        parser.add_argument(*flag.names, **flag.how)
    flags = [action.option_strings[0] for action in parser._actions if action.option_strings]
    required = [flag for flag in parser._actions if flag.required and flag.nargs != "*"]
    declared = [generate.flag_of(flag) for flag in row.flags]

    assert [flag.name for flag in declared if flag.name] == flags
    assert len([flag for flag in declared if not flag.optional]) == len(required)
