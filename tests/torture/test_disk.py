"""docs/promises.md P7: a disk that is full, or fails, damages nothing that is stored.

The failing sync is a real one: an ext4 whose image lies on a disk that has no room for it. For the
other calls each is made to fail once, in turn.
"""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from memory_store import codec, entry, errors
from memory_store.journal import append, read
from memory_store.store import files, layout
from tests import faults, given, world

if TYPE_CHECKING:
    from collections.abc import Callable

    Action = Callable[[layout.Store], object]

pytestmark = faults.linux

CALLS = ("write", "fsync", "fdatasync", "replace", "rename", "mkdir", "ftruncate")
FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _disk_without_ground(directory: Path) -> None:
    """Mount an ext4 at `directory` that says it has room, and has none where its image lies."""
    ground = directory.with_name("ground")
    ground.mkdir(exist_ok=True)
    image = ground / "disk.img"
    faults.small_disk(ground, "1500k")()
    with image.open("wb") as file:
        file.truncate(64 << 20)
    options = ["-b", "4096", "-O", "^has_journal", "-E", "nodiscard"]
    subprocess.run(["mkfs.ext4", "-q", "-F", *options, image], check=True, capture_output=True)
    _mount_by_pages(image, directory)


def _mount_by_pages(image: Path, directory: Path) -> None:
    """Mount `image` so that a page is asked for at a time.

    The loop driver takes a request that was half done for a whole one: a disk that lies.
    """
    faults.mount("-o", "loop", image, directory)
    mounts = Path("/proc/self/mounts").read_text("utf-8").splitlines()
    device = next(Path(one.split()[0]).name for one in mounts if one.split()[1] == str(directory))
    Path(f"/sys/block/{device}/queue/max_sectors_kb").write_text("4")


def _record(number: int) -> dict[str, object]:
    return {"id": f"f_{number}", "content": "y" * 10_000}


def _naive(store: layout.Store, number: int) -> None:
    """A writer that takes a write for a promise."""
    with open(os.path.join(store.path, layout.FACTS), "ab") as file:
        file.write((codec.render(_record(number)) + "\n").encode())


def _ours(store: layout.Store, number: int) -> None:
    append.append(store, layout.FACTS, [_record(number)])


def _after_the_disk_failed(root: Path, write: Callable[[layout.Store, int], None]) -> list[Any]:
    """How many of 300 records were acknowledged, lost once the disk is mounted anew; the fault."""
    disk, image = root / "disk", root / "ground" / "disk.img"
    disk.mkdir()

    def prepare() -> None:
        _disk_without_ground(disk)

    def run() -> list[Any]:
        store = layout.project_store(str(disk))
        os.mkdir(store.path)
        done, told = 0, ""
        try:
            while done < 300:
                write(store, done)
                done += 1
        except errors.StoreError as error:
            told = str(error)
        subprocess.run(["umount", str(disk)], check=True)
        _mount_by_pages(image, disk)
        try:
            kept = {one.get("id") for one in read.newest_first(store, layout.FACTS, 8 << 20)}
        except OSError:
            kept = set()
        return [done, sum(f"f_{number}" not in kept for number in range(done)), told]

    found = faults.in_child(run, prepare)
    assert isinstance(found, list), found
    return found


@pytest.mark.long
def test_a_disk_that_fails_a_sync_is_told_and_what_was_told_as_saved_is_on_it(
    tmp_path: Path,
) -> None:
    (tmp_path / "ours").mkdir()
    (tmp_path / "control").mkdir()

    done, lost, told = _after_the_disk_failed(tmp_path / "ours", _ours)
    _, control_lost, _ = _after_the_disk_failed(tmp_path / "control", _naive)

    assert 0 < done < 300
    assert told.startswith("cannot write ")
    assert lost == 0
    assert control_lost > 0, "the control must lose some"


class Failing:
    """Has the n-th of the calls that change a disk fail, once; counts them."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.seen = 0

    def instead_of(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*arguments: Any, **more: Any) -> Any:
            if arguments and arguments[0] in (1, 2):  # an answer is no file
                return call(*arguments, **more)
            self.seen += 1
            if self.seen == self.at:
                raise FULL
            return call(*arguments, **more)

        return wrapped


def _saved(store: layout.Store) -> str:
    words = ["--project", store.project, "--content", "the new fact", "--format", "json"]
    return str(entry.run_script(["save-fact", *words]))


def _summarised(store: layout.Store) -> str:
    words = ["--project", store.project, "--topic", "t", "--summary", "s", "--format", "json"]
    return str(entry.run_script(["save-summary", *words]))


def _replaced(store: layout.Store) -> str:
    try:
        files.replace(store.path, layout.CORE, b"new\n" * 4_000)
    except OSError:
        return "3"
    return "0"


def _hooked(handler: str, name: str, **told: str) -> Action:
    def run(store: layout.Store) -> str:
        try:
            event = given.told(name, store, os.urandom(4).hex(), **told)  # no repeat of another
            world.done(handler, event, store)
        except Exception as error:  # noqa: BLE001  entry answers {} and logs it
            return type(error).__name__
        return "0"

    return run


ACTIONS: dict[str, Action] = {
    "save_fact": _saved,
    "save_summary": _summarised,
    "a replaced MEMORY.md": _replaced,
    "load_memory": _hooked("load_memory", "cursor/session-start"),
    "recall_memory": _hooked(
        "recall_memory",
        "cursor/before-submit-prompt",
        prompt="Remember: always use uv, never pip.",
    ),
    "capture_response": _hooked("capture_response", "cursor/after-agent-response"),
    "sync_and_cleanup": _hooked("sync_and_cleanup", "cursor/session-end"),
}


class State(NamedTuple):
    """What a store holds: the bytes of its files by name."""

    content: dict[str, bytes]

    def keeps(self, before: State) -> bool:
        """Whether each file begins with what it held, in whole lines; MEMORY.md may be new."""
        return all(
            self.content.get(name, b"") in (old, b"new\n" * 4_000)
            if name == layout.CORE
            else self.content.get(name, b"").startswith(old)
            for name, old in before.content.items()
        )

    def torn(self) -> list[str]:
        return [
            name
            for name, raw in self.content.items()
            if name.endswith(".jsonl") and raw and not raw.endswith(b"\n")
        ]


def _state(store: layout.Store) -> State:
    root = Path(store.path)
    paths = [path for path in sorted(root.rglob("*")) if path.is_file()]
    return State({str(path.relative_to(root)): path.read_bytes() for path in paths})


def _with_a_fault(
    store: layout.Store, action: Action, at: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, bool, Failing]:
    """The action's outcome with its `at`-th call failed, and whether nothing was damaged."""
    before = _state(store)
    failing = Failing(at)
    with monkeypatch.context() as patched:
        for name in CALLS:
            patched.setattr(os, name, failing.instead_of(getattr(os, name)))
        code = str(action(store))
    after = _state(store)
    return code, after.keeps(before) and not after.torn(), failing


def each_call_failed(
    store: layout.Store, action: Action, monkeypatch: pytest.MonkeyPatch
) -> tuple[int, int]:
    """How many calls were failed, one a run, and how often that damaged something."""
    given.fact(store, "what stood there")
    given.event(store, "prompt", text="what was asked before")
    runs = damaged = 0
    while runs < 200:
        code, sound, failing = _with_a_fault(store, action, runs + 1, monkeypatch)
        if failing.seen < failing.at:
            assert code == "0"
            return runs, damaged
        runs += 1
        damaged += not sound
    raise AssertionError("an action of more than 200 calls")


@pytest.mark.parametrize("name", ACTIONS)
def test_each_call_that_changes_the_disk_may_fail_and_damages_nothing(
    store: layout.Store, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "none")
    runs, damaged = each_call_failed(store, ACTIONS[name], monkeypatch)

    sys.stdout.write(f"\nP7, {name}: {runs} calls failed once each, {damaged} times damaged\n")
    assert runs > 0
    assert damaged == 0


def test_the_control_is_damaged_by_a_call_that_fails(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def in_place(store: layout.Store) -> str:
        descriptor = os.open(Path(store.path, layout.FACTS), os.O_WRONLY | os.O_TRUNC)
        try:
            os.write(descriptor, b'{"id":"f_1"}\n')
            os.fsync(descriptor)
        except OSError:
            return "3"
        finally:
            os.close(descriptor)
        return "0"

    assert each_call_failed(store, in_place, monkeypatch)[1] > 0
