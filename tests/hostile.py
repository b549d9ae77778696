"""Projects that somebody else packed: what lies where a memory is, leads out of them.

Each is built from real links, second names, pipes, devices and clones. It must not know what the
product does with them.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
import time
from typing import TYPE_CHECKING

from memory_store import clock
from tests.world import git

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CANARY = "OUTSIDE-CANARY"
STAMP = "2026-01-01T00:00:00.000Z"

Trap = tuple[str, str]
"""A place in the project, and what is there."""

LINK, NEW, NAME, PIPE, DEVICE, SPARSE, FOLDER, CLONE = (
    "a link",
    "a link to nothing",
    "a second name",
    "a pipe",
    "a device",
    "ten gigabytes",
    "a directory",
    "a link that git brought",
)
TODAY, DAY = "daily/TODAY.jsonl", "daily/2026-01-01.jsonl"
_FILES = ("MEMORY.md", "facts.jsonl", "sessions.jsonl", TODAY, DAY, "notes/x.md")
_OURS = ("config.json", ".lock", ".gitignore")
_HOSTS = (".cursor/hooks.json", ".claude/settings.json", ".cursor/rules/memory-store.mdc")

TRAPS: list[Trap] = [
    *((f".memory/{name}", kind) for name in _FILES for kind in (LINK, NAME, PIPE, CLONE)),
    *((f".memory/{name}", kind) for name in _OURS for kind in (LINK, NAME, PIPE)),
    *((f".memory/{name}", NEW) for name in ("MEMORY.md", "facts.jsonl", ".lock", TODAY)),
    *((f".memory/{name}", SPARSE) for name in ("MEMORY.md", "facts.jsonl", "notes/x.md")),
    *((f".memory/{name}", DEVICE) for name in ("facts.jsonl", ".lock")),
    *((f".memory/{name}", FOLDER) for name in ("MEMORY.md", "facts.jsonl", ".lock")),
    *((name, kind) for name in _HOSTS for kind in (LINK, PIPE, NEW)),
    *((f".memory/{name}", LINK) for name in ("daily", "notes")),
    (".memory", LINK),
    (".memory", CLONE),
    (".cursor", LINK),
    (".claude", LINK),
    (".git/info", LINK),
]
QUICK = [
    (".memory/MEMORY.md", LINK),
    (".memory/facts.jsonl", NAME),
    (f".memory/{TODAY}", LINK),
    (".memory/notes/x.md", CLONE),
    (".memory/.lock", NEW),
    (".memory/config.json", PIPE),
    (".memory/daily", LINK),
    (".memory", LINK),
    (".cursor", LINK),
    (".cursor/rules/memory-store.mdc", LINK),
]


def outside(root: Path) -> Path:
    """What must stay as it is and never be told: files of each kind that a memory has."""
    memory = root / "outside"
    for name in ("daily", "notes", "rules"):
        (memory / name).mkdir(parents=True)
    source = {"host": "cursor", "session_id": "s-out", "via": "user"}
    fact: dict[str, object] = {
        "id": "f_outside1",
        "type": "O",
        "content": f"gateway {CANARY} rule",
        "entities": [],
    }
    fact |= {"confidence": 1, "created_at": STAMP, "source": source}
    summary = {"id": "s_outside1", "session_id": "s-out", "topic": CANARY, "summary": CANARY}
    event = {"id": "e_outside1", "type": "prompt", "text": f"Remember the gateway {CANARY}"}
    event |= {"session_id": "s-out", "host": "cursor", "timestamp": clock.stamp(clock.now())}
    texts = {
        "MEMORY.md": f"- gateway {CANARY}\n",
        "facts.jsonl": json.dumps(fact) + "\n",
        "sessions.jsonl": json.dumps({**summary, "created_at": STAMP, "source": source}) + "\n",
        TODAY: json.dumps(event) + "\n",
        DAY: json.dumps(event) + "\n",
        "notes/x.md": f"# gateway\n\n{CANARY}\n",
        "config.json": json.dumps({"language": "zh", CANARY: 1}),
        ".lock": f"{CANARY}\n",
        ".gitignore": f"{CANARY}\n",
        "hooks.json": json.dumps({"version": 1, "hooks": {}, "x": CANARY}),
        "settings.json": json.dumps({"x": CANARY}),
        "rules/memory-store.mdc": f"(memory-store) {CANARY}\n",
        "exclude": f"{CANARY}\n",
    }
    for name, text in texts.items():
        path = memory / name.replace("TODAY", clock.local_date(clock.now()))
        path.write_text(text, "utf-8")
    os.utime(memory / DAY, (time.time() - 9e7,) * 2)
    return memory


def build(root: Path, memory: Path, trap: Trap) -> Path:
    """A project beneath `root` with one way out of it; its `outside` is `memory`."""
    place, kind = trap
    place = place.replace("TODAY", clock.local_date(clock.now()))
    project = root / "project"
    project.mkdir()
    git(project, "init", "-q")
    _fill(project / ".memory")
    at = project / place
    target = memory / _inside(place)
    if kind == NEW:
        target = memory / "made by us"
    at.parent.mkdir(parents=True, exist_ok=True)
    _away(at)
    if kind == CLONE:
        at.symlink_to(target, target_is_directory=target.is_dir())
        return _cloned(root, project)
    _MAKE[kind](at, target)
    return project


def _inside(place: str) -> str:
    """The outside's file for a place of the project."""
    if place in (".memory", ".cursor", ".claude"):
        return "."
    if place == ".git/info":
        return "."
    return place.partition("/")[2]


def _fill(memory: Path) -> None:
    (memory / "daily").mkdir(parents=True)
    (memory / "notes").mkdir()
    (memory / "MEMORY.md").write_text("- their own words\n")


def _away(at: Path) -> None:
    if at.is_dir():
        shutil.rmtree(at)
    at.unlink(missing_ok=True)


def _cloned(root: Path, project: Path) -> Path:
    """The project as another user's clone brings it, links as entries of mode 120000."""
    git(project, "add", "-f", ".")
    git(project, "commit", "-q", "-m", "theirs")
    assert "120000" in git(project, "ls-files", "-s")
    git(root, "clone", "-q", str(project), "clone")
    shutil.rmtree(project)
    return root / "clone"


def _sparse(at: Path) -> None:
    at.touch()
    os.truncate(at, 10 << 30)


def _device(at: Path) -> None:
    try:
        os.mknod(at, stat.S_IFCHR | 0o600, os.makedev(1, 5))  # /dev/zero
    except PermissionError:
        at.symlink_to("/dev/zero")


_MAKE: dict[str, Callable[[Path, Path], object]] = {
    LINK: lambda at, target: at.symlink_to(target, target_is_directory=target.is_dir()),
    NEW: lambda at, target: at.symlink_to(target),
    NAME: lambda at, target: at.hardlink_to(target),
    PIPE: lambda at, _: os.mkfifo(at),
    DEVICE: lambda at, _: _device(at),
    SPARSE: lambda at, _: _sparse(at),
    FOLDER: lambda at, _: at.mkdir(),
}
