"""Which git directory a work tree has, and whose linked tree it is."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from memory_store.store import layout
from memory_store.trust import git_exclude, git_index, work_tree
from tests import faults
from tests.world import git

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    found = tmp_path / "main tree"
    found.mkdir()
    git(found, "init", "-q")
    git(found, "commit", "-q", "--allow-empty", "-m", "first")
    return found


@pytest.fixture
def linked(repository: Path, tmp_path: Path) -> Path:
    git(repository, "worktree", "add", "-q", str(tmp_path / "linked"))
    return tmp_path / "linked"


def test_a_linked_work_tree_belongs_to_its_main_one(repository: Path, linked: Path) -> None:
    assert work_tree.main_tree(str(linked)) == str(repository)
    assert work_tree.own_directory(str(linked)) == str(repository / ".git")
    assert work_tree.root(str(linked)) == str(linked)
    assert work_tree.main_tree(str(repository)) == ""
    assert work_tree.own_directory(str(repository)) == str(repository / ".git")


def test_a_pointer_that_is_relative_is_followed(repository: Path, linked: Path) -> None:
    name = os.path.relpath(repository / ".git" / "worktrees" / "linked", linked)
    (linked / ".git").write_text(f"gitdir: {name}\n")

    assert work_tree.main_tree(str(linked)) == str(repository)


def test_a_directory_that_the_repository_does_not_know_is_nobodys_linked_tree(
    repository: Path, linked: Path, tmp_path: Path
) -> None:
    """A project that somebody packed may name any repository of this user's in its `.git`."""
    for named in (linked / ".git").read_text().split(" ", 1)[1].strip(), str(repository / ".git"):
        packed = tmp_path / f"packed{len(named)}"
        packed.mkdir()
        (packed / ".git").write_text(f"gitdir: {named}\n")

        assert work_tree.main_tree(str(packed)) == ""
        assert work_tree.own_directory(str(packed)) == ""
        git_exclude.add(str(packed), ["/pwned"])
    assert "pwned" not in (repository / ".git" / "info" / "exclude").read_text()


def test_a_bare_repository_has_no_main_work_tree(repository: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--bare", str(repository), "bare.git")
    git(tmp_path / "bare.git", "worktree", "add", "-q", str(tmp_path / "of bare"), "main")

    tree = str(tmp_path / "of bare")
    assert work_tree.main_tree(tree) == ""
    assert work_tree.bare_repository(tree) == str(tmp_path / "bare.git")
    assert work_tree.own_directory(tree) == str(tmp_path / "bare.git")
    assert work_tree.linked_trees(str(tmp_path / "bare.git")) == [tree]


def test_a_repository_with_a_main_work_tree_is_not_bare(repository: Path, linked: Path) -> None:
    assert work_tree.bare_repository(str(repository)) == ""
    assert work_tree.bare_repository(str(linked)) == ""


def test_a_bare_repository_that_does_not_know_a_tree_is_not_its(
    repository: Path, tmp_path: Path
) -> None:
    git(tmp_path, "clone", "-q", "--bare", str(repository), "bare.git")
    packed = tmp_path / "packed"
    packed.mkdir()
    (packed / ".git").write_text(f"gitdir: {tmp_path / 'bare.git'}\n")

    assert work_tree.bare_repository(str(packed)) == ""


def test_a_submodule_keeps_its_own_excludes(repository: Path, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    git(inner, "init", "-q")
    git(inner, "commit", "-q", "--allow-empty", "-m", "first")
    git(repository, "submodule", "add", "-q", str(inner), "sub")
    sub = repository / "sub"

    git_exclude.add(str(sub), ["/ours"])

    assert work_tree.main_tree(str(sub)) == ""
    kept = repository / ".git" / "modules" / "sub" / "info" / "exclude"
    assert "/ours" in kept.read_text()


TRAPS = ["a pipe", "a directory", "a loop", "zeros", "random", "a NUL", "nothing"]


@faults.posix
@pytest.mark.parametrize("trap", TRAPS)
@pytest.mark.parametrize("name", [".git", ".git/index", ".git/commondir", ".git/gitdir"])
def test_a_trap_in_the_place_of_a_file_of_gits_costs_nothing(
    tmp_path: Path, name: str, trap: str
) -> None:
    store = layout.project_store(str(tmp_path))
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    made: dict[str, Callable[[], object]] = {
        "a pipe": lambda: os.mkfifo(path),
        "a directory": path.mkdir,
        "a loop": lambda: path.symlink_to(path.name),
        "zeros": lambda: path.write_bytes(bytes(1 << 20)),
        "random": lambda: path.write_bytes(b"gitdir: " + os.urandom(99)),
        "a NUL": lambda: path.write_bytes(b"gitdir: a\0b\n"),
        "nothing": lambda: path.write_bytes(b""),
    }
    made[trap]()

    assert work_tree.main_tree(str(tmp_path)) == ""
    assert git_index.names(store) == set()
