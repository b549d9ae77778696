"""`memory-store import`: what was remembered elsewhere, once, dated as it was, and no flood."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import memory_store
from memory_store import background
from memory_store.handlers import load_memory, recall_memory
from memory_store.index import questions
from memory_store.store import layout, lock
from tests import given, transcripts

if TYPE_CHECKING:
    from tests.commands.conftest import Run

PORT = "Remember that the gateway listens on port 8080."
DAY = 86_400
ROOT = Path(memory_store.__file__).parents[1]


def claude(project: Path, name: str, *turns: str, days: float = 30) -> Path:
    """A transcript of this project, so many days old."""
    made = transcripts.Claude(name, ago=days * DAY, project=project)
    for at, text in enumerate(turns):
        made.say(text) if at % 2 else made.ask(text)
    for line in made.lines:
        line["cwd"] = str(project)
    return made.write()


def projects() -> str:
    return os.path.join(os.environ["HOME"], ".claude", "projects")


def counts(answer: given.Record) -> dict[str, int]:
    return {name: count for name, count in answer.items() if isinstance(count, int) and count}


def test_import_ends_with_the_words_and_leaves_vectors_to_the_background(
    run: Run,
    project: Path,
    store: layout.Store,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "use-multilingual")
    started: list[str] = []
    monkeypatch.setattr(background, "sync", lambda path, *_: started.append(path))
    claude(project, "s-1", PORT, "Noted.")

    answer = run("import", "--from", "claude", projects()).answer

    assert answer["vectors_waiting"] >= 2
    assert questions.state(store)["vectors"] == 0
    assert started == [store.project]
    outcome = run("search", "gateway port", "--method", "fts")
    assert outcome.answer["results"]


@pytest.mark.long
def test_what_was_imported_is_as_old_as_it_is_and_no_news(
    run: Run, project: Path, store: layout.Store, machine: Path
) -> None:
    given.fact(store, "the staging database is read-only", days=1)
    given.summary(store, "the last session here", session="before")
    start = given.told("claude/session-start", store, "open")
    load_memory.handle(start, given.where(store))
    for number in range(40):
        turns = [f"Remember that service {number} listens on port {number + 4000}.", "ok"] * 3
        claude(project, f"s-{number}", *turns, days=60 + number)

    assert counts(run("import", "--from", "claude", projects()).answer)["facts"] == 40

    for name in ("with the cache", "without"):
        event = given.told("claude/session-start", store, name)
        context = load_memory.handle(event, given.where(store)).context
        assert "the staging database is read-only" in context
        assert "the last session here" in context
        assert "listens on port" not in context
        for path in sorted((machine / "cache").rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
    prompt = given.told("claude/user-prompt-submit", store, "open", prompt="write a poem")
    assert recall_memory.handle(prompt, given.where(store)).context == ""


@pytest.mark.parametrize("kills", [3, pytest.param(60, marks=pytest.mark.torture)])
def test_killed_at_any_moment_it_goes_on_and_adds_nothing_twice(
    project: Path, store: layout.Store, kills: int
) -> None:
    for number in range(60):
        claude(project, f"s-{number}", PORT.replace("8080", str(number)), "ok", days=60)
    words = [sys.executable, "-m", "memory_store", "import", "--from", "claude", projects()]
    words += ["--project", str(project), "--format", "json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "MEMORY_STORE_EMBEDDER": "none"}
    path = Path(store.path, layout.FACTS)
    path.touch()
    killed = 0
    for _ in range(kills):
        taken = random.randint(0, 40)
        with subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL) as child:
            while child.poll() is None and path.read_bytes().count(b"\n") < taken:
                time.sleep(0.001)
            child.send_signal(signal.SIGKILL)
        killed += child.returncode == -signal.SIGKILL

    done = subprocess.run(words, env=environment, capture_output=True, check=True)

    assert killed
    assert json.loads(done.stdout)["faults"] == []
    held = [one["content"] for one in given.lines(store, layout.FACTS) if "op" not in one]
    assert sorted(held) == sorted(
        {f"Remember that the gateway listens on port {one}." for one in range(60)}
    )
    turns = [one["id"] for one in given.journal(store, "prompt", "response")]
    assert len(turns) == len(set(turns)) == 120
    assert len({one["session_id"] for one in given.lines(store, layout.SESSIONS)}) == 60


def test_two_at_once_are_refused(run: Run, project: Path, store: layout.Store) -> None:
    claude(project, "s-1", PORT, "ok")
    cache = layout.cache_directory(store)
    os.makedirs(cache, exist_ok=True)

    with lock.Held(cache, 1.0, "import.lock"):
        refused = run("import", "--from", "claude", projects())

    assert refused.code == 3
    assert given.living(store) == []


def test_where_nothing_at_all_can_be_read_the_exit_code_says_so(
    run: Run, project: Path, store: layout.Store
) -> None:
    path = claude(project, "s-1", PORT, "ok")
    path.write_bytes(b"\0\1\2")
    before = given.tree(store.path)

    outcome = run("import", "--from", "claude", str(path))

    assert (outcome.code, outcome.answer["status"]) == (3, "failed")
    assert len(outcome.answer["faults"]) == 1
    assert given.tree(store.path) == before
