"""Adding, listing and removing other places of a memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.remotes import machines

if TYPE_CHECKING:
    from pathlib import Path

    from tests.commands.conftest import Run

pytestmark = pytest.mark.usefixtures("store")


@pytest.mark.long
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
    shown = run("sync", "--format", "text").out
    monkeypatch.chdir(other)
    run("save-fact", "--content", "deploys go out on Tuesdays")
    run("remote", "add", "disk", str(bare), "--memory", "api")
    run("sync")
    monkeypatch.chdir(project)
    (away, met) = run("sync").answer["remotes"]

    assert [one["went"] for one in sent] == [0, 1]
    assert "remote gone, not met: " in shown
    assert "remote disk: nothing came, nothing went" in shown
    assert away["fault"]
    assert met == {
        "name": "disk", "came": 1, "brought": {"facts": 1}, "went": 0, "kept_back": [],
        "note": "", "fault": "",
    }  # fmt: skip
    assert run("search", "Tuesdays").code == 0


@pytest.mark.long
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


def test_a_remote_makes_the_memory_that_it_fills(run: Run, tmp_path: Path) -> None:
    """A second machine has none yet, and sync meets the remotes of memories alone."""
    bare = machines.bare(tmp_path / "remote.git")

    run("remote", "add", "home", str(bare), "--scope", "user")

    assert [one["fault"] for one in run("sync").answer["remotes"]] == [""]
    assert [one["name"] for one in run("remote", "list").answer["remotes"]] == ["home"]


@pytest.mark.long
def test_why_a_server_was_not_met_is_kept_in_the_readers_language(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("remote", "add", "team", "postgresql://ana@127.0.0.1:1/none", "--memory", "api")
    run("sync")

    told = [run(one, "--format", "text").out for one in ("status", "doctor")]
    monkeypatch.setenv("MEMORY_STORE_LANGUAGE", "zh")
    in_chinese = [run(one, "--format", "text").out for one in ("status", "doctor")]

    assert all("nothing answers there" in one for one in told)
    assert all("没有服务在监听" in one and "answers" not in one for one in in_chinese)
    assert "psql" in told[1]
    assert "git ls-remote" not in told[1]
