"""The commands about the whole: status, sync and demo."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.index import bookmarks
from memory_store.store import layout
from tests import faults, given, web_server

if TYPE_CHECKING:
    from tests.commands.conftest import Run


def test_the_counts_of_an_index_that_lags_the_files_are_told_as_such(
    run: Run, store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bookmarks, "_RACY_NS", 0)
    fact = given.fact(store, "We deploy with Argo CD")
    run("sync")
    before = run("status", "--format", "text").out
    given.retraction(store, fact)

    assert "1 fact; 0 journal days" in before
    assert "1 fact, as last indexed; 0 journal days" in run("status", "--format", "text").out


def test_a_file_that_nothing_can_be_read_from_is_told_by_status_sync_and_search(
    run: Run, store: layout.Store
) -> None:
    given.event(store, "prompt", text="a question")
    Path(store.path, layout.FACTS).mkdir()

    shown = [
        run("status", "--format", "text").out,
        run("sync", "--format", "text").out,
        run("search", "deploy", "--method", "fts", "--format", "text").out,
    ]

    assert ["facts.jsonl (not a plain private file" in one for one in shown] == [False, True, True]
    assert all(f"mv {store.path}/facts.jsonl" in one.replace("'", "") for one in shown)


@faults.linux
def test_a_store_on_a_disk_that_is_read_only_is_a_problem(run: Run, store: layout.Store) -> None:
    def problems() -> object:
        return run("status").answer["stores"][0]["problems"]

    assert faults.in_child(problems) == []
    found = faults.in_child(problems, faults.read_only(store.path))
    assert f"the disk of {store.path} is read-only, so nothing is kept." in str(found)


@pytest.mark.long
def test_the_demonstration_shows_the_main_job_and_leaves_nothing_behind(
    tmp_path: Path, machine: Path
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    home = given.tree(machine / "home")

    done = subprocess.run(
        [sys.executable, "-m", "memory_store", "demo", "--format", "json"],
        capture_output=True,
        env={**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": os.getcwd()},
        cwd=Path(__file__).parents[2],
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, b"")
    told = "\n".join(json.loads(done.stdout)["steps"])
    assert "Argo CD" in told
    assert "memory-store search" in told
    assert "## Last session" in told  # the briefing speaks as the person does
    assert list(temporary.iterdir()) == []
    assert given.tree(machine / "home") == home


def test_status_tells_who_judges_how_often_and_what_went_wrong(
    run: Run, store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    assert run("status").answer["judge"]["provider"] == "none"
    assert "judge     none" in run("status", "--format", "text").out
    with web_server.serve(web_server.Answer(status=401)) as server:
        for name, value in {"provider": "openai", "url": server.url, "model": "m-1"}.items():
            monkeypatch.setenv(f"MEMORY_STORE_JUDGE_{name.upper()}", value)
        monkeypatch.setenv("MEMORY_STORE_JUDGE_KEY", "k")
        given.event(store, "prompt", ago=60, text="The feed of Harbour comes as ISO-8859-1.")
        given.event(store, "session_end", ago=1, reason="exit")

        assert run("sync").code == 0

    shown = run("status").answer["judge"]
    assert shown["failure"].endswith("answered 401 Unauthorized")
    assert (shown["provider"], shown["requests_today"], shown["per_day"]) == ("openai", 1, 60)
    text = run("status", "--format", "text").out
    assert "judge     openai m-1: 1 of 60 requests today" in text
    assert "answered 401 Unauthorized" in text


def test_of_very_many_files_that_are_left_out_status_tells_the_first(
    run: Run, store: layout.Store
) -> None:
    docs = Path(store.project, "docs")
    docs.mkdir()
    for number in range(12):
        (docs / f"{number}.md").write_bytes(b"\0")
    named = "\n".join(["docs", *(f"none{number}" for number in range(13))])
    Path(store.path, layout.SETTINGS).write_text(json.dumps({"extra_paths": named}), "utf-8")

    _, *problems = run("status").answer["stores"][0]["problems"]  # others may read our settings

    assert len(problems) == 21
    assert problems[-1] == "and 5 more are left out"
    degraded = run("search", "none", "--method", "fts").answer["degraded"]
    assert degraded.count("it is no text") == 10
    assert degraded.endswith(", 2 more")
