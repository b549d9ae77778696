"""`memory-store watch`: a real process follows real files, one for each memory, until Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import memory_store
from memory_store import place
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.commands.conftest import Run

    Watch = Callable[[layout.Store], subprocess.Popen[str]]

ROOT = Path(memory_store.__file__).parents[1]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Ctrl-C goes to a console there")


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Starts `memory-store watch`; what still runs at the end is killed."""
    children: list[subprocess.Popen[str]] = []

    def start(store: layout.Store) -> subprocess.Popen[str]:
        child = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "memory_store",
                "watch",
                "--format",
                "json",
                "--project",
                store.project,
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=os.environ | {"MEMORY_STORE_WATCH_DEBOUNCE_MS": "50"},
        )
        children.append(child)
        return child

    yield start
    for child in children:
        child.kill()
        child.communicate()


def next_line(child: subprocess.Popen[str]) -> str:
    """The next line that it says, without its time."""
    assert child.stderr is not None
    return child.stderr.readline().partition(" ")[2].strip()


def counts(line: str) -> tuple[int, int]:
    """How many pieces are new and gone, as a line tells."""
    found = re.search(r"(\d+) pieces new, (\d+) gone", line)
    assert found is not None, line
    return int(found[1]), int(found[2])


@pytest.mark.long
def test_writes_changes_renames_and_deletions_are_followed_and_an_interrupt_ends_it(
    store: layout.Store, watch: Watch
) -> None:
    notes = Path(store.path, "notes")
    notes.mkdir()
    given.fact(store, "the gateway")
    child = watch(store)
    assert counts(next_line(child)) == (1, 0)

    (notes / "a.md").write_text("one", "utf-8")
    assert counts(next_line(child)) == (1, 0)
    (notes / "a.md").rename(notes / "b.md")
    assert counts(next_line(child)) == (1, 1)
    (notes / "b.md").unlink()
    assert counts(next_line(child)) == (0, 1)

    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=30)
    assert (child.returncode, err) == (0, "")
    assert json.loads(out) == {"rounds": 4}


@pytest.mark.long
def test_a_memory_that_is_deleted_and_made_again_is_followed_once_it_is_trusted(
    run: Run, store: layout.Store, watch: Watch
) -> None:
    given.fact(store, "the gateway")
    child = watch(store)
    assert counts(next_line(child)) == (1, 0)

    shutil.rmtree(store.path)
    run("save-fact", "--content", "made again")

    assert counts(next_line(child)) == (1, 0)  # a memory in the place of another inherits no index


@pytest.mark.long
def test_files_that_the_settings_name_later_are_followed_too(
    store: layout.Store, watch: Watch
) -> None:
    docs = Path(store.project, "docs")
    docs.mkdir()
    (docs / "a.md").write_text("one", "utf-8")
    child = watch(store)
    assert counts(next_line(child)) == (0, 0)

    Path(store.path, layout.SETTINGS).write_text('{"extra_paths": "docs"}', "utf-8")
    assert counts(next_line(child)) == (1, 0)
    (docs / "a.md").write_text("another", "utf-8")
    assert counts(next_line(child)) == (1, 1)


@pytest.mark.long
def test_one_watches_a_memory_at_a_time(store: layout.Store, watch: Watch) -> None:
    first = watch(store)
    next_line(first)

    second = watch(store)
    _, err = second.communicate(timeout=30)

    assert second.returncode == 3
    assert f"error: another process watches {store.path}" in err
    first.send_signal(signal.SIGINT)
    first.communicate(timeout=30)
    assert counts(next_line(watch(store))) == (0, 0)


def test_without_watchfiles_it_says_how_to_get_it(
    run: Run, store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert store.exists()
    monkeypatch.setitem(sys.modules, "watchfiles", None)

    outcome = run("watch")

    assert outcome.code == 3
    assert f"{place.quote(sys.executable)} -m pip install 'memory-store[watch]'" in outcome.err


def test_where_there_is_no_memory_there_is_nothing_to_watch(run: Run, project: Path) -> None:
    assert run("watch").code == 2
    assert list(project.iterdir()) == []
