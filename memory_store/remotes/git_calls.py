"""Runs git in our own directories, within a time, without asking a person.

The user's credentials, ssh and proxy settings apply; hooks and the caller's work tree do not. Must
not know the content.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from typing import NamedTuple

from memory_store import errors
from memory_store.remotes import reasons
from memory_store.store import files, layout
from memory_store.trust import closed_git

SECONDS = 60.0
_OF_A_WORK_TREE = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
)
_ADVICE = "fatal: Could not read from remote repository."  # behind what ssh or the server says
_SETTINGS = (f"core.hooksPath={os.devnull}", "gc.auto=0", "maintenance.auto=false")


class Done(NamedTuple):
    """The result of a git call: status, output, why it failed."""

    status: int
    out: bytes
    fault: str


def run(directory: str, *words: str, given: bytes = b"") -> Done:
    """Run git in a repository of ours, and wait for it.

    Args:
        directory: the git directory; "" for a call that needs none.
        words: the command and its arguments.
        given: its standard input.

    Raises:
        StoreError: there is no git, or it took longer than `SECONDS`: it was ended with all that
            it had started.
    """
    git = closed_git.program(_here())
    if not git:
        raise errors.StoreError("git is not installed", "a remote of this kind needs it")
    settings = [word for one in _SETTINGS for word in ("-c", one)]
    where = ["--git-dir", directory] if directory else []
    environment = {k: v for k, v in os.environ.items() if k not in _OF_A_WORK_TREE}
    environment |= {
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ALLOW_PROTOCOL": "file:ssh:https",
        "GIT_SSH_COMMAND": os.environ.get("GIT_SSH_COMMAND", "ssh -oBatchMode=yes"),
        "LC_ALL": "C",
    }
    try:
        with subprocess.Popen(
            [git, *settings, *where, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            cwd=directory or None,
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        ) as process:
            try:
                out, said = process.communicate(given, SECONDS)
            except BaseException:
                _end(process)
                raise
    except subprocess.TimeoutExpired as error:
        raise errors.StoreError(
            "git {word} took longer than {seconds} s", word=words[0], seconds=f"{SECONDS:g}"
        ) from error
    cause, *_ = said.decode("utf-8", "replace").split(_ADVICE)
    return Done(process.returncode, out, reasons.why(cause))


def checked(directory: str, *words: str, given: bytes = b"") -> bytes:
    """The output of git; errors as `run`, and a StoreError if git fails."""
    done = run(directory, *words, given=given)
    if done.status != 0:
        raise errors.StoreError("git {word} failed: {fault}", word=words[0], fault=done.fault)
    return done.out


def union(mine: str, before: str, theirs: str) -> str:
    """A text with both sides' changes since `before`; conflicting lines of both stay."""
    files.make_directory(layout.cache_root())
    with tempfile.TemporaryDirectory(dir=layout.cache_root()) as directory:
        paths = [os.path.join(directory, name) for name in ("mine", "before", "theirs")]
        for path, text in zip(paths, (mine, before, theirs), strict=True):
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        return checked("", "merge-file", "-p", "--union", *paths).decode("utf-8")


def _here() -> str:
    """The caller's directory; "/" where it was deleted meanwhile."""
    try:
        return os.getcwd()
    except OSError:
        return os.sep


def _end(process: subprocess.Popen[bytes]) -> None:
    """End git with the ssh or the server side that it started."""
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
