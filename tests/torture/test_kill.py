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
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

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

    def write_on(tell: Callable[[str], object]) -> None:
        for number in range(1_000_000):
            identity = f"{name}-{number}"
            write(store, {"id": identity, "content": "x" * size})
            tell(identity)

    return faults.telling(write_on)


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


def _verified(store: layout.Store, acknowledged: set[str], size: int) -> faults.Counts:
    """Compare what can be read with what was acknowledged, and take the file away.

    `lost` were acknowledged and can't be read, `doubled` can be read twice.
    """
    seen = Counter[str]()
    torn = 0
    for _, line in read.lines_from(store, layout.FACTS):
        found = [one for one in read.parse_line(line) if one.get("content") == "x" * size]
        torn += not found
        seen.update(str(one["id"]) for one in found)
    Path(store.path, layout.FACTS).unlink()
    return faults.Counts(
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
) -> faults.Counts:
    """Kill forked writers at random moments; with `until_lost`, stop once the point is made."""
    chance = random.Random(42)
    total, acknowledged, done = faults.Counts(lost=0), set[str](), 0
    while done < kills:
        seconds = chance.random() * 0.004
        acknowledged |= _killed_once(store, write, f"k{done}", writers, size, seconds)
        done += writers
        stored = Path(store.path, layout.FACTS).stat().st_size
        if stored > VERIFY_BYTES or done >= kills or (until_lost and done % 50 == 0):
            total.update(_verified(store, acknowledged, size))
            acknowledged = set()
            if until_lost and total["lost"]:
                break
    total["kills"] = done
    return total


def assert_nothing_lost(found: faults.Counts, control: faults.Counts, name: str) -> None:
    """See that a killing lost and doubled nothing, while its control lost some; tell both."""
    sys.stdout.write(f"\nP1, {name}: {found}\nP1, control: {control}\n")
    assert (found["lost"], found["doubled"]) == (0, 0)
    assert control["lost"] > 0, "the control must lose some"


def control(store: layout.Store, writers: int = 1, size: int = SIZE) -> faults.Counts:
    return killing(store, naive, MOST_CONTROL_KILLS, writers=writers, size=size, until_lost=True)


@pytest.mark.long
def test_a_killed_writer_loses_no_acknowledged_record(store: layout.Store) -> None:
    lost_by_others = control(store)
    for write in (ours, ours_unsynced):
        found = killing(store, write, 60, writers=2)

        assert_nothing_lost(found, lost_by_others, write.__name__)
        assert found["acknowledged"] >= 60 // 2


@pytest.mark.torture
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize(("size", "writers", "kills"), SIZES)
def test_thousands_of_kills_lose_no_acknowledged_record(
    store: layout.Store, size: int, writers: int, kills: int
) -> None:
    lost_by_others = control(store, writers, size)
    for write, count in ((ours_unsynced, kills * 4 // 5), (ours, kills // 5)):
        found = killing(store, write, count, writers=writers, size=size)

        name = f"{writers} writers of {size} bytes, {write.__name__}"
        assert_nothing_lost(found, lost_by_others, name)


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


def killing_the_script(store: layout.Store, kills: int) -> faults.Counts:
    """Kill `save_fact.py` at random moments (0 to 200 ms) until `kills` hit it alive."""
    chance = random.Random(7)
    longest = min(0.2, 1.6 * _typical_seconds(store.project))
    contents: dict[str, str] = {}
    hits = rounds = 0
    while hits < kills:
        rounds += 1
        content = f"fact {rounds} " + "话" * 1_900
        made = _save(store.project, content)
        time.sleep(chance.random() * longest)
        hits += made.poll() is None
        made.kill()
        with made:
            assert made.stdout is not None
            printed = made.stdout.read()
        if printed.endswith(b"\n"):
            answer = json.loads(printed)
            assert answer["status"] == "saved"
            contents[answer["id"]] = content
    lines = [line for _, line in read.lines_from(store, layout.FACTS)]
    records = [one for line in lines for one in read.parse_line(line)]
    held = {str(one.id): one.content for one in facts.living(map(stored.Fact, reversed(records)))}
    return faults.Counts(
        kills=hits,
        spared=rounds - hits,  # which had ended before the kill came
        acknowledged=len(contents),
        lost=sum(held.get(identity) != content for identity, content in contents.items()),
        doubled=len(records) - len({one["id"] for one in records}),
        stored=len(held),
    )


@pytest.mark.long
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize(
    ("kills", "controls", "least"),
    [(25, 0, 1), pytest.param(1_000, 1_000, 51, marks=pytest.mark.torture)],
)
def test_killing_the_real_script_loses_no_acknowledged_fact(
    store: layout.Store, kills: int, controls: int, least: int
) -> None:
    found = killing_the_script(store, kills)
    control = killing(store, naive, controls)

    sys.stdout.write(f"\nP1, save_fact.py: {found}\nP1, control: {control}\n")
    assert found["kills"] == kills
    assert found["acknowledged"] >= least
    assert (found["lost"], found["doubled"]) == (0, 0)
    assert control["lost"] > 0 or not controls, "the control must lose some"
