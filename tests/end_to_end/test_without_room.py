"""Hooks and scripts as processes on a full disk, and with little memory.

What is stored stays byte for byte, a session is still given its memory, and a save says why not.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import place
from memory_store.store import layout
from tests import faults, given
from tests.end_to_end import shims

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = faults.linux

LITTLE_MEMORY = "ulimit -v 150000"  # KB; a bare interpreter takes 20,000
MUCH = 160 << 20


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory that holds a project and all that is derived from it."""
    found = tmp_path / "room"
    (found / "project").mkdir(parents=True)
    for name in ("CACHE", "STATE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(found / name.lower()))
    ran = shims.script("save_fact", "--project", str(found / "project"), "--content", "port 8080")
    assert ran.code == 0
    return found


def store_in(room: Path) -> layout.Store:
    return layout.project_store(str(room / "project"))


def on_a_disk(room: Path, size: str) -> Callable[[], None]:
    """The same on a disk of its own, of this size."""

    def prepare() -> None:
        beside = room.with_name("copy")
        shutil.copytree(room, beside)
        faults.small_disk(room, size)()
        shutil.copytree(beside, room, dirs_exist_ok=True)

    return prepare


def contents(store: layout.Store) -> dict[str, str]:
    paths = [path for path in sorted(Path(store.path).rglob("*")) if path.is_file()]
    return {path.name: path.read_bytes().hex() for path in paths}


def hooked(store: layout.Store) -> dict[str, Any]:
    return {
        name: shims.hook(name, given.payload(shims.CURSOR[name], store.project)).answer
        for name in shims.HOOKS
    }


def saved(store: layout.Store, content: str) -> shims.Ran:
    return shims.script("save_fact", "--project", store.project, "--content", content)


def searched(store: layout.Store) -> dict[str, Any]:
    ran = shims.script("search_memory", "--project", store.project, "port", "--format", "json")
    assert ran.err == ""
    record: dict[str, Any] = json.loads(ran.out)
    return record


@pytest.mark.long
def test_a_session_on_a_full_disk_is_given_its_memory_and_nothing_stored_is_damaged(
    room: Path,
) -> None:
    store = store_in(room)

    def run() -> list[Any]:
        faults.fill(room)
        before = contents(store)
        answers = hooked(store)
        ran = saved(store, "满" * 1_900)  # more than a page
        found = searched(store)["results"]
        after = contents(store)
        same = all(after[name].startswith(old) for name, old in before.items())
        whole = all(raw[-2:] in ("", "0a") for name, raw in after.items() if ".jsonl" in name)
        (room / "fill").unlink()
        return [
            answers,
            [ran.code, ran.out, ran.err],
            found,
            same,
            whole,
            saved(store, "later").code,
        ]

    found = faults.in_child(run, on_a_disk(room, "2m"))

    assert isinstance(found, list), found
    answers, save, results, same, whole, later = found
    assert "port 8080" in answers["load_memory"]["additional_context"]
    assert (save[0], save[1]) == (3, "")
    assert "No space left on device" in save[2]
    assert "port 8080" in [one["text"] for one in results]
    assert (same, whole) == (True, True)
    assert later == 0


@pytest.mark.long
def test_an_index_that_finds_no_room_to_be_built_again_leaves_the_search_answering(
    room: Path,
) -> None:
    store = store_in(room)
    for number in range(300):
        given.fact(store, f"port {number} is taken by service {number} " + "x" * 300)
    assert searched(store)["results"]
    cache = Path(layout.cache_directory(store))

    def run() -> list[Any]:
        faults.fill(room)
        os.truncate(cache / "index.sqlite", 10_000)
        short = searched(store)
        (room / "fill").unlink()
        whole = searched(store)
        left = [path.name for path in cache.iterdir() if ".tmp" in path.name]
        return [short, whole, left]

    found = faults.in_child(run, on_a_disk(room, "4m"))

    assert isinstance(found, list), found
    short, whole, left = found
    assert short["results"]
    assert whole["results"]
    assert len(short["degraded"]) > len(whole["degraded"])
    assert left == []


@pytest.mark.long
def test_little_memory_beside_huge_files_is_no_fault(store: layout.Store) -> None:
    given.fact(store, "the port is 8080")
    given.event(store, "prompt", text="what was asked before")
    for name in (layout.FACTS, layout.SESSIONS, next(iter(given_days(store)))):
        path = Path(store.path, name)
        old = path.read_bytes() if path.exists() else b""
        with path.open("ab") as file:
            file.truncate(MUCH)  # a hole, which reads as NULs
            file.seek(MUCH)
            file.write(b"\n" + old)

    for name in shims.HOOKS:
        words = shims.within(LITTLE_MEMORY, shims.command(name))
        answer = shims.feed(words, shims.raw(name, store.project)).answer
        assert name != "load_memory" or "8080" in answer["additional_context"]
    ran = saved(store, "one more")

    assert ran.code == 0
    assert given.living(store)[0]["content"] == "one more"


def given_days(store: layout.Store) -> list[str]:
    return [f"{layout.DAILY}/{path.name}" for path in Path(store.path, layout.DAILY).iterdir()]


@pytest.mark.parametrize("limit", [LITTLE_MEMORY, "ulimit -v 60000", "ulimit -v 35000"])
def test_a_save_that_finds_no_memory_tells_saved_only_what_is_stored(
    store: layout.Store, limit: str
) -> None:
    command = shims.within(limit, [sys.executable, "-I", place.script("save_fact")])
    words = ["--project", store.project, "--content", "the port is 8080", "--format", "json"]

    ran = shims.feed([*command, *words], b"")

    stored = [one["content"] for one in given.living(store)]
    if ran.code == 0:
        assert json.loads(ran.out)["status"] == "saved"
        assert stored == ["the port is 8080"]
    else:
        assert ran.out == ""
