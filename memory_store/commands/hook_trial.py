"""Runs hooks as their host would, on a temporary machine.

Must not read or write anybody's memory, or judge more than the answer.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING, NamedTuple

from memory_store import errors, model, place
from memory_store.hosts import example_payloads, registry

if TYPE_CHECKING:
    from collections.abc import Mapping

_FACT = "the doctor looks after this memory"
_STEPS = {
    "load_memory": example_payloads.START,
    "recall_memory": example_payloads.PROMPT,
    "capture_response": example_payloads.RESPONSE,
    "flush_memory": example_payloads.COMPACTION,
    "prompt_session_save": example_payloads.STOP,
    "sync_and_cleanup": example_payloads.END,
}
_SAID = {"prompt": "hello there", "text": "done", "last_assistant_message": "done"}
_OURS = ("MEMORY_STORE_", "XDG_", "CLAUDE_", "CURSOR_", "COPILOT_")
_BASES = {
    "HOME": "home",
    "USERPROFILE": "home",
    "LOCALAPPDATA": "local",
    "APPDATA": "roaming",
    "XDG_CACHE_HOME": "cache",
    "XDG_STATE_HOME": "state",
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
}


class Tried(NamedTuple):
    """The result of a hook; `fault` is "" if it answered well."""

    name: str
    fault: str
    milliseconds: int


class Machine:
    """A throw-away home and project, and how to run a program in them.

    Attributes:
        project: the directory of the project.
        seconds: how long a program is waited for.
    """

    seconds = 20.0

    def __init__(self, root: str, project: str, **variables: str) -> None:
        """Make them below `root`; `variables` are the environment's, beside what all have."""
        self.project = os.path.join(root, project)
        bases = {name: os.path.join(root, base) for name, base in _BASES.items()}
        for path in (self.project, bases["HOME"]):
            os.makedirs(path)
        kept = {name: one for name, one in os.environ.items() if not name.startswith(_OURS)}
        self.environment = {**kept, **bases, **variables}

    def run(self, words: list[str], given: str = "") -> tuple[int, str, str]:
        """Run a program: its exit status, 3 where it gave none, and its output."""
        try:
            done = subprocess.run(
                words,
                input=given,
                capture_output=True,
                text=True,
                encoding="utf-8",
                errors="replace",
                env=self.environment,
                timeout=self.seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return 3, "", f"no answer in {self.seconds:g} s"
        except OSError as error:
            return 3, "", str(error)
        return done.returncode, done.stdout, done.stderr

    def payload(self, hook: str, host: str, session: str, turn: str, **said: object) -> str:
        """What a host would send to a hook, with what is said there."""
        step = _STEPS[hook]
        sent = example_payloads.make(host, step, session, turn, self.project, said)
        return json.dumps(sent)


def run(host: str, commands: Mapping[str, str]) -> list[Tried]:
    """Run the hooks of a session, each command line once, in the order of a session.

    Args:
        host: the host's name in the registry.
        commands: the command line behind each event of the host's file.
    """
    with tempfile.TemporaryDirectory(prefix="memory-store doctor ") as directory:
        machine = Machine(directory, "project", MEMORY_STORE_EMBEDDER="none")
        script = [sys.executable, "-I", place.script("save_fact"), "--content", _FACT]
        machine.run([*script, "--type", "O", "--project", machine.project])
        events = registry.HOSTS[host].events
        tried = []
        for name in _STEPS:
            started = [one for event, one in commands.items() if events.get(event) == name]
            for command in dict.fromkeys(started):
                payload = machine.payload(name, host, "trial", "turn", **_SAID)
                tried.append(_try(name, command, payload, machine, host))
        return tried


def _try(name: str, command: str, payload: str, machine: Machine, host: str) -> Tried:
    shell = ["powershell", "-Command"] if os.name == "nt" else ["/bin/sh", "-c"]
    began = time.perf_counter()
    code, out, err = machine.run([*shell, command], payload)
    took = round((time.perf_counter() - began) * 1000)
    fault = ""
    if code:
        said = (err or out).strip()[-200:]
        fault = errors.Message("exit status {code}: {said}", code=code, said=said)
    elif out or name != "flush_memory" or host == model.CURSOR:
        fault = _answers(out, err)
    if not fault and name == "load_memory" and _FACT not in out:
        said = f"{out.strip()[:200]}{_logged(machine.environment)}"
        fault = errors.Message("the memory is not given: {said}", said=said)
    return Tried(name, fault, took)


def _answers(out: str, err: str) -> str:
    """The fault of an answer, which has to be one JSON object."""
    try:
        is_object = isinstance(json.loads(out), dict)
    except ValueError:
        is_object = False
    said = repr((out.strip() or err.strip())[:200])
    return "" if is_object else errors.Message("no JSON object: {said}", said=said)


def _logged(environment: dict[str, str]) -> str:
    """The last line of the log, if it has one."""
    path = os.path.join(environment["XDG_STATE_HOME"], "memory-store", "memory-store.log")
    try:
        with open(path, encoding="utf-8") as file:
            return f" ({file.read().strip().splitlines()[-1]})"
    except (OSError, IndexError):
        return ""
