"""What hosts remember by themselves: searched, of this project alone, and never written."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.recall import searching
from tests import given
from tests.end_to_end import shims

if TYPE_CHECKING:
    from memory_store.store import layout

SAID = "The gateway listens on port 8123"

pytestmark = pytest.mark.usefixtures("words_alone")


def host_says(project: str) -> Path:
    """A memory of Claude Code's own, of a project."""
    slug = "".join(one if one.isascii() and one.isalnum() else "-" for one in project)
    path = Path(os.environ["HOME"], ".claude", "projects", slug, "memory", "gateway.md")
    path.parent.mkdir(parents=True)
    path.write_text(f"---\nname: gateway\n---\n\n{SAID}.\n", encoding="utf-8")
    return path


def files_found(store: layout.Store) -> list[str]:
    """The files that a search for the port names."""
    where = given.where(store)
    hits = searching.search(
        where.stores(), "gateway port", config=where.config, method=searching.FTS
    )
    return [one["source"]["file"] for one in hits.results]  # type: ignore[index]


def test_a_search_finds_that_of_the_project_alone_and_leaves_the_file_as_it_is(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    host_says("/home/somebody/elsewhere")
    path = host_says(store.project)
    before = path.read_bytes(), path.stat().st_mtime_ns

    assert files_found(store) == [f"~/{path.relative_to(os.environ['HOME']).as_posix()}"]
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    monkeypatch.setenv("MEMORY_STORE_NATIVE_MEMORY", "false")
    assert files_found(store) == []


def test_a_users_own_instructions_are_found_from_every_project(
    store: layout.Store, user_store: layout.Store
) -> None:
    path = Path(os.environ["HOME"], ".codex", "AGENTS.md")
    path.parent.mkdir()
    path.write_text(f"{SAID}.\n", encoding="utf-8")

    assert user_store.exists()
    assert files_found(store) == ["~/.codex/AGENTS.md"]


def test_a_prompts_recall_leaves_it_to_its_host(store: layout.Store) -> None:
    host_says(store.project)
    assert files_found(store)
    prompt = given.payload(
        "claude/user-prompt-submit",
        store.project,
        "s-1",
        prompt="Which port does the gateway listen on?",
    )
    assert "8123" not in shims.hook("recall_memory", prompt, "claude").out

    given.fact(store, SAID)  # the control
    assert ".memory/facts.jsonl" in files_found(store)
    again = prompt | {"session_id": "s-2"}
    assert "8123" in shims.hook("recall_memory", again, "claude").out
