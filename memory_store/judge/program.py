"""Runs a host's own program for one answer: without hooks, tools, project files or a trace.

The child has an empty private directory, a process group and a time of its own, and memory is off
in it. Without that a judge that ends a session is judged in turn.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from memory_store import errors
from memory_store.store import files, layout
from memory_store.text import clean, redact

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.judge import question

_OFF = "MEMORY_STORE_DISABLE"
_OF_THE_SESSION = ("CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "CLAUDE_PROJECT_DIR")
_TOLD_CHARS = 160
_FIRST_SECONDS, _TRIES_AGAIN = 6.0, b"Reconnecting"
"""After this a program is ended that says it tries again, as Codex does without a network."""


class Call(NamedTuple):
    """How a program is started: its words, more environment, and its standard input."""

    words: list[str]
    environment: dict[str, str]
    stdin: str


class _Module(Protocol):
    """The module of a host's program.

    Attributes:
        BINARY: the name of the program on the PATH.
    """

    BINARY: str

    def call(self, asked: question.Question, model: str, folder: str) -> Call:
        """How it is asked, in an empty folder of its own that it may write to."""
        ...

    def answer(self, stdout: str, folder: str) -> question.Answer:
        """What it said.

        Raises:
            StoreError: it refused, or gave no JSON.
        """
        ...


def load(settings: question.Settings) -> Callable[[question.Question], question.Answer]:
    """The function that asks a host's program.

    Raises:
        StoreError: the program is not on the PATH.
    """
    name = f"memory_store.judge.{settings.provider}_program"
    module = cast("_Module", importlib.import_module(name))
    binary = shutil.which(module.BINARY)
    if binary is None:
        raise errors.StoreError("{binary} is not on the PATH", binary=module.BINARY)
    return lambda asked: _ask(module, binary, asked, settings.model)


def _ask(module: _Module, binary: str, asked: question.Question, model: str) -> question.Answer:
    files.make_directory(layout.state_directory())
    with tempfile.TemporaryDirectory(prefix="judge-", dir=layout.state_directory()) as folder:
        call = module.call(asked, model, folder)
        try:
            said, complaint = _run([binary, *call.words], call, folder, asked.seconds)
        except OSError as error:
            raise errors.StoreError(
                "{binary} can't be run: {reason}",
                binary=module.BINARY,
                reason=error,
            ) from error
        try:
            return module.answer(said, folder)
        except errors.StoreError as error:
            told = clean.line(redact.secrets(complaint)[0])[-_TOLD_CHARS:]
            raise type(error)(
                "{error}: {told}" if told else "{error}", error=error, told=told
            ) from error


def _run(words: list[str], call: Call, folder: str, seconds: float) -> tuple[str, str]:
    """What a program wrote to its two outputs; it and all it started are ended after a time."""
    environment = {
        name: value for name, value in os.environ.items() if name not in _OF_THE_SESSION
    }
    child = subprocess.Popen(
        words,
        cwd=folder,
        env={**environment, **call.environment, _OFF: "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    first = min(_FIRST_SECONDS, seconds)
    try:
        try:
            return child.communicate(call.stdin, timeout=first)
        except subprocess.TimeoutExpired as error:
            if _TRIES_AGAIN in (error.stderr or b""):
                raise errors.StoreError("no connection") from error
        return child.communicate(timeout=seconds - first)
    except subprocess.TimeoutExpired as error:
        raise errors.StoreError("no answer in {seconds} s", seconds=f"{seconds:.0f}") from error
    finally:
        _end(child)


def _end(child: subprocess.Popen[str]) -> None:
    """End a program and what it started."""
    if sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    child.kill()
    child.communicate()
