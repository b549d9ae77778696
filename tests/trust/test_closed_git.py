"""A stranger's repository makes no program run where git is asked about it (ADR 27)."""

from __future__ import annotations

import os
import stat
import subprocess
import time
from pathlib import Path

import pytest

from memory_store.store import layout
from memory_store.trust import closed_git
from tests import faults
from tests.world import git

HOOKS = ("post-index-change", "post-checkout", "reference-transaction", "fsmonitor-watchman")
PROGRAMS = {
    "core.fsmonitor": "{run}",
    "core.sshCommand": "{run}",
    "core.pager": "{run}",
    "pager.ls-files": "{run}",
    "core.editor": "{run}",
    "core.askPass": "{run}",
    "core.gitProxy": "{run}",
    "core.alternateRefsCommand": "{run}",
    "core.hooksPath": "{hooks}",
    "filter.evil.clean": "{run}",
    "filter.evil.smudge": "{run}",
    "filter.evil.process": "{run}",
    "filter.evil.required": "true",
    "diff.external": "{run}",
    "diff.evil.command": "{run}",
    "diff.evil.textconv": "{run}",
    "gpg.program": "{run}",
    "log.showSignature": "true",
    "credential.helper": "!{run}",
    "alias.ls-files": "!{run}",
    "alias.cat-file": "!{run}",
    "submodule.recurse": "true",
    "index.sparse": "true",
    "core.untrackedCache": "true",
    "trace2.eventTarget": "{ran}",
    "protocol.allow": "always",
    "protocol.ext.allow": "always",
    "extensions.partialClone": "origin",
    "core.repositoryFormatVersion": "1",
    "remote.origin.promisor": "true",
    "remote.origin.url": "ext::{run} %S",
    "remote.origin.uploadpack": "{run}",
}
"""What a repository may say that names a program, or has git fetch what it lacks."""


class Hostile:
    """A repository of somebody else's whose settings name a program wherever git reads one."""

    def __init__(self, root: Path, included: str) -> None:
        self.tree, self.ran = root / "tree", root / "ran"
        script = root / "run"
        script.write_text(f"#!/bin/sh\necho \"$0 $*\" >> '{self.ran}'\n", "utf-8")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        git(root, "init", "-q", "tree")
        memory = self.tree / ".memory"
        memory.mkdir()
        for name in ("MEMORY.md", "facts.jsonl"):
            (memory / name).write_text("x\n", "utf-8")
        (self.tree / ".gitattributes").write_text("* filter=evil diff=evil\n", "utf-8")
        git(self.tree, "add", ".")
        git(self.tree, "commit", "-q", "-m", "x")
        hooks = root / "hooks"
        hooks.mkdir()
        for name in HOOKS:
            for folder in (hooks, self.tree / ".git/hooks"):
                folder.mkdir(exist_ok=True)
                (folder / name).write_bytes(script.read_bytes())
                (folder / name).chmod(0o755)
        places = {"run": script, "ran": self.ran, "hooks": hooks}
        file = self.tree / ".git" / (included or "config")
        for key, value in PROGRAMS.items():
            git(self.tree, "config", "--file", str(file), key, value.format(**places))
        if included:
            git(self.tree, "config", "include.path", included)
            git(self.tree, "config", "extensions.worktreeConfig", "true")

    @property
    def git(self) -> str:
        """Its git directory."""
        return str(self.tree / ".git")

    def lose(self) -> None:
        """Delete the memory's objects, as a clone that fetches them when it needs them."""
        words = ["git", "-c", "core.fsmonitor=false", "rev-parse"]
        names = ("HEAD:.memory", "HEAD:.memory/MEMORY.md")
        ran = subprocess.run([*words, *names], cwd=self.tree, capture_output=True, check=True)
        for digits in ran.stdout.decode().split():
            Path(self.git, "objects", digits[:2], digits[2:]).unlink()
        self.ran.unlink(missing_ok=True)

    def touch(self) -> None:
        """Have each file differ from what the index says of it."""
        for path in (self.tree / ".memory").iterdir():
            path.write_text("another\n", "utf-8")
            os.utime(path, (1, 1))
        self.ran.unlink(missing_ok=True)


@pytest.fixture(params=["", "included", "config.worktree"])
def hostile(tmp_path: Path, request: pytest.FixtureRequest) -> Hostile:
    """Settings of the repository's own, of a file that they include, and of one work tree."""
    return Hostile(tmp_path, request.param)


def ask_all(one: Hostile) -> list[object]:
    tree, wanted = str(one.tree), [("HEAD", ".memory/MEMORY.md")]
    return [
        closed_git.index(one.git, tree, (".memory/",), folds=False),
        closed_git.index(one.git, tree, (".memory/",), folds=True),
        closed_git.head(one.git, tree, ".memory/"),
        *closed_git.blobs(one.git, tree, wanted),
        closed_git.history(one.git, tree, [".memory/MEMORY.md"]),
    ]


@pytest.mark.long
@faults.posix
def test_no_setting_of_a_repository_has_a_question_run_a_program(hostile: Hostile) -> None:
    hostile.touch()

    assert all(ask_all(hostile))

    assert not hostile.ran.exists()


@faults.posix
@pytest.mark.parametrize("url", ["ext::{run} %S", "{tree}", "ssh://x/{run}"])
def test_objects_that_are_missing_are_not_fetched_by_a_program(hostile: Hostile, url: str) -> None:
    hostile.lose()
    where = {"run": hostile.ran.parent / "run", "tree": hostile.tree}
    git(hostile.tree, "config", "remote.origin.url", url.format(**where))
    hostile.ran.unlink(missing_ok=True)

    answers = ask_all(hostile)

    assert not hostile.ran.exists()
    assert answers[0]
    assert answers[-1] is None  # so that what can't be told counts as arrived


@faults.posix
@pytest.mark.parametrize(
    "words", [("ls-files", "-s"), ("ls-files", "-m"), ("ls-tree", "-r", "HEAD")]
)
def test_the_control_that_the_same_questions_run_programs_where_nothing_is_off(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    hostile = Hostile(tmp_path, "")
    hostile.touch()
    if "HEAD" in words:
        hostile.lose()

    command = ["git", *words]
    subprocess.run(command, cwd=hostile.tree, capture_output=True, timeout=30, check=False)

    assert hostile.ran.exists()


@pytest.mark.parametrize(
    "path",
    [
        "",
        ".",
        "bin",
        "{tree}",
        "{tree}/node_modules/.bin",
        "{link}/node_modules/.bin",
        "{around}/node_modules/.bin",
    ],
)
def test_a_git_that_lies_in_the_project_or_in_one_around_it_is_not_asked(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    around = tmp_path / "around"
    where = {"tree": around / "packages" / "tree", "around": around}
    where |= {"bin": tmp_path / "bin", "link": tmp_path / "link"}
    where["link"].symlink_to(where["tree"])
    (around / ".git").mkdir(parents=True)
    for place in (
        where["tree"],
        where["tree"] / "bin",
        where["tree"] / "node_modules/.bin",
        around / "node_modules/.bin",
        where["bin"],
    ):
        program = place / ("git.exe" if os.name == "nt" else "git")
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text("#!/bin/sh\n", "utf-8")
        program.chmod(0o755)
    monkeypatch.chdir(where["tree"])

    monkeypatch.setenv("PATH", path.format(**where))
    assert not closed_git.is_there(str(where["tree"]))

    monkeypatch.setenv("PATH", os.pathsep.join([path.format(**where), str(where["bin"])]))
    assert closed_git.is_there(str(where["tree"]))


@faults.posix
def test_a_link_to_a_git_in_the_project_is_not_asked_but_one_in_an_own_home_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = Path(layout.home(), "project")
    for program in (tree / "git", tmp_path / "bin" / "git"):
        program.parent.mkdir(parents=True, exist_ok=True)
    (tree / "git").write_text("#!/bin/sh\n", "utf-8")
    (tree / "git").chmod(0o755)
    (tmp_path / "bin" / "git").symlink_to(tree / "git")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))

    assert not closed_git.is_there(str(tree))
    assert closed_git.is_there(layout.home())


@pytest.mark.long
@faults.posix
def test_after_a_question_that_is_not_answered_in_time_none_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile = Hostile(tmp_path, "")
    os.mkfifo(tmp_path / "pipe")
    git(hostile.tree, "config", "include.path", str(tmp_path / "pipe"))
    monkeypatch.setattr(closed_git, "_late", [], raising=False)
    began = time.monotonic()

    answers = ask_all(hostile)

    assert answers == [None] * len(answers)
    assert not closed_git.is_there(str(hostile.tree))
    assert time.monotonic() - began < 4.0
