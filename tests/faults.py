"""Real faults for tests: another process, a full or read-only disk, missing rights, a kill.

Everything happens in forked children, so that the test's own process stays sound. Must not
pretend: where the machine can't make a fault, the test is skipped and says so.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import sys
import time
import traceback
import warnings
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import psutil
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NOBODY = 65_534
_CLONE_NEWNS, _CLONE_NEWUSER = 0x20000, 0x10000000
_CAPABILITY_VERSION = 0x20080522
_CAN_SKIP_RIGHTS = 0b110  # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH
_UNAVAILABLE = "unavailable: "
NO_DISK = 77
"""The exit code of a process that can't mount a disk of its own."""
_LONGEST_WAIT = 240.0  # seconds: before pytest's limit ends the whole run without a word

linux = pytest.mark.skipif(sys.platform != "linux", reason="uses Linux namespaces and limits")
posix = pytest.mark.skipif(sys.platform == "win32", reason="uses fork and signals")


class Counts(Counter[str]):
    """Counts of a fault test; a name that was never counted fails, where a Counter says 0.

    `update` adds other counts and keeps zeros, which `+` drops.
    """

    def __missing__(self, name: str) -> int:
        raise KeyError(name)


def fork() -> int:
    """`os.fork`, also where threads of a library live (the child touches none of them)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def in_child(action: Callable[[], object], *prepare: Callable[[], object]) -> object:
    """What `action` gives in a forked child, whose world `prepare` changed before.

    An exception comes back as `"StoreError: its message"`; what can't be prepared skips the test.
    """
    told, tell = os.pipe()
    child = fork()
    if child == 0:
        os.close(told)
        _answer(tell, action, prepare)
    os.close(tell)
    with os.fdopen(told, encoding="utf-8") as file:
        text = file.read()
    os.waitpid(child, 0)
    found = json.loads(text) if text else "died"
    if isinstance(found, str) and found.startswith(_UNAVAILABLE):
        pytest.skip(found)
    return found


def _answer(
    tell: int, action: Callable[[], object], prepare: tuple[Callable[[], object], ...]
) -> None:
    try:
        try:
            for one in prepare:
                one()
        except (OSError, subprocess.CalledProcessError) as error:
            found: object = f"{_UNAVAILABLE}{error}"
        else:
            try:
                found = action()
            except Exception as error:  # noqa: BLE001  the parent looks at it
                found = f"{type(error).__name__}: {error}"
        os.write(tell, json.dumps(found).encode())
    except BaseException:  # noqa: BLE001  nothing of the child may go on into pytest
        traceback.print_exc()
    finally:
        os._exit(0)


def started(action: Callable[[Callable[[], None]], object]) -> int:
    """The id of a child that runs `action(ready)`; returns once the child called `ready`."""
    told, tell = os.pipe()
    child = fork()
    if child == 0:
        try:
            os.close(told)
            action(lambda: os.close(tell))
        except BaseException:  # noqa: BLE001  nothing of the child may go on into pytest
            traceback.print_exc()
        finally:
            os._exit(0)
    os.close(tell)
    os.read(told, 1)
    os.close(told)
    return child


def telling(action: Callable[[Callable[[str], object]], object]) -> tuple[int, int]:
    """A child that runs `action(tell)`: its id, and the descriptor to read the told lines from."""
    told, tell = os.pipe()
    child = fork()
    if child == 0:
        try:
            os.close(told)
            action(lambda line: os.write(tell, f"{line}\n".encode()))
        except BaseException:  # noqa: BLE001  nothing of the child may go on into pytest
            traceback.print_exc()
        finally:
            os._exit(1)
    os.close(tell)
    return child, told


def at_once(*actions: Callable[[], object]) -> None:
    """Run each action in a child of its own, all beginning together; wait until all are done."""
    gate, opening = os.pipe()
    children = []
    for action in actions:
        child = fork()
        if child == 0:
            status = 1
            try:
                os.close(opening)
                os.read(gate, 1)
                action()
                status = 0
            except BaseException:  # noqa: BLE001  nothing of the child may go on into pytest
                traceback.print_exc()
            finally:
                os._exit(status)
        children.append(child)
    os.close(gate)
    os.close(opening)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * len(children)


def trap(path: Path, kind: str, target: Path) -> None:
    """Put what is no file of ours in the place of one: one of TRAPS, of which links lead out."""
    path.unlink(missing_ok=True)
    if kind == "a link":
        path.symlink_to(target)
    elif kind == "a second name":
        path.hardlink_to(target)
    elif kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a closed file":
        path.touch(0)
    else:
        (path / "somebody's").mkdir(parents=True)


TRAPS = ("a link", "a second name", "a pipe", "a closed file", "a directory")


def kill(child: int) -> None:
    """End a child at once, and wait until it is gone."""
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


class Working(NamedTuple):
    """A process: its words, and the seconds of a core that it used."""

    pid: int
    words: list[str]
    used: float


def working_for(project: str) -> list[Working]:
    """The processes that have a project among their words."""
    running = []
    for one in psutil.process_iter():
        try:
            words, used = one.cmdline(), one.cpu_times()
        except psutil.Error:  # it has ended meanwhile
            continue
        if project in " ".join(words):
            running.append(Working(one.pid, words, used.user + used.system))
    return running


def wait_for(true: Callable[[], object], what: str) -> None:
    """Wait until something has come about; what does not, fails the test by its words."""
    end = time.monotonic() + _LONGEST_WAIT
    while not true():
        assert time.monotonic() < end, f"never came about: {what}"
        time.sleep(0.02)


def sleep_for_ever() -> None:
    """Hold on until killed."""
    while True:
        time.sleep(60)


def without_rights() -> None:
    """Have permissions hold for this process, also if it is root's."""
    if os.geteuid() != 0:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    sets = (ctypes.c_uint32 * 6)()  # effective, permitted, inheritable; twice 32 bits
    _check(libc.capget(header, sets))
    sets[0] &= ~_CAN_SKIP_RIGHTS
    _check(libc.capset(header, sets))


def as_nobody() -> None:
    """Go on as a user who owns nothing, and reaches what lies beneath the working directory."""
    if os.geteuid() != 0:
        raise OSError("only root can become somebody else")
    os.setgroups([])
    os.setresuid(NOBODY, NOBODY, NOBODY)


def most_memory() -> int:
    """The KiB of memory that this process had at most."""
    import resource  # not on Windows, where this file is imported as well

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def bytes_read() -> int:
    """The bytes that this process has read from files and pipes so far."""
    with open("/proc/self/io", encoding="ascii") as file:
        return int(file.readline().split()[1])


def file_size_limit(size: int) -> Callable[[], None]:
    """No file may grow past `size`: writes fall short there, and then fail (EFBIG)."""
    import resource  # see most_memory

    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def no_descriptors() -> None:
    """No file can be opened any more (EMFILE)."""
    import resource  # see most_memory

    resource.setrlimit(resource.RLIMIT_NOFILE, (0, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))


def read_only(directory: Path | str) -> Callable[[], None]:
    """`directory` on a file system that is mounted read-only (EROFS)."""

    def prepare() -> None:
        own_mounts()
        mount("--bind", directory, directory)
        mount("-o", "remount,bind,ro", directory)

    return prepare


def small_disk(directory: Path | str, size: str) -> Callable[[], None]:
    """A disk of `size` (`256k`), empty, at `directory`."""

    def prepare() -> None:
        own_mounts()
        mount("-t", "tmpfs", "-o", f"size={size}", "none", directory)

    return prepare


def small_disk_or_end(directory: Path | str, size: str) -> None:
    """A disk as `small_disk` makes it; where none can be mounted, the process ends with 77."""
    try:
        small_disk(directory, size)()
    except (OSError, subprocess.CalledProcessError):
        sys.exit(NO_DISK)


def fill(directory: Path | str) -> None:
    """Leave no byte free on the disk of `directory`."""
    with open(os.path.join(directory, "fill"), "wb", buffering=0) as file:
        for size in (4096, 1):
            try:
                while True:
                    file.write(b"0" * size)
            except OSError:
                continue


def own_mounts() -> None:
    """Have this process mount what nobody else sees."""
    libc = ctypes.CDLL(None, use_errno=True)
    if os.geteuid() == 0:
        _check(libc.unshare(_CLONE_NEWNS))
    else:
        user, group = os.getuid(), os.getgid()
        _check(libc.unshare(_CLONE_NEWNS | _CLONE_NEWUSER))
        for name, line in (
            ("setgroups", "deny"),
            ("uid_map", f"0 {user} 1"),
            ("gid_map", f"0 {group} 1"),
        ):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
                file.write(line)
    mount("--make-rprivate", "/")


def mount(*words: Path | str) -> None:
    """Run `mount`, after `own_mounts`."""
    subprocess.run(["mount", *map(str, words)], check=True, capture_output=True)


def _check(status: int) -> None:
    if status != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
