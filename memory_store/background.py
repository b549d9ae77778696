"""Starts the background run that brings a project's memory up to date, and returns at once.

The run has its own session and streams and a time limit, and ends by itself. Must not wait for it.
"""

from __future__ import annotations

import os
import sys
import time

from memory_store.store import files, layout, leftovers

_SECONDS = 60
_STAMP = "background"
_PAUSE_SECONDS = 20.0


def sync(project: str, seconds: int = _SECONDS) -> None:
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
    words = ["sync", "--project", project, "--seconds", str(seconds), "--format", "json"]
    arguments = [sys.executable, "-I", "-c", program, *words]
    if sys.platform == "win32":
        _spawn(arguments)
    elif os.fork() == 0:
        _become(arguments)


def _began_lately(cache: str) -> bool:
    """Whether a run began within the last 20 seconds; if none did, now is noted as a start."""
    stamp = os.path.join(cache, _STAMP)
    try:
        if 0 <= time.time() - os.stat(stamp).st_mtime < _PAUSE_SECONDS:
            return True
    except OSError:
        files.make_directory(cache)
    leftovers.give_way(cache, (_STAMP,))
    os.close(files.open_beneath(cache, _STAMP, os.O_WRONLY | os.O_CREAT))
    os.utime(stamp)
    return False


def _become(arguments: list[str]) -> None:
    """In the child: cut every tie to the host and become the run."""
    try:
        os.setsid()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        os.closerange(3, 256)
        os.execv(arguments[0], arguments)  # noqa: S606  our own interpreter
    finally:
        os._exit(1)


def _spawn(arguments: list[str]) -> None:
    import subprocess

    flags = getattr(subprocess, "DETACHED_PROCESS", 0) | getattr(
        subprocess, "CREATE_NEW_PROCESS_GROUP", 0
    )
    subprocess.Popen(
        arguments,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        creationflags=flags,
        close_fds=True,
    )
