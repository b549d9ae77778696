"""What git and sync services make of a memory's files: merges, conflicts, copies."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_store import config
from memory_store.index import indexer
from memory_store.journal import append, create, facts, read
from memory_store.recall import searching
from memory_store.store import layout
from tests import given
from tests.world import git


@pytest.fixture
def shared(project: Path) -> layout.Store:
    """A memory that a team shares through git, with a fact in it, on two branches."""
    git(project, "init", "-q", "-b", "main")
    store = layout.project_store(str(project))
    create.create(store, team=True)
    given.fact(store, "deploys run at noon")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "one")
    git(project, "branch", "other")
    return store


def committed(store: layout.Store, branch: str, *contents: str) -> None:
    git(Path(store.project), "checkout", "-q", branch)
    for content in contents:
        given.fact(store, content)
    git(Path(store.project), "commit", "-qam", "more")


def held(store: layout.Store) -> list[str]:
    return sorted(str(one["content"]) for one in facts.recent(store))


def found(store: layout.Store, text: str) -> list[str]:
    asked = searching.search([store], text, config=config.resolve(), method="fts")
    return sorted(str(one["text"]) for one in asked.results)


def test_what_two_branches_saved_is_there_after_a_merge(shared: layout.Store) -> None:
    committed(shared, "other", "the kraken sleeps")
    committed(shared, "main", "the kraken wakes")

    told = git(Path(shared.project), "merge", "-q", "other", check=False)

    assert "CONFLICT" not in told
    assert held(shared) == ["deploys run at noon", "the kraken sleeps", "the kraken wakes"]
    assert found(shared, "kraken") == ["the kraken sleeps", "the kraken wakes"]


def test_a_conflicts_marks_are_passed_over_and_counted(shared: layout.Store) -> None:
    """Without the union merge that `init` sets up, as where somebody took it out."""
    attributes = Path(shared.path, ".gitattributes")
    attributes.write_text("facts.jsonl merge=text\n", "utf-8")
    git(Path(shared.project), "add", "-Af")
    git(Path(shared.project), "commit", "-qm", "no union")
    git(Path(shared.project), "branch", "-f", "other")
    committed(shared, "other", "the kraken sleeps")
    committed(shared, "main", "the kraken wakes")

    told = git(Path(shared.project), "merge", "-q", "other", check=False)

    assert "CONFLICT" in told
    assert held(shared) == ["deploys run at noon", "the kraken sleeps", "the kraken wakes"]
    assert found(shared, "kraken") == ["the kraken sleeps", "the kraken wakes"]
    index, report = indexer.bring_up(shared)
    index.close()
    assert report.bad_lines == 3


def test_one_id_twice_is_one_fact_and_the_later_line_holds(store: layout.Store) -> None:
    record = given.fact(store, "deploys run at noon")
    append.append(store, layout.FACTS, [record, {**record, "content": "deploys run at one"}])

    assert held(store) == ["deploys run at one"]
    assert found(store, "deploys") == ["deploys run at one"]


def test_copies_that_a_sync_service_made_are_told_and_not_read(store: layout.Store) -> None:
    given.fact(store, "deploys run at noon")
    line = Path(store.path, layout.FACTS).read_bytes().replace(b"noon", b"night")
    Path(store.path, layout.DAILY).mkdir(exist_ok=True)
    names = [
        "daily/2026-01-01 (conflicted copy).jsonl",
        "facts (Anna's conflicted copy 2026-11-21).jsonl",
        "facts.sync-conflict-20261121-101010-ABC.jsonl",
    ]
    for name in names:
        Path(store.path, name).write_bytes(line)

    assert read.strays(store) == names
    assert held(store) == found(store, "deploys") == ["deploys run at noon"]
    assert all(Path(store.path, name).exists() for name in names)
