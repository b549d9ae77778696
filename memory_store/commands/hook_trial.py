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

_SECONDS = 20.0
_FACT = "the doctor looks after this memory"
_STEPS = {
    "load_memory": example_payloads.START,
    "recall_memory": example_payloads.PROMPT,
    "capture_response": example_payloads.RESPONSE,
    "flush_memory": example_payloads.COMPACTION,
    "prompt_session_save": example_payloads.STOP,
    "sync_and_cleanup": example_payloads.END,
}
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


def run(host: str, commands: Mapping[str, str]) -> list[Tried]:
    """Run the hooks of a session, each command line once, in the order of a session.

    Args:
        host: the host's name in the registry.
        commands: the command line behind each event of the host's file.
    """
    with tempfile.TemporaryDirectory(prefix="memory-store doctor ") as directory:
        project = os.path.join(directory, "project")
        os.mkdir(project)
        environment = _environment(directory)
        script = [sys.executable, "-I", place.script("save_fact"), "--content", _FACT]
        _started([*script, "--type", "O", "--project", project], "", environment)
        events = registry.HOSTS[host].events
        fields = {"prompt": "hello there", "text": "done", "last_assistant_message": "done"}
        tried = []
        for name, step in _STEPS.items():
            started = [one for event, one in commands.items() if events.get(event) == name]
            for command in dict.fromkeys(started):
                payload = example_payloads.make(host, step, "trial", "turn", project, fields)
                tried.append(_try(name, command, json.dumps(payload), environment, host))
        return tried


def _environment(directory: str) -> dict[str, str]:
    ours = ("MEMORY_STORE_", "XDG_", "CLAUDE_", "CURSOR_", "COPILOT_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    bases = {name: os.path.join(directory, base) for name, base in _BASES.items()}
    os.makedirs(bases["HOME"])
    return {**kept, **bases, "MEMORY_STORE_EMBEDDER": "none"}


def _try(name: str, command: str, payload: str, environment: dict[str, str], host: str) -> Tried:
    shell = ["powershell", "-Command"] if os.name == "nt" else ["/bin/sh", "-c"]
    began = time.perf_counter()
    code, out, err = _started([*shell, command], payload, environment)
    took = round((time.perf_counter() - began) * 1000)
    fault = ""
    if code:
        said = (err or out).strip()[-200:]
        fault = errors.Message("exit status {code}: {said}", code=code, said=said)
    elif out or name != "flush_memory" or host == model.CURSOR:
        fault = _answers(out, err)
    if not fault and name == "load_memory" and _FACT not in out:
        said = f"{out.strip()[:200]}{_logged(environment)}"
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


def _started(words: list[str], given: str, environment: dict[str, str]) -> tuple[int, str, str]:
    try:
        done = subprocess.run(
            words,
            input=given,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            env=environment,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return 1, "", f"no answer in {_SECONDS:g} s"
    except OSError as error:
        return 1, "", str(error)
    return done.returncode, done.stdout, done.stderr
