from __future__ import annotations

import errno
import gc
import os
import signal
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import errors
from memory_store.store import layout, lock, log
from tests import faults

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = faults.posix

ROUNDS, WRITERS = 60, 4


def _hold(root: Path) -> Callable[[Callable[[], None]], None]:
    def hold(ready: Callable[[], None]) -> None:
        with lock.Held(str(root)):
            ready()
            faults.sleep_for_ever()

    return hold


def _counted(root: Path, *, locked: bool) -> int:
    """What several processes that each add one, many times, count up to."""
    counter = root / "counter"
    counter.write_text("0")

    def count() -> None:
        for _ in range(ROUNDS):
            if locked:
                with lock.Held(str(root)):
                    _add_one(counter)
            else:
                _add_one(counter)

    faults.at_once(*[count] * WRITERS)
    return int(counter.read_text())


def _add_one(counter: Path) -> None:
    found = int(counter.read_text() or 0)
    time.sleep(0.0005)
    counter.write_text(str(found + 1))


@pytest.mark.long
def test_one_writer_at_a_time_is_inside(tmp_path: Path) -> None:
    assert _counted(tmp_path, locked=True) == ROUNDS * WRITERS
    assert _counted(tmp_path, locked=False) < ROUNDS * WRITERS, "the control must lose some"


def test_a_stopped_holder_is_waited_for_only_until_the_deadline(tmp_path: Path) -> None:
    holder = faults.started(_hold(tmp_path))
    os.kill(holder, signal.SIGSTOP)
    began = time.monotonic()

    with pytest.raises(errors.StoreError, match=r"locked by another process for more than 0\.3 s"):
        lock.Held(str(tmp_path), 0.3).__enter__()

    assert time.monotonic() - began >= 0.3
    faults.kill(holder)


def test_a_killed_holder_gives_the_lock_back_at_once(tmp_path: Path) -> None:
    holder = faults.started(_hold(tmp_path))
    faults.kill(holder)

    with lock.Held(str(tmp_path), 0.0):
        pass


def test_a_lock_given_up_while_somebody_waits_is_taken(tmp_path: Path) -> None:
    holder = faults.started(_hold(tmp_path))
    os.kill(holder, signal.SIGSTOP)
    threading.Timer(0.2, lambda: os.kill(holder, signal.SIGKILL)).start()

    with lock.Held(str(tmp_path), 10.0):
        os.waitpid(holder, 0)


def test_the_same_process_does_not_get_it_twice_and_does_not_hang(tmp_path: Path) -> None:
    with (
        lock.Held(str(tmp_path)),
        pytest.raises(errors.StoreError, match="locked"),
        lock.Held(str(tmp_path), 0.05),
    ):
        pass

    with lock.Held(str(tmp_path), 0.05):
        pass


def test_a_fault_inside_gives_the_lock_back(tmp_path: Path) -> None:
    with pytest.raises(KeyError), lock.Held(str(tmp_path)):
        raise KeyError

    with lock.Held(str(tmp_path), 0.05):
        pass


@pytest.mark.long
def test_waiting_leaves_no_descriptor_open(tmp_path: Path) -> None:
    gc.collect()  # what earlier tests left behind is closed now, and not in between
    before = len(os.listdir("/dev/fd"))
    with lock.Held(str(tmp_path)):
        for _ in range(5):
            with pytest.raises(errors.StoreError):
                lock.Held(str(tmp_path), 0.0).__enter__()

    assert len(os.listdir("/dev/fd")) == before


def test_the_lock_file_stays_with_what_it_holds_and_is_private(tmp_path: Path) -> None:
    with lock.Held(str(tmp_path)):
        pass
    path = tmp_path / layout.LOCK
    path.write_text("a token")
    with lock.Held(str(tmp_path)):
        pass

    assert path.read_text() == "a token"
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("kind", faults.TRAPS)
def test_a_trap_in_the_place_of_a_stores_lock_is_refused_and_of_any_other_gives_way(
    tmp_path: Path, kind: str
) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    for name in (layout.LOCK, "index.lock"):
        faults.trap(tmp_path / name, kind, victim)

    def take(name: str) -> Callable[[], object]:
        def held() -> object:
            with lock.Held(str(tmp_path), 0.1, name):
                return "held"

        return held

    assert faults.in_child(take("index.lock"), faults.without_rights) == "held"
    refused = str(faults.in_child(take(layout.LOCK), faults.without_rights))
    assert "cannot lock" in refused
    assert os.path.lexists(tmp_path / layout.LOCK)
    assert victim.read_text() == "precious"
    assert "index.lock was no file of ours" in Path(log.path()).read_text()


def test_a_link_to_nothing_makes_nothing_where_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / layout.LOCK).symlink_to(tmp_path / "nothing")

    with pytest.raises(errors.StoreError, match="cannot lock") as told:
        lock.Held(str(tmp_path), 0.1).__enter__()

    assert "has to be a plain file" in told.value.hint
    assert not (tmp_path / "nothing").exists()


def test_a_store_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(errors.StoreError, match=r"cannot lock .*/gone: No such file"):
        lock.Held(str(tmp_path / "gone")).__enter__()


@pytest.mark.long
@faults.linux
def test_a_store_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    root = tmp_path / "store"
    root.mkdir()

    def take() -> str:
        try:
            with lock.Held(str(root), 0.1):
                return "held"
        except errors.StoreError as error:
            return f"{error} / {error.hint}"

    assert faults.in_child(take) == "held"
    told = faults.in_child(take, faults.read_only(root))
    assert told == (
        f"cannot lock {root}: Read-only file system"
        f" / the disk of {root} is read-only: nothing can be written until it is not"
    )
    (root / layout.LOCK).unlink()
    assert "Read-only file system" in str(faults.in_child(take, faults.read_only(root)))
    root.chmod(0o500)
    assert "Permission denied" in str(faults.in_child(take, faults.without_rights))
    root.chmod(0o700)


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS])
def test_a_file_system_without_locks_is_written_all_the_same_and_told_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(*_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("fcntl.flock", refuse)

    with lock.Held(str(tmp_path), 0.0):
        pass

    assert "no locks" in Path(log.path()).read_text(encoding="utf-8")


@pytest.mark.long
def test_who_waited_for_a_lock_that_was_deleted_does_not_share_the_store(tmp_path: Path) -> None:
    """A store removed and made anew while one waits: both would think that they are alone."""
    holder = faults.started(_hold(tmp_path))
    others = [faults.started(_enter_and_stay(tmp_path, "waited"))]
    time.sleep(0.1)
    (tmp_path / layout.LOCK).unlink()
    others.append(faults.started(_enter_and_stay(tmp_path, "newcomer")))
    faults.kill(holder)
    time.sleep(0.3)

    entered = list(tmp_path.glob("entered.*"))

    for child in others:
        faults.kill(child)
    assert len(entered) == 1


def test_a_lock_file_deleted_between_opening_and_locking_is_not_relied_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes next would make a new file, lock that, and think to be alone."""
    take = lock._try
    deleted: list[int] = []

    def delete_then_take(descriptor: int) -> bool:
        if not deleted:
            deleted.append(descriptor)
            (tmp_path / layout.LOCK).unlink()
        return take(descriptor)

    monkeypatch.setattr(lock, "_try", delete_then_take)
    with lock.Held(str(tmp_path)), pytest.raises(errors.StoreError, match="locked"):
        lock.Held(str(tmp_path), 0.0).__enter__()

    assert deleted


def _enter_and_stay(root: Path, name: str) -> Callable[[Callable[[], None]], None]:
    def enter(ready: Callable[[], None]) -> None:
        ready()
        with lock.Held(str(root)):
            (root / f"entered.{name}").touch()
            faults.sleep_for_ever()

    return enter


@pytest.mark.long
def test_who_waits_leaves_the_holder_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asking again and again, a hundred waiters kept their holder from ever ending."""
    asked: list[int] = []
    ask = lock._try

    def counted(descriptor: int) -> bool:
        asked.append(descriptor)
        return ask(descriptor)

    monkeypatch.setattr(lock, "_try", counted)
    holder = faults.started(_hold(tmp_path))

    with pytest.raises(errors.StoreError, match="locked"):
        lock.Held(str(tmp_path), 0.5).__enter__()

    assert len(asked) == 1
    faults.kill(holder)


def test_who_gave_up_waiting_does_not_take_the_lock_later(tmp_path: Path) -> None:
    holder = faults.started(_hold(tmp_path))
    for _ in range(20):
        with pytest.raises(errors.StoreError, match="locked"):
            lock.Held(str(tmp_path), 0.002).__enter__()
    faults.kill(holder)

    with lock.Held(str(tmp_path), 60.0):
        pass


@faults.linux
def test_a_process_that_can_start_no_thread_waits_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    holder = faults.started(_hold(tmp_path))
    threading.Timer(0.2, lambda: os.kill(holder, signal.SIGKILL)).start()
    monkeypatch.setattr("_thread.start_new_thread", refuse)

    with lock.Held(str(tmp_path), 10.0):
        os.waitpid(holder, 0)


def test_a_holder_that_slept_goes_on_alone_when_it_wakes(tmp_path: Path) -> None:
    """A laptop's lid: others give up meanwhile, and are let in once it is through."""

    def hold(ready: Callable[[], None]) -> None:
        with lock.Held(str(tmp_path)):
            ready()
            while not (tmp_path / "go").exists():
                time.sleep(0.01)
            (tmp_path / "order").write_text("holder ")

    holder = faults.started(hold)
    os.kill(holder, signal.SIGSTOP)
    with pytest.raises(errors.StoreError, match="locked"):
        lock.Held(str(tmp_path), 0.05).__enter__()
    (tmp_path / "go").touch()
    os.kill(holder, signal.SIGCONT)

    with lock.Held(str(tmp_path), 10.0), (tmp_path / "order").open("a") as file:
        file.write("other")

    os.waitpid(holder, 0)
    assert (tmp_path / "order").read_text() == "holder other"
