"""On a Chinese machine commands, their help and their errors speak Chinese."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout
    from tests.commands.conftest import Run

# Words of English prose, not of paths, settings and commands.
PROSE = re.compile(
    r"(?<![\w./{-])(?:the|is|are|was|not|of|with|and|to|it|this|default)(?![\w./}-])"
)


@pytest.fixture(autouse=True)
def _machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")


@pytest.mark.parametrize("name", "status config trust sync index init uninstall".split())
def test_a_command_says_no_sentence_in_english(run: Run, store: layout.Store, name: str) -> None:
    given.fact(store, "我们用 pnpm")

    said = run(name, "--format", "text").out

    assert re.search("[一-龥]", said)
    assert PROSE.findall(said) == []


@pytest.mark.parametrize(
    "words", [["--help"], ["search", "--help"], ["import", "--help"], ["save-fact", "--help"]]
)
def test_help_is_chinese(run: Run, capfd: pytest.CaptureFixture[str], words: list[str]) -> None:
    with pytest.raises(SystemExit):
        run(*words)

    said = capfd.readouterr().out
    assert said.startswith("用法：")
    assert PROSE.findall(said) == []


def test_what_programs_read_stays_as_it_is(run: Run, store: layout.Store) -> None:
    given.fact(store, "我们用 pnpm")

    assert run("status").answer["stores"][0]["exists"] is True
    assert run("sync").answer["unfinished"] is False
