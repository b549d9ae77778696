"""A project that release 0.1.0 wired and remembered in goes on under this version."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from memory_store.store import layout
from memory_store.trust import approval
from tests import given
from tests.end_to_end import shims

OLD = Path(__file__).parents[1] / "releases" / "0.1.0"
FILES = {
    "cursor-hooks": Path(".cursor", "hooks.json"),
    "claude-settings": Path(".claude", "settings.json"),
}


@pytest.fixture
def upgraded(project: Path) -> layout.Store:
    """The project as 0.1.0 left it, in another place; the memory is this user's."""
    shutil.copytree(OLD / "memory", project / layout.STORE)
    for name, file in FILES.items():
        (project / file.parent).mkdir()
        shutil.copyfile(OLD / f"{name}.json", project / file)
    store = layout.project_store(str(project))
    approval.approve(store)
    return store


def test_what_was_asked_for_stands_and_what_was_guessed_is_a_candidate(
    upgraded: layout.Store,
) -> None:
    tiers = {one["content"]: one.stands for one in given.living(upgraded)}

    assert tiers == {
        "billing uses Postgres 16": True,
        "From now on always run make smoke before a deployment.": True,
        "I prefer tabs in Go files.": False,
        "We moved the gateway to port 8123 because 8080 was taken.": False,
    }
    shown = shims.send("claude/session-start", upgraded.project, "s-9").out
    assert "Postgres 16" in shown
    assert "make smoke" in shown


def test_init_renews_the_wiring_and_uninstall_gives_the_files_back(
    upgraded: layout.Store,
) -> None:
    project = Path(upgraded.project)

    assert shims.memory_store("init", "--project", str(project)).code == 0
    wired = {name: (project / file).read_text("utf-8") for name, file in FILES.items()}
    assert shims.memory_store("uninstall", "--project", str(project)).code == 0

    for name, file in FILES.items():
        assert "/opt/memory-store-0.1.0" in (OLD / f"{name}.json").read_text("utf-8")  # control
        assert "/opt/memory-store-0.1.0" not in wired[name]
        before = (OLD / f"{name}.before.json").read_text("utf-8")
        assert (project / file).read_text("utf-8") == before


def test_a_search_finds_what_it_held(upgraded: layout.Store) -> None:
    ran = shims.memory_store(
        "search",
        "--project",
        upgraded.project,
        "--method",
        "fts",
        "which database does billing use",
    )

    assert "Postgres 16" in ran.out
