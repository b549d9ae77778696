"""What a team that shares a memory through git said, and by whom."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from memory_store.store import layout
from tests import given
from tests.world import git

if TYPE_CHECKING:
    from pathlib import Path

    from tests.commands.conftest import Run

pytestmark = pytest.mark.long


@pytest.fixture
def shared(run: Run, project: Path) -> layout.Store:
    """A memory that a team shares; two facts in it are this user's."""
    git(project, "init")
    run("init", "--team", "--host", "claude")
    store = layout.project_store(str(project))
    run("save-fact", "--content", "the API listens on port 8080")
    run("save-fact", "--content", "the cache is Redis")
    git(project, "add", ".memory")
    git(project, "commit", "-m", "share what we know")
    run("trust", "--yes")
    return store


def pull(project: Path, tmp_path: Path, line: dict[str, object]) -> None:
    """Have a colleague add a fact, and pull it."""
    colleague = tmp_path / "colleague"
    git(tmp_path, "clone", "-q", str(project), str(colleague))
    with (colleague / ".memory" / "facts.jsonl").open("a") as file:
        file.write(json.dumps(line) + "\n")
    git(colleague, "commit", "-am", "what I know")
    git(project, "pull", "-q", "--no-rebase", str(colleague), "main")


@pytest.mark.long
def test_what_a_pull_brought_is_told_with_its_author_until_it_was_seen(
    run: Run, shared: layout.Store, project: Path, tmp_path: Path
) -> None:
    (like,) = given.lines(shared, layout.FACTS)[:1]
    fact = {**like, "id": "f_" + "7" * 26, "content": "deploys go out on Tuesdays"}
    pull(project, tmp_path, {**fact, "author": "Ana <ana@x.example>"})

    before = run("team", "status")
    run("trust", "--yes")
    trusted = run("team", "status", "--format", "text")
    again = run("team", "status")

    assert before.answer["status"] == "changed"
    assert before.answer["changed"] == ["facts.jsonl"]
    assert [one["content"] for one in before.answer["new"]] == ["deploys go out on Tuesdays"]
    assert "Ana <ana@x.example>: deploys go out on Tuesdays" in trusted.out
    assert (again.answer["status"], again.answer["new"], again.answer["own"]) == ("trusted", [], 2)
    (ana,) = again.answer["authors"]
    assert (ana["author"], ana["facts"], ana["new"]) == ("Ana <ana@x.example>", 1, 0)


@pytest.mark.long
def test_who_signed_nothing_is_unknown_and_no_text_reaches_the_terminal_raw(
    run: Run, shared: layout.Store, project: Path, tmp_path: Path
) -> None:
    (like,) = given.lines(shared, layout.FACTS)[:1]
    fact = {**like, "id": "f_" + "7" * 26, "content": "deploys\x1b[2J on\nTuesdays"}
    pull(project, tmp_path, fact)

    shown = run("team", "status", "--format", "text").out

    assert "unknown: deploys on Tuesdays" in shown
    assert "\x1b" not in shown
