"""What is written lies where it is said to lie: in the memory and this user's directories."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from memory_store import place
from memory_store.store import layout
from tests import faults
from tests.end_to_end import shims

COMMANDS = [
    ["save-fact", "--content", "the port is 8080"],
    ["save-fact", "--content", "for all", "--scope", "user"],
    ["save-summary", "--topic", "t", "--summary", "s", "--session", "s-1"],
    ["search", "port"],
    ["get", "MEMORY.md"],
    ["status"],
    ["config"],
    ["promote", "--list"],
    ["sync"],
    ["trust", "--yes"],
]


def lines(project: Path) -> list[tuple[list[str], bytes]]:
    """Every hook and command, as a command line and what it is fed."""
    calls = [(shims.command(name), payload(name, project)) for name in shims.HOOKS]
    base = [sys.executable, "-m", "memory_store"]
    return calls + [([*base, *words, "--project", str(project)], b"") for words in COMMANDS]


def payload(name: str, project: Path) -> bytes:
    more = {"cursor_version": "3.10.0"} if name == "load_memory" else {}
    return shims.raw(name, project, **more)


CALL = re.compile(r"^(?:\d+ +)?(\w+)\((.*)\) += (-?\d+)")
DIRECTORY = re.compile(r'(?:AT_FDCWD|\d+)<([^>]*)>, "((?:[^"\\]|\\.)*)"')
NAMED = re.compile(r'"((?:[^"\\]|\\.)*)"')
CALLS = (
    "openat,open,creat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink,symlinkat"
    ",unlink,unlinkat"
)
WRITES = ("O_CREAT", "O_WRONLY", "O_RDWR", "O_TRUNC")


def changed(trace: str, cwd: str) -> set[str]:
    """The paths that a process made, opened to write, renamed or removed, by strace's account."""
    found = set()
    for line in trace.split("\n"):
        call = CALL.match(line)
        if call is None or call[3].startswith("-"):
            continue
        if call[1].startswith("open") and not any(flag in call[2] for flag in WRITES):
            continue
        pairs = DIRECTORY.findall(call[2]) or [(cwd, one) for one in NAMED.findall(call[2])]
        found |= {os.path.normpath(os.path.join(above, name)) for above, name in pairs}
    return {one for one in found if not one.startswith(("/dev/", "/proc/")) or is_in_memory(one)}


def is_in_memory(path: str) -> bool:
    return path.startswith("/dev/shm/")  # where the quick tests work


@pytest.mark.long
@faults.linux
@pytest.mark.skipif(shutil.which("strace") is None, reason="no strace here")
def test_nothing_is_opened_to_write_but_in_the_memory_and_this_users_directories(
    store: layout.Store, machine: Path, tmp_path: Path
) -> None:
    """No fixed name in /tmp, nothing in the working directory, the package or the project."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    environment = shims.environment(TMPDIR=str(elsewhere))
    written: set[str] = set()
    project = Path(store.project)
    for words, raw in lines(project):
        trace = tmp_path / "trace"
        traced = ["strace", "-f", "-y", "-qq", "-s", "4096", "-o", str(trace), "-e", CALLS, *words]
        done = subprocess.run(
            traced, input=raw, capture_output=True, check=False, cwd=elsewhere, env=environment
        )
        if b"ptrace" in done.stderr:
            pytest.skip("this machine lets nobody be traced")
        assert done.returncode in (0, 1)
        written |= changed(trace.read_text("utf-8", errors="replace"), str(elsewhere))

    roots = (
        store.path,
        str(machine),
        str(project / ".cursor" / "rules"),
        str(project / ".cursor"),
    )
    assert any(one.startswith(store.path) for one in written)
    assert {one for one in written if not one.startswith(roots)} == set()
    assert list(elsewhere.iterdir()) == []


@faults.linux
@pytest.mark.skipif(shutil.which("strace") is None, reason="no strace here")
def test_the_trace_sees_who_writes_elsewhere(tmp_path: Path) -> None:
    """The control."""
    trace = tmp_path / "trace"
    script = f"open({str(tmp_path / 'pwned')!r}, 'w'); open('here', 'w'); import os; os.mkdir('d')"
    words = [sys.executable, "-I", "-S", "-c", script]
    subprocess.run(
        ["strace", "-f", "-y", "-qq", "-o", str(trace), "-e", CALLS, *words],
        check=True,
        cwd=tmp_path,
    )

    found = changed(trace.read_text("utf-8"), str(tmp_path))

    assert {str(tmp_path / name) for name in ("pwned", "here", "d")} <= found


@faults.linux
def test_a_directory_of_somebody_elses_in_tmp_is_no_project(
    tmp_path: Path,
) -> None:
    """Anybody may plant `/tmp/.memory`; who works below it must not be given what it holds."""
    if os.geteuid() != 0:
        pytest.skip("only root can give a directory away")
    planted = tmp_path / "shared" / ".memory"
    planted.mkdir(parents=True)
    (planted / layout.CORE).write_text("POISON\n")
    work = tmp_path / "shared" / "work"
    work.mkdir()
    assert place.resolve(str(work)).directory == str(tmp_path / "shared")  # the control: our own
    os.chown(planted, faults.NOBODY, faults.NOBODY)

    where = place.resolve(str(work))

    assert where.directory == str(work)
    assert not where.untrusted
