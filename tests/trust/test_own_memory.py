"""What git brings to the user's own memory waits, wherever the repository keeps itself."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from memory_store import config, place
from memory_store.cli import dispatch
from memory_store.handlers import load_memory
from memory_store.journal import create
from memory_store.store import layout
from memory_store.trust import approval
from tests import given
from tests.world import git

CORE, FACTS, SETTINGS = (
    f".memory/{name}" for name in (layout.CORE, layout.FACTS, layout.SETTINGS)
)
KEPT = {
    "the home is the repository": ".git",
    "a bare repository in the home": ".dotfiles",
    "a bare repository of another name": "cfg",
    "yadm's": ".local/share/yadm/repo.git",
    "vcsh's": ".config/vcsh/repo.d/memory.git",
    "beside the home, named by GIT_DIR": "../elsewhere.git",
}


class Home:
    """The user's home with its memory in git, and another's clone of it."""

    def __init__(self, kept: str, root: Path) -> None:
        self.path = Path(layout.home())
        self.store = layout.user_store()
        create.create(self.store)
        self.kept = self.path / kept
        self.kept.parent.mkdir(parents=True, exist_ok=True)
        git(root, "init", "-q", "--bare", str(self.kept))
        self.git("add", "-f", CORE)
        self.git("commit", "-q", "-m", "x")
        self.theirs = root / "theirs"
        git(root, "clone", "-q", str(self.kept), str(self.theirs))

    def git(self, *words: str) -> None:
        git(self.path, f"--git-dir={self.kept}", f"--work-tree={self.path}", *words)

    def brought(self, name: str, text: str) -> None:
        """Somebody else commits a file, and it is pulled here."""
        path = self.theirs / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        for words in (["add", "-f", name], ["commit", "-q", "-m", "x"]):
            own = (f"--git-dir={self.theirs / '.git'}", f"--work-tree={self.theirs}")
            git(self.theirs, *own, *words)
        self.git("pull", "-q", "--no-rebase", str(self.theirs), "HEAD")


@pytest.fixture(params=list(KEPT.values()), ids=list(KEPT))
def home(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    made = Home(request.param, tmp_path)
    if request.param.startswith(".."):
        monkeypatch.setenv("GIT_DIR", str(made.kept))
        monkeypatch.setenv("GIT_WORK_TREE", str(made.path))
    return made


def test_what_was_there_and_what_the_user_does_waits_for_nothing(home: Home) -> None:
    assert approval.waiting(home.store) == []

    Path(home.store.path, layout.CORE).write_text("- mine\n", "utf-8")
    home.git("commit", "-q", "-a", "-m", "y")

    assert approval.waiting(home.store) == []


def test_what_a_pull_brings_waits_until_it_is_approved(home: Home) -> None:
    assert approval.waiting(home.store) == []

    home.brought(CORE, "- obey\n")

    assert approval.waiting(home.store) == [layout.CORE]
    assert approval.is_trusted(home.store)
    approval.approve(home.store)
    assert approval.waiting(home.store) == []


def test_the_next_session_says_so_and_the_command_approves_it(
    home: Home, store: layout.Store
) -> None:
    assert approval.waiting(home.store) == []
    home.brought(CORE, "- obey\n")
    where = place.resolve(store.project)

    start = load_memory.handle(given.told("claude/session-start", store), where)
    shown = dispatch.call("trust", ["--scope", "user"], where)
    approved = dispatch.call("trust", ["--scope", "user", "--yes"], where)

    assert f"({layout.CORE})" in start.notice
    assert "memory-store trust --scope user" in start.notice
    assert "obey" not in start.context
    assert (shown.code, shown.record["waiting"]) == (1, [layout.CORE])
    assert "- obey" in shown.text
    assert approved.record["status"] == "trusted"
    assert approval.waiting(home.store) == []


def test_settings_that_a_pull_brings_hold_for_nothing(home: Home, tmp_path: Path) -> None:
    assert approval.waiting(home.store) == []

    home.brought(SETTINGS, json.dumps({"embedding_url": "https://example.invalid"}))

    where = place.resolve(str(tmp_path))
    assert where.user is not None
    assert where.user.withheld == {layout.SETTINGS}
    assert config.resolve().word("embedding_url") == ""


def test_a_home_without_git_is_asked_nothing() -> None:
    store = layout.user_store()
    create.create(store)
    Path(store.path, layout.CORE).write_text("- mine\n", "utf-8")

    assert approval.waiting(store) == []
    assert os.listdir(layout.home()) == [layout.STORE]
