"""A machine of its own to measure on: a home, a project that `init` wired, a store full of facts.

Everything lies in one directory, which its maker deletes. Must not read or write anybody's memory.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import psutil

from benchmarks import generated, spawned
from memory_store import model
from memory_store.index import sync
from memory_store.journal import append, checkpoints, records
from memory_store.store import layout

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).resolve().parents[1]

_BASES = {
    "HOME": "home",
    "XDG_CACHE_HOME": "cache",
    "XDG_STATE_HOME": "state",
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
}
_SETTLED_SECONDS = 60.0
_PAUSE_SECONDS = 0.02


class Machine(NamedTuple):
    """What is measured on.

    Attributes:
        project: the directory that `init` wired.
        store: its store.
        environment: the environment of all that runs there.
        commands: the command lines that `init` wrote, as words, by host and its event's name.
        needles: the ids of the facts to be found again, by language.
    """

    project: Path
    store: layout.Store
    environment: dict[str, str]
    commands: dict[tuple[str, str], list[str]]
    needles: dict[str, str]


def environment(directory: Path, embedder: str = "none") -> dict[str, str]:
    """The environment of a machine in `directory`, without a variable of this process but PATH.

    Vectors are off unless an embedder is named: what embeds is a run in the background, which
    would be measured as noise.
    """
    bases = {name: str(directory / base) for name, base in _BASES.items()}
    fixed = {"LANG": "C.UTF-8", "MEMORY_STORE_EMBEDDER": embedder}
    return {"PATH": os.environ.get("PATH", os.defpath)} | bases | fixed


def prepare(directory: Path, environment: Mapping[str, str], count: int, days: int = 2) -> Machine:
    """Wire a project in `directory` and fill its store with `count` facts, all indexed.

    The product's places (HOME, XDG_*) in this process have to be those of `environment`. Of
    `days` see `generated.fill`.

    Raises:
        RuntimeError: `init` or `sync` failed.
    """
    project = directory / "project"
    project.mkdir(parents=True)
    Path(environment["HOME"]).mkdir(parents=True, exist_ok=True)
    _run(environment, "init", "--host", "all", "--project", str(project))
    store = layout.project_store(str(project))
    needles = generated.fill(store, count, days)
    mark_consolidated(store)
    new, _ = records.fact("This one is left to consolidate", source={"via": "user"})
    append.append(store, layout.FACTS, [new])
    _run(environment, "sync", "--project", str(project), "--seconds", "0")
    sync.sync(store)  # which stops at no time
    return Machine(project, store, dict(environment), _commands(project), needles)


def settle(machine: Machine) -> None:
    """Wait until no run in the background works on the machine any more.

    Raises:
        RuntimeError: one still does after a minute.
    """
    deadline = time.monotonic() + _SETTLED_SECONDS
    while _at_work(machine.environment):
        if time.monotonic() > deadline:
            raise RuntimeError(f"work on {machine.project} in the background does not end")
        time.sleep(_PAUSE_SECONDS)


def end(machine: Machine) -> None:
    """End the runs in the background, which would consolidate an old store for hours."""
    for one in _at_work(machine.environment):
        with contextlib.suppress(psutil.NoSuchProcess):
            one.kill()
            one.wait()


def log(machine: Machine) -> str:
    """The last lines of the product's log there."""
    path = Path(machine.environment["XDG_STATE_HOME"], "memory-store", "memory-store.log")
    return path.read_text("utf-8")[-2000:] if path.exists() else "empty"


def _at_work(environment: Mapping[str, str]) -> list[psutil.Process]:
    """The processes that live in the machine's home.

    Their words tell less: a run that a hook has just forked still has those of the hook, for long
    where valgrind counts it.
    """
    home, ours = environment["HOME"], psutil.Process()
    return [
        one
        for one in psutil.process_iter(["environ", "status"])
        if one != ours
        and (one.info["environ"] or {}).get("HOME") == home
        and one.info["status"] != psutil.STATUS_ZOMBIE
    ]


def _run(environment: Mapping[str, str], *arguments: str) -> None:
    words = [sys.executable, "-m", "memory_store", *arguments]
    done = spawned.run(words, "", {**environment, "PYTHONPATH": str(ROOT)})
    if done.status != 0:
        raise RuntimeError(f"memory-store {' '.join(arguments)}: {done.err or done.out}")


def mark_consolidated(store: layout.Store) -> None:
    """Have the facts counted as consolidated: doing that for a million would take a day."""
    size = os.stat(os.path.join(store.path, layout.FACTS)).st_size
    checkpoints.update(store, {layout.FACTS: size, checkpoints.MEANING: size})


def _commands(project: Path) -> dict[tuple[str, str], list[str]]:
    """The words of each command line in the hosts' files."""
    found = {}
    cursor = json.loads((project / ".cursor" / "hooks.json").read_text("utf-8"))
    for event, entries in cursor["hooks"].items():
        found[model.CURSOR, event] = shlex.split(entries[0]["command"])
    claude = json.loads((project / ".claude" / "settings.json").read_text("utf-8"))
    for event, groups in claude["hooks"].items():
        found[model.CLAUDE, event] = shlex.split(groups[0]["hooks"][0]["command"])
    return found
