"""The command lines that an agent is shown: absolute, quoted, and right as they stand."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from memory_store import place
from memory_store.language import wording
from memory_store.start import asking
from memory_store.text import clean

NASTY = [
    "a b",
    "项目",
    "it's",
    "$(touch pwned)",
    "`id`",
    '"q"',
    "a;b",
    "-x",
    "back\\slash",
    "new\nline",
    "left\u202eright\u200b",
    "\x1b]8;;x\x07link",
]


def _as_read(line: str) -> list[str]:
    """The words of a command line as bash and zsh read them."""
    if "$'" not in line:
        return shlex.split(line)
    told = subprocess.run(
        ["bash", "-c", f"printf '%s\\0' {line}"], capture_output=True, check=True
    )
    return os.fsdecode(told.stdout).split("\0")[:-1]


def commands(where: place.Place, session: str) -> list[str]:
    return [
        asking.save_command(session, where, "en"),
        asking.summary_command(session, where, "en"),
        asking.search_command(where, "en"),
    ]


@pytest.mark.parametrize("name", NASTY)
@pytest.mark.parametrize("session", ["s-1", "", '";touch pwned;"', "$(id)", "a b"])
def test_each_command_is_one_line_that_a_shell_reads_as_it_is_meant(
    tmp_path: Path, name: str, session: str
) -> None:
    project = tmp_path / name
    project.mkdir()
    where = place.resolve(str(project))

    for line in commands(where, session):
        words = _as_read(line)
        assert "\n" not in line
        assert clean.text(line) == line
        assert words[0] == sys.executable
        assert words[1] == "-I"
        assert os.path.isabs(words[2])
        assert Path(words[2]).is_file()
        assert words[words.index("--project") + 1] == str(project)
        if session and "--session" in words:
            assert words[words.index("--session") + 1] == session
        assert not session or "--session" in words or "search" in words[2]


def test_where_a_store_is_yet_to_come_the_project_itself_is_named(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cursor starts a user's hooks in ~/.cursor: the working directory says nothing."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    where = place.resolve(str(project))
    where.project = None

    for line in commands(where, "s-1"):
        words = shlex.split(line)
        assert words[words.index("--project") + 1] == str(project)


def test_own_prompts_are_known_by_how_they_begin() -> None:
    assert asking.is_own(wording.say("zh", "save", summary=""))
    assert asking.is_own(wording.say("en", "flush", usage=""))
    assert not asking.is_own("What does [Session Save] mean?")
