"""docs/reliability.md 1: a fact whose save printed ok survives a power cut.

The store lies on an ext4 of its own in a loop-mounted file. The writer is stopped, the file copied
without a sync, and the copy mounted: it holds what the disk had been given by then, and no more.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.journal import append, read, sessions, stored
from memory_store.store import files, layout
from tests import faults

if TYPE_CHECKING:
    from collections.abc import Callable

    Write = Callable[..., None]

pytestmark = [faults.linux, pytest.mark.timeout(1_800)]

LINES = 400  # of MEMORY.md, all alike, so that a mixed one shows
ONE_DAY = 7  # records a file, so that new names in the directory are put to the test as well


def _day(number: int) -> str:
    return f"{layout.DAILY}/{2000 + number // ONE_DAY:04d}-01-01.jsonl"


def _record(number: int) -> stored.Entry:
    return stored.Entry(id=f"e_{number}", text="y" * (50 + number * 997 % 3_000))


def _captured(store: layout.Store, number: int, *, durable: bool) -> None:
    """What a prompt's hook does: note, answer, and then see that it lasts."""
    sessions.note(store, f"session {number // ONE_DAY}", lambda _: [_record(number)])
    if durable:
        sessions.settle(store)


def _appended(store: layout.Store, number: int, *, durable: bool) -> None:
    append.append(store, _day(number), [_record(number)], durable=durable)


def _write_on(
    store: layout.Store, tell: Callable[[str], object], write: Write, *, durable: bool
) -> None:
    for number in range(50_000):
        write(store, number, durable=durable)
        tell(f"fact {number}")
        if write is _appended and number % 5 == 0:
            content = f"{number}\n".encode() * LINES
            if durable:
                files.replace(store.path, layout.CORE, content)
            else:
                Path(store.path, layout.CORE).write_bytes(content)
            tell(f"core {number}")


def _stopped_writer(
    store: layout.Store, seconds: float, write: Write, *, durable: bool
) -> tuple[int, str]:
    """A writer that was stopped in the middle, and what it acknowledged until then."""
    child, told = faults.telling(lambda tell: _write_on(store, tell, write, durable=durable))
    heard = os.read(told, 65_536)  # however long the first record takes here
    time.sleep(seconds)
    os.kill(child, signal.SIGSTOP)
    time.sleep(0.01)
    os.set_blocking(told, False)
    try:
        while piece := os.read(told, 1 << 20):
            heard += piece
    except BlockingIOError:
        pass
    os.close(told)
    return child, heard.decode()


def _looked_through(store: layout.Store, heard: str) -> faults.Counts:
    """What a power cut came to; `core old` and `core mixed` tell of MEMORY.md."""
    acknowledged = [int(line[5:]) for line in heard.split("\n")[:-1] if line.startswith("fact")]
    replaced = [int(line[5:]) for line in heard.split("\n")[:-1] if line.startswith("core")]
    found = {
        one["id"] for name in read.daily_names(store) for one in read.newest_first(store, name)
    }
    try:
        lines = Path(store.path, layout.CORE).read_text(encoding="utf-8").split("\n")[:-1]
    except FileNotFoundError:
        lines = []
    mixed = bool(lines) and (len(lines) != LINES or len(set(lines)) != 1)
    newest = int(lines[0]) if lines and not mixed else -1
    return faults.Counts(
        {
            "images": 1,
            "acknowledged": len(acknowledged),
            "lost": sum(f"e_{number}" not in found for number in acknowledged),
            "core old": bool(replaced) and not mixed and newest < replaced[-1],
            "core mixed": mixed,
        }
    )


def _power_cuts(directory: Path, count: int, write: Write, *, durable: bool) -> faults.Counts:
    """Run in a child that has mounts of its own."""
    disk, copy = directory / "disk.img", directory / "copy.img"
    running, after = directory / "running", directory / "after"
    chance, total = random.Random(3), faults.Counts(images=0)
    while total["images"] < count:
        store = layout.project_store(str(running))
        shutil.rmtree(store.path, ignore_errors=True)
        os.mkdir(store.path)
        os.sync()
        seconds = 0.05 + chance.random() * 0.2
        child, heard = _stopped_writer(store, seconds, write, durable=durable)
        image = disk.read_bytes()
        is_still = image == disk.read_bytes()
        faults.kill(child)
        if not is_still:
            continue
        copy.write_bytes(image)
        faults.mount("-o", "loop", copy, after)
        total.update(_looked_through(layout.project_store(str(after)), heard))
        subprocess.run(["umount", str(after)], check=True)
    subprocess.run(["umount", str(running)], check=True)
    return total


def power_cuts(directory: Path, count: int, write: Write, *, durable: bool) -> faults.Counts:
    def prepare() -> None:
        for name in ("running", "after"):
            (directory / name).mkdir(exist_ok=True)
        disk = directory / "disk.img"
        disk.write_bytes(b"")
        os.truncate(disk, 32 << 20)
        faults.own_mounts()
        subprocess.run(["mkfs.ext4", "-q", "-F", str(disk)], check=True, capture_output=True)
        faults.mount("-o", "loop", disk, directory / "running")

    def run() -> str:
        return json.dumps(_power_cuts(directory, count, write, durable=durable))

    found = faults.in_child(run, prepare)
    for image in directory.glob("*.img"):
        image.unlink()
    assert isinstance(found, str), found
    assert found.startswith("{"), found
    return faults.Counts(json.loads(found))


@pytest.mark.long
@pytest.mark.parametrize("write", [_appended, _captured])
@pytest.mark.parametrize(
    ("cuts", "controls", "least"),
    [(3, 1, 0.0), pytest.param(200, 20, 0.5, marks=pytest.mark.torture)],
)
def test_a_power_cut_loses_no_acknowledged_record_and_no_prompt_whose_hook_has_ended(
    tmp_path: Path, write: Write, cuts: int, controls: int, least: float
) -> None:
    found = power_cuts(tmp_path, cuts, write, durable=True)
    control = power_cuts(tmp_path, controls, write, durable=False)

    sys.stdout.write(f"\nP2, {write.__name__}: {found}; control: {control}\n")
    assert found["acknowledged"] > 0
    assert (found["lost"], found["core old"], found["core mixed"]) == (0, 0, 0)
    assert control["lost"] > control["acknowledged"] * least, "the control must lose most"
