"""Adding, listing and removing other places of a memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.remotes import entries
from tests.remotes import machines
from tests.repositories import git

if TYPE_CHECKING:
    from pathlib import Path

    from memory_store.store import layout
    from tests.commands.conftest import Run

pytestmark = pytest.mark.usefixtures("store")


def test_a_remote_that_was_added_is_listed_until_it_is_removed(run: Run) -> None:
    added = run("remote", "add", "home", "host:memory.git", "--memory", "api")
    listed = run("remote", "list")
    removed = run("remote", "remove", "home")

    assert (added.code, listed.code, removed.code) == (0, 0, 0)
    assert [one["name"] for one in listed.answer["remotes"]] == ["home"]
    assert (run("remote", "list").code, run("remote", "remove", "home").code) == (1, 2)


def test_a_project_is_known_there_by_its_origin(run: Run, project: Path) -> None:
    git(project, "init")
    git(project, "remote", "add", "origin", "git@github.com:acme/api.git")

    added = run("remote", "add", "home", "host:memory.git")

    assert added.answer["memory"] == "github.com/acme/api"


def test_a_project_that_came_from_nowhere_must_be_named(run: Run) -> None:
    found = run("remote", "add", "home", "host:memory.git")

    assert found.code == 2
    assert "--memory NAME" in found.err


@pytest.mark.usefixtures("user_store")
def test_the_memory_of_the_user_has_remotes_of_its_own(run: Run) -> None:
    run("remote", "add", "home", "host:memory.git", "--scope", "user")

    listed = run("remote", "list", "--scope", "user").answer["remotes"]

    assert [one["memory"] for one in listed] == ["user"]
    assert run("remote", "list", "--scope", "project").code == 1


def test_sync_meets_the_remotes_and_one_that_is_away_is_told(
    run: Run, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = machines.bare(tmp_path / "remote.git")
    other = tmp_path / "other"
    other.mkdir()
    run("save-fact", "--content", "the API listens on port 8080")
    run("remote", "add", "gone", str(tmp_path / "none.git"), "--memory", "api")
    run("remote", "add", "disk", str(bare), "--memory", "api")

    sent = run("sync").answer["remotes"]
    told = run("sync", "--format", "text").out
    monkeypatch.chdir(other)
    run("save-fact", "--content", "deploys go out on Tuesdays")
    run("remote", "add", "disk", str(bare), "--memory", "api")
    run("sync")
    monkeypatch.chdir(project)
    (away, met) = run("sync").answer["remotes"]

    assert [one["went"] for one in sent] == [0, 1]
    assert "remote gone, not met: " in told
    assert "remote disk: 0 came, 0 went" in told
    assert away["fault"]
    assert met == {"name": "disk", "came": 1, "went": 0, "kept_back": [], "fault": ""}
    assert run("search", "Tuesdays").code == 0


def test_a_remote_that_is_not_met_is_told_by_status_and_doctor(run: Run, tmp_path: Path) -> None:
    url = str(tmp_path / "remote.git")
    run("remote", "add", "disk", url, "--memory", "api")

    new = run("status", "--format", "text").out
    run("sync")
    (away,) = run("status").answer["stores"][0]["remotes"]
    faults = [one for one in run("doctor").answer["checks"] if one["name"] == "remote"]
    machines.bare(tmp_path / "remote.git")
    run("sync")
    (met,) = run("status").answer["stores"][0]["remotes"]

    assert f"remote    disk {url}: not met yet" in new
    assert (away["met"], "is not reached" in away["fault"]) == ("", True)
    assert [(one["ok"], url in one["mend"]) for one in faults] == [(False, True)]
    assert (bool(met["met"]), met["fault"]) == (True, "")


def test_forgetting_says_that_other_machines_are_told_by_the_next_sync(run: Run) -> None:
    run("save-fact", "--content", "the launch is called Zanzibar")
    run("remote", "add", "disk", "host:memory.git", "--memory", "api")

    told = run("forget", "Zanzibar", "--yes", "--format", "text").out

    assert "memory-store sync takes it from disk too" in told


def test_a_memory_that_was_deleted_leaves_no_remote_to_a_new_one_in_its_place(
    run: Run, store: layout.Store
) -> None:
    run("remote", "add", "disk", "host:memory.git", "--memory", "api")

    run("uninstall", "--purge", "--yes")

    assert entries.load(store) == []
