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
    assert "remote disk: 0 came, 0 went" in shown
    assert away["fault"]
    assert met == {"name": "disk", "came": 1, "went": 0, "kept_back": [], "fault": ""}
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
