"""Where HEAD is, told as git itself tells it, from its files alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memory_store.trust import work_tree
from tests.world import git

STATES = {
    "a branch": "",
    "packed refs": "pack-refs --all",
    "no branch": "checkout -q --detach",
    "a branch in a folder": "checkout -q -b feature/新/x",
    "packed, of which another's name ends alike": "branch a/main; branch b/main; pack-refs --all",
    "a branch that names another": "symbolic-ref refs/heads/alias refs/heads/main; "
    "symbolic-ref HEAD refs/heads/alias",
    "a ref of a work tree alone": "update-ref refs/worktree/own HEAD; "
    "symbolic-ref HEAD refs/worktree/own",
    "a tag's commit": "tag -a -m x v1; checkout -q v1; pack-refs --all",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q", "-b", "main", "repository")
    made = tmp_path / "repository"
    git(made, "commit", "-q", "--allow-empty", "-m", "x")
    return made


@pytest.mark.parametrize("linked", [False, True], ids=["main tree", "linked tree"])
@pytest.mark.parametrize("state", STATES.values(), ids=STATES.keys())
def test_it_says_what_git_says(tree: Path, state: str, *, linked: bool) -> None:
    if linked:
        git(tree, "worktree", "add", "-q", "-b", "other", "../linked")
        git(tree, "commit", "-q", "--allow-empty", "-m", "y")
        tree = tree.parent / "linked"
    for words in filter(None, state.split("; ")):
        git(tree, *words.split())

    found = work_tree.head(work_tree.git_directory(str(tree)))

    assert found == git(tree, "rev-parse", "HEAD").strip()


def test_a_branch_without_a_commit_has_none(tree: Path) -> None:
    git(tree, "checkout", "-q", "--orphan", "new")

    assert work_tree.head(str(tree / ".git")) == ""


@pytest.mark.parametrize(
    "head",
    [
        "", "ref: ../../elsewhere", "ref: refs/../../elsewhere", "ref: refs/heads/.invalid",
        "no commit", "ref: refs/heads/loop",
    ],
)  # fmt: skip
def test_what_leads_out_of_the_refs_or_nowhere_is_not_followed(tree: Path, head: str) -> None:
    (tree.parent / "elsewhere").write_text("0" * 39 + "1")
    (tree / ".git" / "refs" / "heads" / "loop").write_text("ref: refs/heads/loop")
    Path(tree, ".git", "HEAD").write_text(head)

    assert work_tree.head(os.path.join(tree, ".git")) is None
