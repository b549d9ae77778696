"""docs/reliability.md 1: a fact whose save printed ok survives kill -9.

Each killing is done to our writer and to a naive one; where the naive one loses nothing, the
killing proves nothing and the test fails. `pytest -m torture -s` prints the figures.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from memory_store import codec, place
from memory_store.journal import append, facts, read, stored
from memory_store.store import layout
from tests import faults
from tests.end_to_end import shims

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    Write = Callable[[layout.Store, dict[str, object]], None]

pytestmark = faults.posix

SIZE = 20_000
SIZES = [(200, 1, 2_000), (6_000, 4, 2_000), (20_000, 1, 2_000), (20_000, 4, 2_000),
         (300_000, 4, 1_000), (1_000_000, 1, 1_000)]  # fmt: skip
"""Bytes of a record, writers at once, kills."""
VERIFY_BYTES = 64 << 20
MOST_CONTROL_KILLS = 3_000


class Tally(NamedTuple):
    """What a killing came to.

    `lost` were acknowledged and can't be read, `doubled` can be read twice.
    """

    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    torn: int = 0

    def plus(self, other: Tally) -> Tally:
        return Tally(*(one + more for one, more in zip(self, other, strict=True)))


def naive(store: layout.Store, record: dict[str, object]) -> None:
    """The writer that most tools have: no lock, no look at the last byte, one buffered write."""
    with open(os.path.join(store.path, layout.FACTS), "a", encoding="utf-8") as file:
        file.write(codec.render(record) + "\n")


def ours(store: layout.Store, record: dict[str, object]) -> None:
    append.append(store, layout.FACTS, [record])


def ours_unsynced(store: layout.Store, record: dict[str, object]) -> None:
    """Without the sync more kills fall into the write itself."""
    append.append(store, layout.FACTS, [record], durable=False)


def _writer(store: layout.Store, write: Write, name: str, size: int) -> tuple[int, int]:
    """A child that writes one record after the other and tells each that is written."""
    told, tell = os.pipe()
    child = faults.fork()
    if child == 0:
        try:
            for number in range(1_000_000):
                identity = f"{name}-{number}"
                write(store, {"id": identity, "content": "x" * size})
                os.write(tell, f"{identity}\n".encode())
        finally:
            os._exit(1)
    os.close(tell)
    return child, told


def _killed_once(
    store: layout.Store, write: Write, name: str, writers: int, size: int, seconds: float
) -> set[str]:
    """What writers acknowledged that were killed `seconds` after the first of it."""
    children = [_writer(store, write, f"{name}-{number}", size) for number in range(writers)]
    heard = {told: b"" for _, told in children}
    first = children[0][1]
    heard[first] = os.read(first, 65_536)
    time.sleep(seconds)
    for child, _ in children:
        os.kill(child, signal.SIGKILL)
    for child, told in children:
        os.waitpid(child, 0)
        while piece := os.read(told, 1 << 20):
            heard[told] += piece
        os.close(told)
    return {line for text in heard.values() for line in text.decode().split("\n")[:-1]}


def _verified(store: layout.Store, acknowledged: set[str], size: int) -> Tally:
    """Compare what can be read with what was acknowledged, and take the file away."""
    seen: dict[str, int] = {}
    torn = 0
    for _, line in read.lines_from(store, layout.FACTS):
        found = [one for one in read.parse_line(line) if one.get("content") == "x" * size]
        torn += not found
        for one in found:
            seen[str(one["id"])] = seen.get(str(one["id"]), 0) + 1
    Path(store.path, layout.FACTS).unlink()
    return Tally(
        acknowledged=len(acknowledged),
        lost=len(acknowledged - set(seen)),
        doubled=sum(count > 1 for count in seen.values()),
        torn=torn,
    )


def killing(
    store: layout.Store,
    write: Write,
    kills: int,
    *,
    writers: int = 1,
    size: int = SIZE,
    until_lost: bool = False,
) -> Tally:
    """Kill forked writers at random moments; with `until_lost`, stop once the point is made."""
    chance = random.Random(42)
    total, acknowledged = Tally(), set[str]()
    while total.kills < kills:
        seconds = chance.random() * 0.004
        acknowledged |= _killed_once(store, write, f"k{total.kills}", writers, size, seconds)
        total = total.plus(Tally(kills=writers))
        stored = Path(store.path, layout.FACTS).stat().st_size
        if stored > VERIFY_BYTES or total.kills >= kills or (until_lost and total.kills % 50 == 0):
            total = total.plus(_verified(store, acknowledged, size))
            acknowledged = set()
            if until_lost and total.lost:
                break
    return total


def tell(name: str, tally: object) -> None:
    sys.stdout.write(f"\n{name}: {tally}\n")


@pytest.mark.parametrize("write", [ours, ours_unsynced])
def test_a_killed_writer_loses_no_acknowledged_record(store: layout.Store, write: Write) -> None:
    found = killing(store, write, 60, writers=2)

    assert found.acknowledged >= 60 // 2
    assert (found.lost, found.doubled) == (0, 0)


def test_the_control_loses_acknowledged_records_under_the_same_killing(
    store: layout.Store,
) -> None:
    assert killing(store, naive, MOST_CONTROL_KILLS, until_lost=True).lost > 0


@pytest.mark.torture
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize(("size", "writers", "kills"), SIZES)
def test_thousands_of_kills_lose_no_acknowledged_record(
    store: layout.Store, size: int, writers: int, kills: int
) -> None:
    found = killing(store, ours_unsynced, kills * 4 // 5, writers=writers, size=size)
    synced = killing(store, ours, kills // 5, writers=writers, size=size)
    control = killing(
        store, naive, MOST_CONTROL_KILLS, writers=writers, size=size, until_lost=True
    )

    tell(f"P1, {writers} writers of {size} bytes", found)
    tell(f"P1, {writers} writers of {size} bytes, synced", synced)
    tell("P1, control", control)
    assert (found.lost, found.doubled) == (0, 0)
    assert (synced.lost, synced.doubled) == (0, 0)
    assert control.lost > 0, "the control must lose some"


class Script(NamedTuple):
    """What killing the real script came to; `spared` had ended before the kill came."""

    kills: int
    spared: int
    acknowledged: int
    lost: int
    doubled: int
    stored: int
    bad_lines: int


def _save(project: str, content: str) -> subprocess.Popen[bytes]:
    """The real script, as an agent's shell runs it, its content on standard input."""
    command = [sys.executable, "-I", place.script("save_fact"), "--project", project]
    return shims.started([*command, "--content", "-", "--format", "json"], content.encode())


def _typical_seconds(project: str) -> float:
    """How long a save takes here and now, so that kills fall into it."""
    began = time.monotonic()
    for number in range(5):
        made = _save(project, f"measuring {number}")
        with made:
            assert made.stdout is not None
            assert json.loads(made.stdout.read())["status"] == "saved"
    return (time.monotonic() - began) / 5


def killing_the_script(store: layout.Store, kills: int) -> Script:
    """Kill `save_fact.py` at random moments (0 to 200 ms) until `kills` hit it alive."""
    chance = random.Random(7)
    longest = min(0.2, 1.6 * _typical_seconds(store.project))
    contents: dict[str, str] = {}
    hits = spared = rounds = 0
    while hits < kills:
        rounds += 1
        content = f"fact {rounds} " + "话" * 1_900
        made = _save(store.project, content)
        time.sleep(chance.random() * longest)
        alive = made.poll() is None
        made.kill()
        with made:
            assert made.stdout is not None
            printed = made.stdout.read()
        hits += alive
        spared += not alive
        if printed.endswith(b"\n"):
            answer = json.loads(printed)
            assert answer["status"] == "saved"
            contents[answer["id"]] = content
    return _looked_through(store, contents, hits, spared)


def _looked_through(
    store: layout.Store, contents: dict[str, str], hits: int, spared: int
) -> Script:
    lines = [line for _, line in read.lines_from(store, layout.FACTS)]
    records = [one for line in lines for one in read.parse_line(line)]
    held = {str(one.id): one.content for one in facts.living(map(stored.Fact, reversed(records)))}
    ids = [one["id"] for one in records]
    return Script(
        kills=hits,
        spared=spared,
        acknowledged=len(contents),
        lost=sum(held.get(identity) != content for identity, content in contents.items()),
        doubled=len(ids) - len(set(ids)),
        stored=len(held),
        bad_lines=sum(bool(line) and not read.parse_line(line) for line in lines),
    )


def test_killing_the_real_script_loses_no_acknowledged_fact(store: layout.Store) -> None:
    found = killing_the_script(store, 25)

    assert found.kills == 25
    assert (found.lost, found.doubled) == (0, 0)


@pytest.mark.torture
@pytest.mark.timeout(1_800)
def test_a_thousand_kills_of_the_real_script_lose_no_acknowledged_fact(
    store: layout.Store,
) -> None:
    found = killing_the_script(store, 1_000)
    control = killing(store, naive, 1_000)

    tell("P1, save_fact.py", found)
    tell("P1, control", control)
    assert found.kills == 1_000
    assert found.acknowledged > 50
    assert (found.lost, found.doubled) == (0, 0)
    assert control.lost > 0, "the control must lose some"
