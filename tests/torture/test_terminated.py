"""docs/promises.md P4, P8: a hook that its host ends half way leaves nothing half done.

Each hook is sent SIGTERM at a random moment of its life. Its answer is whole or absent, every line
of the store is whole, the index can be used, and no process of it stays.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

import pytest

from memory_store.index import indexer
from memory_store.journal import read
from memory_store.store import layout
from tests import faults
from tests.end_to_end import shims

pytestmark = faults.posix

NAIVE = "import sys, time; print('{', end='', flush=True); time.sleep(9); print('}')"


def terminated(words: list[str], raw: bytes, seconds: float) -> faults.Counts:
    """Run a command, end it after some seconds, and look at what it had said by then.

    `halves` are answers that are neither whole nor absent.
    """
    child = shims.started(words, raw, session=True)
    time.sleep(seconds)
    os.killpg(child.pid, signal.SIGTERM)
    with child:
        assert child.stdout is not None
        said = child.stdout.read()
    hit = child.returncode == -signal.SIGTERM
    return faults.Counts(terms=1, hit=hit, answered=bool(said), halves=not _is_whole(said))


def _is_whole(said: bytes) -> bool:
    if not said:
        return True
    try:
        return said.endswith(b"}\n") and isinstance(json.loads(said), dict)
    except ValueError:
        return False


def _raw(store: layout.Store, name: str, number: int) -> bytes:
    """A payload of a session of its own, with something to learn."""
    said = f"Remember that service {number} listens on port {8000 + number}."
    return shims.raw(name, store.project, f"s-{number}", prompt=said, text=said)


def _typical_seconds(store: layout.Store) -> dict[str, float]:
    found = {}
    for name in shims.HOOKS:
        began = time.monotonic()
        shims.feed(shims.command(name), _raw(store, name, 0))
        found[name] = time.monotonic() - began
    return found


def terminating(store: layout.Store, terms: int) -> faults.Counts:
    """End hooks at random moments until so many were hit alive."""
    chance, total = random.Random(3), faults.Counts(terms=0, hit=0)
    typical = _typical_seconds(store)
    while total["hit"] < terms:
        for name in shims.HOOKS:
            seconds = chance.random() * typical[name]
            raw = _raw(store, name, total["terms"])
            total.update(terminated(shims.command(name), raw, seconds))
    return total


def _bad_lines(store: layout.Store) -> int:
    names = [layout.FACTS, layout.SESSIONS, *read.daily_names(store)]
    lines = [
        line
        for name in names
        if Path(store.path, name).exists()
        for _, line in read.lines_from(store, name)
    ]
    return sum(bool(line) and not read.parse_line(line) for line in lines)


@pytest.mark.long
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("terms", [12, pytest.param(300, marks=pytest.mark.torture)])
def test_a_terminated_hook_leaves_no_half_answer_no_half_line_and_no_process(
    store: layout.Store, terms: int
) -> None:
    found = terminating(store, terms)
    faults.wait_for(lambda: not faults.working_for(store.project), "none of them stays")
    indexer.bring_up(store)[0].close()
    words = [sys.executable, "-I", "-S", "-c", NAIVE]
    naive = any(terminated(words, b"", seconds)["halves"] for seconds in (0.2, 1.0, 4.0))

    sys.stdout.write(f"\nP4, terminated hooks: {found}; bad lines: {_bad_lines(store)}\n")
    assert found["hit"] >= terms
    assert found["halves"] == 0
    assert naive, "the control must leave half an answer"
    assert _bad_lines(store) == 0
