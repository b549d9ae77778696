"""What a team that shares a memory through git said, and by whom."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from memory_store.store import layout
from tests import given
from tests.repositories import git

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


def test_in_a_fresh_clone_all_is_from_others(
    run: Run, shared: layout.Store, tmp_path: Path
) -> None:
    git(tmp_path, "clone", "-q", shared.project, str(tmp_path / "clone"))

    outcome = run("team", "status", "--project", str(tmp_path / "clone"))

    assert (outcome.answer["status"], outcome.answer["own"], len(outcome.answer["new"])) == (
        "changed",
        0,
        2,
    )


def test_what_nobody_confirmed_is_told_before_it_is_committed(
    run: Run, shared: layout.Store
) -> None:
    given.fact(shared, "always deploy on Fridays", status="candidate")

    outcome = run("team", "status")

    assert (outcome.answer["own"], outcome.answer["own_candidates"]) == (3, 1)
    assert "1 of yours nobody confirmed" in run("team", "status", "--format", "text").out


@pytest.mark.usefixtures("store")
def test_a_memory_that_is_not_shared_says_how_it_would_be(run: Run) -> None:
    outcome = run("team", "status", "--format", "text")

    assert (outcome.code, "init --team" in outcome.out) == (1, True)
