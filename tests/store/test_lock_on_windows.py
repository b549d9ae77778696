"""The lock as Windows takes it: `msvcrt.locking`, one byte far behind what anybody reads.

`msvcrt` itself is only there; here byte locks of the kernel stand in for it, so that our own
branch runs. What they can't show, a run on Windows must.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import memory_store
from tests import faults

ROOT = Path(memory_store.__file__).parents[1]
WRITERS, TIMES = 4, 25
PROGRAM = """
import errno, fcntl, os, sys, types
sys.path.insert(0, {root!r})
from memory_store import errors
from memory_store.store import lock

def locking(descriptor, mode, count):
    assert mode == 2 and count == 1, "LK_NBLCK of one byte"
    assert os.lseek(descriptor, 0, os.SEEK_CUR) == 1 << 30
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 0, os.SEEK_CUR)
    except OSError as error:
        raise PermissionError(errno.EACCES, "Permission denied") from error

sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_NBLCK=2)
sys.platform = "win32"
store, counter = sys.argv[1], os.path.join(sys.argv[1], "counter")
{body}
"""
COUNT = """
for _ in range({times}):
    with lock.Held(store):
        found = int(open(counter).read())
        open(counter, "w").write(str(found + 1))
"""
UNLOCKED = """
import time
for _ in range({times}):
    found = int(open(counter).read()[:6] or 0)
    time.sleep(0.001)
    open(counter, "w").write(str(found + 1))
"""
REFUSED = """
with lock.Held(store):
    print("held", flush=True)
    sys.stdin.readline()
"""
TRY = """
try:
    with lock.Held(store, 0.2):
        print("taken")
except errors.StoreError as error:
    print("refused")
"""


def words(body: str, store: Path) -> list[str]:
    program = PROGRAM.format(root=str(ROOT), body=body.format(times=TIMES))
    return [sys.executable, "-c", program, str(store)]


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    (tmp_path / ".lock").write_text("a word that ties the store to its user\n")
    (tmp_path / "counter").write_text("0")
    return tmp_path


def counted(body: str, directory: Path) -> int:
    children = [subprocess.Popen(words(body, directory)) for _ in range(WRITERS)]
    assert [child.wait() for child in children] == [0] * WRITERS
    return int((directory / "counter").read_text())


@faults.posix
def test_writers_wait_for_each_other(directory: Path) -> None:
    assert counted(COUNT, directory) == WRITERS * TIMES
    assert (directory / ".lock").read_text().startswith("a word")


@faults.posix
def test_writers_without_the_lock_lose_or_mix_what_others_counted(directory: Path) -> None:
    """The control."""
    assert counted(UNLOCKED, directory) != WRITERS * TIMES


@faults.posix
def test_who_waits_too_long_is_told_and_goes_on_once_it_is_given_back(directory: Path) -> None:
    def tried() -> str:
        done = subprocess.run(words(TRY, directory), capture_output=True, check=True)
        return done.stdout.decode().strip()

    with subprocess.Popen(
        words(REFUSED, directory), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        assert tried() == "refused"
        holder.communicate(json.dumps("go").encode() + b"\n")
    assert tried() == "taken"
