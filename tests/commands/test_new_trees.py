"""`git worktree add` in a wired project: real git, real processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.store import layout
from tests import given
from tests.end_to_end import shims
from tests.world import git

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.commands.conftest import Run

    Wire = Callable[..., list[str]]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    main = tmp_path / "main tree"
    main.mkdir()
    git(main, "init", "-q")
    git(main, "commit", "-q", "--allow-empty", "-m", "first")
    return main


@pytest.fixture
def wire(run: Run, repository: Path) -> Wire:
    """Wires the repository; gives what there is to say against it."""

    def wire_with(*words: str) -> list[str]:
        ran = run("init", "--project", str(repository), *words)
        assert ran.code == 0, ran.err
        doubts: list[str] = ran.answer["doubts"]
        return doubts

    return wire_with


def test_the_git_hook_is_listed_when_it_is_written(run: Run, repository: Path) -> None:
    init = ["init", "--project", str(repository), "--format", "text"]
    hook = f"git hook, which wires new work trees: {repository}/.git/hooks/post-checkout\n"

    assert hook in run(*init).out
    assert hook not in run(*init).out


@pytest.mark.long
def test_a_new_work_tree_is_wired_as_the_main_one_and_shares_its_memory(
    wire: Wire, repository: Path, tmp_path: Path
) -> None:
    wire("--host", "claude", "--no-permissions")
    store = layout.project_store(str(repository))
    given.fact(store, "billing uses Postgres 16")

    git(repository, "worktree", "add", "-q", str(tmp_path / "linked"))

    linked = tmp_path / "linked"
    settings = (linked / ".claude" / "settings.json").read_text("utf-8")
    assert "load_memory.py" in settings
    assert "permissions" not in settings
    assert not (linked / ".cursor").exists()
    assert not (linked / ".memory").exists()
    assert git(linked, "status", "--porcelain") == ""
    assert "Postgres 16" in shims.send("claude/session-start", linked, "s-1").out
    git(repository, "worktree", "remove", str(linked))  # nothing untracked is in its way


def test_a_checkout_wires_nothing(run: Run, wire: Wire, repository: Path) -> None:
    wire()
    run("uninstall", "--project", str(repository), "--host", "claude")
    wire("--host", "cursor")

    git(repository, "checkout", "-q", "-b", "other")

    assert not (repository / ".claude").exists()


@pytest.mark.long
def test_a_hook_of_somebody_else_stays_and_ours_goes(
    run: Run, wire: Wire, repository: Path
) -> None:
    hook = repository / ".git" / "hooks" / "post-checkout"
    assert wire() == wire() == []
    assert hook.stat().st_mode & 0o111
    assert run("uninstall", "--project", str(repository)).code == 0
    assert not hook.exists()

    hook.write_text("#!/bin/sh\n# theirs\n", encoding="utf-8")
    assert "post-checkout" in wire()[0]
    run("uninstall", "--project", str(repository))

    assert hook.read_text("utf-8") == "#!/bin/sh\n# theirs\n"


def test_where_git_looks_for_hooks_elsewhere_none_is_written(
    wire: Wire, repository: Path, tmp_path: Path
) -> None:
    (tmp_path / "shared hooks").mkdir()
    git(repository, "config", "core.hooksPath", str(tmp_path / "shared hooks"))

    assert "post-checkout" in wire()[0]

    assert list((tmp_path / "shared hooks").iterdir()) == []
    assert not (repository / ".git" / "hooks" / "post-checkout").exists()


def test_outside_git_uninstall_deletes_no_hook_of_the_working_directory(
    run: Run, wire: Wire, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire()
    ours = (repository / ".git" / "hooks" / "post-checkout").read_text("utf-8")
    here = tmp_path / "bare of git"
    (here / "hooks").mkdir(parents=True)
    (here / "hooks" / "post-checkout").write_text(ours, "utf-8")
    monkeypatch.chdir(here)

    assert run("uninstall", "--project", str(here)).code == 0

    assert (here / "hooks" / "post-checkout").exists()
