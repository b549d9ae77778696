"""The run behind a hook: free of the host that started it, once, and gone by itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

import memory_store
from memory_store import background
from memory_store.journal import checkpoints
from memory_store.store import layout, lock
from tests import faults, given
from tests.end_to_end import shims

ROOT = Path(memory_store.__file__).parents[1]
START = (
    f"import os, sys; sys.path.append({str(ROOT)!r}); from memory_store import background; "
    "kept = open(sys.argv[1] + '/held', 'w'); os.set_inheritable(kept.fileno(), True);"
    " background.sync(sys.argv[1])"
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="asks for POSIX sessions")


def start(project: str) -> subprocess.CompletedProcess[bytes]:
    """Start a run from a process that ends at once, as a hook does."""
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", START, project],
        input=b"",
        capture_output=True,
        env=shims.environment(),
        timeout=60,
        check=True,
        umask=0o022,  # which most have
    )


def runs(project: str) -> list[faults.Working]:
    """The runs that are under way for a project."""
    return [one for one in faults.working_for(project) if "sync" in one.words]


@pytest.fixture
def busy(store: layout.Store) -> layout.Store:
    """A store with something to learn."""
    given.event(store, "prompt", "s-1", ago=3_600, text="Remember that we deploy with Argo CD")
    return store


@pytest.mark.long
def test_it_brings_the_memory_up_to_date_ends_and_leaves_files_of_this_user_alone(
    busy: layout.Store, machine: Path
) -> None:
    start(busy.project)

    faults.wait_for(lambda: given.living(busy), "the run keeps a fact")
    faults.wait_for(lambda: given.lines(busy, layout.SESSIONS), "the run sums the session up")
    faults.wait_for(lambda: not runs(busy.project), "the run ends")
    written = [one for root in (machine, Path(busy.path)) for one in root.rglob("*")]
    modes = {one.name: one.stat().st_mode & 0o777 for one in written if one.is_file()}
    assert {"background", "index.sqlite", layout.FACTS} <= modes.keys()
    assert set(modes.values()) == {0o600}, modes


@pytest.mark.long
def test_it_shares_nothing_with_the_host_that_started_it(busy: layout.Store) -> None:
    with lock.Held(busy.path):  # so that it waits, and can be looked at
        done = start(busy.project)  # its standard output and error end without the run
        faults.wait_for(lambda: runs(busy.project), "a run begins")
        (run,) = runs(busy.project)

        assert (done.stdout, done.stderr) == (b"", b"")
        assert os.getsid(run.pid) == run.pid
        assert os.getpgid(run.pid) != os.getpgid(0)
        streams = [os.readlink(f"/proc/{run.pid}/fd/{one}") for one in (0, 1, 2)]
        assert streams == [os.devnull] * 3
        opened = {
            os.readlink(one) for one in Path(f"/proc/{run.pid}/fd").iterdir() if one.exists()
        }
        assert f"{busy.project}/held" not in opened

    faults.wait_for(lambda: not runs(busy.project), "the run ends")


@pytest.mark.long
def test_it_gives_way_to_all_other_work(busy: layout.Store) -> None:
    with lock.Held(busy.path):
        start(busy.project)
        faults.wait_for(lambda: runs(busy.project), "a run begins")
        (run,) = runs(busy.project)

        ours = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, run.pid) == min(19, ours + 10)
        group = Path(f"/proc/{run.pid}/autogroup")
        assert not group.exists() or group.read_text().endswith(" nice 10\n")

    faults.wait_for(lambda: not runs(busy.project), "the run ends")


@pytest.mark.long
def test_a_run_that_hangs_before_its_first_line_is_ended(
    busy: layout.Store, tmp_path: Path
) -> None:
    """The control is the program's own wait, which lasts longer than this test may."""
    pid = tmp_path / "pid"
    hung = tmp_path / "hung"
    hung.write_text(f"#!/bin/sh\necho $$ > {pid}\nexec sleep 600\n")
    hung.chmod(0o700)
    shortly = START.replace(
        "background.sync(sys.argv[1])",
        "sys.executable = sys.argv[2]; background.sync(sys.argv[1], 0.6)",
    )

    subprocess.run(
        [sys.executable, "-c", shortly, busy.project, hung], env=shims.environment(), check=True
    )

    faults.wait_for(lambda: pid.exists() and pid.read_text().strip(), "the program begins")
    faults.wait_for(lambda: not psutil.pid_exists(int(pid.read_text())), "it is ended")


@pytest.mark.long
def test_a_program_ends_itself_where_no_kernel_does() -> None:
    program = background._ends_by_timer(0.1) + "import time; time.sleep(600)"

    done = subprocess.run([sys.executable, "-I", "-c", program], timeout=60, check=False)

    assert done.returncode == 1


@pytest.mark.long
def test_it_survives_the_end_of_its_hosts_process_group(busy: layout.Store) -> None:
    with lock.Held(busy.path):
        with subprocess.Popen(
            [
                sys.executable,
                "-I",
                "-S",
                "-c",
                f"{START}; import time; time.sleep(600)",
                busy.project,
            ],
            env=shims.environment(),
            start_new_session=True,
        ) as host:
            faults.wait_for(lambda: runs(busy.project), "a run begins")
            os.killpg(host.pid, signal.SIGKILL)
        assert runs(busy.project)

    faults.wait_for(lambda: given.living(busy), "the run keeps a fact")
    faults.wait_for(lambda: not runs(busy.project), "the run ends")


@pytest.mark.long
def test_many_hooks_at_once_start_few_runs(busy: layout.Store) -> None:
    with lock.Held(busy.path):
        for _ in range(5):
            start(busy.project)
        assert len(runs(busy.project)) == 1

    faults.wait_for(lambda: not runs(busy.project), "the run ends")


@pytest.mark.long
def test_a_run_that_was_started_long_ago_is_no_reason_to_wait(busy: layout.Store) -> None:
    start(busy.project)
    faults.wait_for(lambda: not runs(busy.project), "the run ends")
    for path in Path(layout.cache_directory(busy)).glob("background*"):
        os.utime(path, (1, 1))
    given.event(busy, "prompt", "s-2", ago=0, text="Remember that the port is 8080")

    start(busy.project)

    faults.wait_for(lambda: len(given.living(busy)) == 2, "the second run keeps a fact")
    faults.wait_for(lambda: not runs(busy.project), "the run ends")


def test_a_start_with_nothing_left_to_do_starts_nothing(store: layout.Store) -> None:
    given.event(store, "session_start", "ended", ago=3600)
    given.event(store, "session_end", "ended", ago=3500)
    days = Path(store.path, layout.DAILY).iterdir()
    checkpoints.update(store, {f"{layout.DAILY}/{day.name}": day.stat().st_size for day in days})

    shims.send("cursor/session-start", store.project)

    assert runs(store.project) == []
    assert not Path(layout.cache_directory(store), "index.sqlite").exists()
