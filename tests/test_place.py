from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_store import place
from memory_store.store import layout
from memory_store.text import clean
from memory_store.trust import approval
from tests import faults


def test_where_nothing_is_yet_the_project_may_be_created_and_nothing_read(project: Path) -> None:
    where = place.resolve(str(project))

    assert where.project is not None
    assert where.project.project == str(project.resolve())
    assert where.user is None
    assert not where.untrusted
    assert where.stores() == []
    assert list(project.iterdir()) == []


def test_the_projects_store_comes_before_the_users(
    store: layout.Store, user_store: layout.Store
) -> None:
    deep = Path(store.project, "src", "deep")
    deep.mkdir(parents=True)

    paths = [one.path for one in place.resolve(str(deep)).stores()]

    assert paths == [str(Path(store.path).resolve()), user_store.path]


def test_a_store_that_is_not_trusted_is_no_part_of_the_place(project: Path) -> None:
    (project / ".memory").mkdir()
    (project / ".memory" / layout.SETTINGS).write_text(json.dumps({"facts_limit": 1}))
    cloned = layout.project_store(str(project))

    where = place.resolve(str(project))
    assert where.untrusted
    assert where.project is None
    assert where.stores() == []
    assert where.config.count("facts_limit") == 15

    approval.approve(cloned)
    where = place.resolve(str(project))
    assert not where.untrusted
    assert where.project is not None
    assert where.config.count("facts_limit") == 1


@faults.posix
def test_the_home_directory_is_nobodys_project(tmp_path: Path, user_store: layout.Store) -> None:
    for directory in (layout.home(), str(tmp_path / "alias")):
        if not Path(directory).exists():
            Path(directory).symlink_to(layout.home())
        where = place.resolve(directory)
        assert where.project is None
        assert not where.untrusted
        assert [one.path for one in where.stores()] == [user_store.path]


def test_a_store_deleted_after_the_start_is_read_no_more(store: layout.Store) -> None:
    where = place.resolve(store.project)
    assert len(where.stores()) == 1
    Path(store.path).rename(Path(store.project, "gone"))

    assert where.stores() == []


@pytest.mark.long
@faults.posix
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))))
def test_a_shell_reads_the_words_that_were_quoted(words: list[str]) -> None:
    quoted = [place.quote(word) for word in words]
    shell = "bash" if any(one.startswith("$'") for one in quoted) else "sh"
    line = " ".join(["printf", "'%s\\0'", *quoted])

    printed = subprocess.run([shell, "-c", line], capture_output=True, check=True).stdout

    assert "\n" not in line
    assert clean.text(line) == line

    assert printed.split(b"\0")[:-1] == [word.encode() for word in words or [""]]


@faults.posix
@pytest.mark.parametrize("raw", [b"\xff", b"caf\xe9 'it\\x\"$(id)\n", b"\xe4\xb8 1\xff2"])
def test_bash_reads_bytes_that_are_no_text_from_a_line_of_plain_text(raw: bytes) -> None:
    line = f"printf %s {place.quote(os.fsdecode(raw))}"

    assert line.isascii()
    assert subprocess.run(["bash", "-c", line], capture_output=True, check=True).stdout == raw


def test_plain_words_are_shown_as_they_are() -> None:
    assert place.quote("/usr/bin/python3.11") == "/usr/bin/python3.11"
    assert place.quote("--session") == "--session"


@faults.posix
@pytest.mark.parametrize(
    ("first_line", "is_ours"),
    [
        (f"#!{sys.executable}", True),
        (f"#!{Path(sys.executable).with_name('python3')}", True),
        ("#!/usr/bin/env python3", False),
        ("#!/opt/other/bin/python", False),
        ("", False),
    ],
    ids=["this interpreter", "its other name", "any", "another", "no script"],
)
def test_the_program_is_named_where_the_path_has_this_installations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first_line: str, *, is_ours: bool
) -> None:
    program = tmp_path / "memory-store"
    program.write_text(f"{first_line}\nimport sys\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"/nowhere:{tmp_path}")

    line = place.command("search_memory", "--project", "/w")

    assert (line == "memory-store search --project /w") == is_ours
    assert is_ours or line == place.by_path("search_memory", "--project", "/w")


@faults.posix
def test_a_command_line_that_is_shown_runs_as_it_stands(tmp_path: Path) -> None:
    line = place.by_path("save_fact", "--help")
    assert line.startswith(place.quote(sys.executable))

    found = subprocess.run(
        ["sh", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=True
    )

    assert "--content" in found.stdout
