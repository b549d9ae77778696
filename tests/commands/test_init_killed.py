"""An init that is killed half way leaves each host's file as it was, or as it is to be."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import time
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import __main__
from tests import faults

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., Any]

pytestmark = pytest.mark.long

THEIRS = {
    ".cursor/hooks.json": {"version": 1, "hooks": {"stop": [{"command": "audit.sh"}]}},
    ".claude/settings.json": {"permissions": {"allow": ["Read"]}, "x": "项目" * 2_000},
}


def killed(action: Callable[[], object], seconds: float) -> None:
    """Run something in a child of its own, and kill it after so long."""

    def run(ready: Callable[[], None]) -> None:
        ready()
        action()

    child = faults.started(run)
    time.sleep(seconds)
    faults.kill(child)


@pytest.fixture
def files(project: Path) -> dict[Path, str]:
    texts = {}
    for name, value in THEIRS.items():
        path = project / name
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(value, indent=2, ensure_ascii=False), "utf-8")
        texts[path] = path.read_text("utf-8")
    return texts


@faults.posix
def test_an_init_killed_at_any_moment_is_gone_on_with_and_taken_back(
    run: Run, files: dict[Path, str], project: Path
) -> None:
    chance = random.Random(62)
    began = time.monotonic()
    run("init")
    whole = time.monotonic() - began
    merged = {path: path.read_text("utf-8") for path in files}
    run("uninstall")
    states: set[tuple[bool, ...]] = set()
    for _ in range(25):
        shutil.rmtree(project / ".memory", ignore_errors=True)
        for path, text in files.items():
            path.write_text(text, "utf-8")
        killed(lambda: __main__.main(["init"]), 2 * whole * chance.random() ** 2)
        texts = {path: path.read_text("utf-8") for path in files}
        assert all(texts[path] in (files[path], merged[path]) for path in files)
        states.add(tuple(texts[path] == merged[path] for path in files))

        assert run("init").code == 0
        assert {path: path.read_text("utf-8") for path in files} == merged
        assert run("uninstall").code == 0
        assert {path: path.read_text("utf-8") for path in files} == files
        assert list(project.rglob("*.tmp")) == []
    assert len(states) > 1, "no kill came in time to matter"


@faults.posix
def test_an_init_that_is_asked_to_end_takes_what_is_half_written_with_it(
    monkeypatch: pytest.MonkeyPatch, files: dict[Path, str], project: Path
) -> None:
    """It is asked at the moment when a file beside the real one stands there."""
    at_work = os.fsync

    def asked(descriptor: int) -> None:
        at_work(descriptor)
        if list(project.rglob("*.tmp")):
            os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(os, "fsync", asked)

    with pytest.raises(SystemExit) as ended:
        __main__.main(["init"])

    assert ended.value.code == 128 + signal.SIGTERM
    assert list(project.rglob("*.tmp")) == []
    assert {path: path.read_text("utf-8") for path in files} == files


@faults.posix
def test_who_writes_in_place_leaves_half_a_file(files: dict[Path, str]) -> None:
    """The control: the same kills, and a program that opens the file and writes it anew."""
    path, text = max(files.items(), key=lambda one: len(one[1]))

    def naive() -> None:
        while True:
            with open(path, "w", encoding="utf-8", buffering=1) as file:
                for at in range(0, len(text), 64):
                    file.write(text[at : at + 64])
                    file.flush()

    broken = 0
    for _ in range(10):
        killed(naive, 0.01)
        broken += path.read_text("utf-8", errors="replace") != text
    assert broken > 0
