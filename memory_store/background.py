"""Starts the background run that brings a project's memory up to date, and returns at once.

The run has its own session and streams and a time limit, gives way to all other work, and ends by
itself, also where it hangs. Must not wait for it.
"""

from __future__ import annotations

import os
import sys
import time

from memory_store.store import derived, files, layout

_SECONDS = 60
_STAMP = "background"
_PAUSE_SECONDS = 20.0
_PATIENCE = 5
"""A run that lasts so many times its limit hangs, maybe before its first line, and is ended."""
_NICENESS = 10


def sync(project: str, seconds: float = _SECONDS) -> None:
    """Run `memory-store sync` for `project`, detached from the host that started us.

    A run that another hook began a moment ago does; what it misses, the next one or a search does.

    Raises:
        OSError: the process could not be started.
    """
    if _began_lately(layout.cache_directory(layout.project_store(project))):
        return
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    program = (
        f"import sys; sys.path.append({root!r}); "
        "from memory_store.__main__ import main; sys.exit(main(sys.argv[1:]))"
    )
    words = ["sync", "--project", project, "--seconds", f"{seconds:g}", "--format", "json"]
    if sys.platform == "win32":
        _spawn([sys.executable, "-I", "-c", _ends_by_timer(seconds) + program, *words])
    elif os.fork() == 0:
        _become([sys.executable, "-I", "-c", program, *words], seconds)


def _began_lately(cache: str) -> bool:
    """Whether a run began within the last 20 seconds; if none did, now is noted as a start."""
    stamp = os.path.join(cache, _STAMP)
    try:
        if 0 <= time.time() - os.stat(stamp).st_mtime < _PAUSE_SECONDS:
            return True
    except OSError:
        files.make_directory(cache)
    derived.give_way(cache, (_STAMP,))
    os.close(files.open_beneath(cache, _STAMP, os.O_WRONLY | os.O_CREAT))
    os.utime(stamp)
    return False


def _become(arguments: list[str], seconds: float) -> None:
    """In the child: cut every tie to the host and become the run."""
    try:
        os.setsid()
        _give_way()
        _end_after(_PATIENCE * seconds)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        os.closerange(3, 256)
        os.execv(arguments[0], arguments)  # noqa: S606  our own interpreter
    finally:
        os._exit(1)


def _give_way() -> None:
    """Yield to what the person waits for: in our session, and our session to the others."""
    os.nice(_NICENESS)
    try:
        autogroup = os.open("/proc/self/autogroup", os.O_WRONLY)  # sched(7)
        os.write(autogroup, str(_NICENESS).encode("ascii"))
        os.close(autogroup)
    except OSError:
        return  # this kernel has none, or lets nobody set it


def _end_after(seconds: float) -> None:
    """Have the kernel end this process, whatever program it becomes: a timer outlives `execv`."""
    import _signal  # type: ignore[import-not-found]  # without the enums around it

    _signal.signal(_signal.SIGALRM, _signal.SIG_DFL)
    _signal.pthread_sigmask(_signal.SIG_UNBLOCK, {_signal.SIGALRM})
    _signal.setitimer(_signal.ITIMER_REAL, seconds)


def _ends_by_timer(seconds: float) -> str:
    """The first statements of a program that ends itself, where no such timer is."""
    return (
        "import os, threading; "
        f"end = threading.Timer({_PATIENCE * seconds:g}, os._exit, (1,)); "
        "end.daemon = True; end.start(); "
    )


def _spawn(arguments: list[str]) -> None:
    import subprocess

    names = ("DETACHED_PROCESS", "CREATE_NEW_PROCESS_GROUP", "BELOW_NORMAL_PRIORITY_CLASS")
    flags = sum(getattr(subprocess, name, 0) for name in names)
    subprocess.Popen(
        arguments,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        creationflags=flags,
        close_fds=True,
    )
