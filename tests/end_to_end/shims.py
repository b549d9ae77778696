"""Starts the real shims as hosts do: as processes, by the command lines that `init` writes.

It must not know what a hook answers; it only says what came out, and how.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from memory_store import model, place
from memory_store.hosts import command_text, registry
from tests import given, world

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

HOOKS = tuple(registry.HANDLES)
CURSOR = {
    "load_memory": "cursor/session-start",
    "recall_memory": "cursor/before-submit-prompt",
    "capture_response": "cursor/after-agent-response",
    "flush_memory": "cursor/pre-compact-auto",
    "prompt_session_save": "cursor/stop",
    "sync_and_cleanup": "cursor/session-end",
}
"""A recorded payload of Cursor that each hook takes."""
CLAUDE = {
    "load_memory": "claude/session-start",
    "recall_memory": "claude/user-prompt-submit",
    "flush_memory": "claude/pre-compact",
    "prompt_session_save": "claude/stop",
    "sync_and_cleanup": "claude/session-end",
}
"""One of Claude Code, for those that it wires."""
EVERY = [(model.CURSOR, *one) for one in CURSOR.items()] + [
    (model.CLAUDE, *one) for one in CLAUDE.items()
]
"""Host, hook and payload of each."""
QUICK = ("load_memory", "capture_response", "flush_memory", "prompt_session_save")
SECONDS = 240.0  # a process that hangs, on however slow a machine


class Ran(NamedTuple):
    """What a process left behind."""

    code: int
    out: str
    err: str

    @property
    def answer(self) -> dict[str, Any]:
        """The one JSON object on standard output; fails for anything else, or an exit code."""
        assert (self.code, self.err) == (0, "")
        assert self.out.endswith("}\n")
        assert self.out.count("\n") == 1
        assert self.out.isascii()  # whatever code page the host reads it in
        record: dict[str, Any] = json.loads(self.out)
        return record


def command(name: str, host: str = model.CURSOR) -> list[str]:
    """The command line of a hook as `init` writes it, in words."""
    return shlex.split(command_text.command_line(sys.executable, place.hook(name), host))


def environment(**more: str) -> dict[str, str]:
    """This test's machine, without a model, in a language that is known."""
    return {**os.environ, "MEMORY_STORE_EMBEDDER": "none", "LC_ALL": "C.UTF-8", **more}


def ran(done: subprocess.CompletedProcess[bytes]) -> Ran:
    return Ran(code=done.returncode, out=done.stdout.decode(), err=done.stderr.decode())


def feed(
    words: list[str],
    raw: bytes,
    cwd: str | Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Ran:
    """Run a command with these bytes on standard input, then its end."""
    done = subprocess.run(
        words,
        input=raw,
        capture_output=True,
        timeout=SECONDS,
        cwd=cwd,
        env=environment() if env is None else env,
        check=False,
    )
    return ran(done)


def raw(name: str, project: str | Path, session: str = "", **changes: Any) -> bytes:
    """What Cursor sends to a hook of its recorded kind."""
    return json.dumps(given.payload(CURSOR[name], project, session, **changes)).encode()


def within(limit: str, words: list[str]) -> list[str]:
    """A command line that sets a limit (of bash), then becomes another."""
    return ["bash", "-c", f'{limit} && exec "$@"', "bash", *words]


def started(
    words: list[str],
    raw: bytes,
    cwd: str | Path | None = None,
    *,
    session: bool = False,
    **env: str,
) -> subprocess.Popen[bytes]:
    """A command that was given these bytes and their end, and runs; in a session of its own."""
    child = subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=cwd,
        env=environment(**env),
        start_new_session=session,
    )
    assert child.stdin is not None
    child.stdin.write(raw)
    child.stdin.close()
    return child


def at_once(children: list[subprocess.Popen[bytes]]) -> list[dict[str, Any]]:
    """The answers of commands that run together, as a host runs all hooks of an event."""
    answers = []
    for child in children:
        with child:
            assert child.stdout is not None
            answers.append(child.stdout.read())
        assert child.returncode == 0
    return [json.loads(one) for one in answers if one]


def hook(name: str, payload: given.Record, host: str = model.CURSOR, **env: str) -> Ran:
    """Run a hook with a payload, as wired for `host`."""
    raw = json.dumps(payload, ensure_ascii=False).encode()
    return feed(command(name, host), raw, env=environment(**env))


def send(name: str, project: str | Path, session: str = "", **changes: Any) -> Ran:
    """Run the hook that takes a recorded payload (`cursor/stop`), as its host does."""
    payload = given.payload(name, project, session, **changes)
    return hook(world.hook_of(payload), payload, name.partition("/")[0])


def script(name: str, *words: str, given_text: str = "", **env: str) -> Ran:
    """Run one of the scripts."""
    command = [sys.executable, "-I", place.script(name), *words]
    return feed(command, given_text.encode(), env=environment(**env))


def memory_store(*words: str, **env: str) -> Ran:
    """Run a command of `memory-store`; its answer is JSON unless the words say how."""
    if "--format" not in words:
        words = (words[0], "--format", "json", *words[1:])
    return feed([sys.executable, "-m", "memory_store", *words], b"", env=environment(**env))
