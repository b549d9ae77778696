"""A bad line costs that line alone, for whoever reads it (docs/reliability.md 3).

Poisoned and generated lines stand among sound facts; the session start, the search and the reader
of tails must have all of the sound ones. The control reads as many tools do: the whole file at
once, each field as it is.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest
from hypothesis import strategies as st

from memory_store import clock
from memory_store.index import indexer, tables
from memory_store.journal import facts, schema
from memory_store.recall import earlier
from memory_store.store import layout
from tests import faults, given
from tests.journal import test_read
from tests.properties import test_journal

if TYPE_CHECKING:
    from collections.abc import Callable

    Reader = Callable[[layout.Store], list[str]]

pytestmark = pytest.mark.long

SOUND = 5


def sound(number: int) -> bytes:
    stamp = clock.stamp(clock.now() - 60)
    record = {"id": f"f_sound{number}", "content": f"sound fact {number}", "created_at": stamp}
    return json.dumps(record).encode()


def naive(store: layout.Store) -> list[str]:
    """The control: one bad line is an exception, and a field of a wrong type too."""
    text = Path(store.path, layout.FACTS).read_text(encoding="utf-8")
    facts = [json.loads(line) for line in text.splitlines() if line]
    facts.sort(key=lambda one: one.get("created_at") or "", reverse=True)
    return [f"{one['id']}: {one['content'][:80].strip()}" for one in facts]


def by_tail(store: layout.Store) -> list[str]:
    return [f"{one['id']}: {one['content']}" for one in facts.recent(store, 64 << 20)]


def by_index(store: layout.Store) -> list[str]:
    with indexer.in_memory(store)[0] as index:
        sql = "SELECT record FROM piece WHERE kind = 'fact'"
        return [
            f"{row[0]}: {row[0].replace('f_sound', 'sound fact ')}"
            for row in tables.rows(index.db, sql)
        ]


def by_briefing(store: layout.Store) -> list[str]:
    told = given.composed(store, "how", earlier.Sessions(), "en").text.split("\n")
    return [f"f_sound{one.rpartition(' ')[2]}: {one[-12:]}" for one in told if "sound fact" in one]


READERS: tuple[Reader, ...] = (by_tail, by_index, by_briefing)


def read_among(
    store: layout.Store,
    lines: list[bytes],
    readers: tuple[Reader, ...],
) -> faults.Counts:
    """How many readers `missed` a sound fact among these lines, and how many `broke`."""
    mixed = list(lines)
    step = max(1, len(lines) // SOUND)
    for number in range(SOUND):
        mixed.insert(number * (step + 1), sound(number))
    Path(store.path, layout.FACTS).write_bytes(b"\n".join(mixed) + b"\n")
    wanted = {f"f_sound{number}: sound fact {number}" for number in range(SOUND)}
    counts = faults.Counts(lines=len(lines), missed=0, broke=0)
    for reader in readers:
        try:
            counts["missed"] += not wanted <= set(reader(store))
        except Exception:  # noqa: BLE001  whatever it is, it is counted and told
            counts["broke"] += 1
    return counts


def poisoned(store: layout.Store, readers: tuple[Reader, ...]) -> faults.Counts:
    """Each poison of the reader's own test, alone among sound facts."""
    total = faults.Counts()
    for poison, _ in test_read.POISONS.values():
        total.update(read_among(store, [poison], readers))
    return total


def generated(store: layout.Store, files: int, records: int) -> faults.Counts:
    """Records that are sound but for some of their fields, any JSON, and lines cut anywhere."""
    total = faults.Counts()
    choose = random.Random(files)
    values = test_journal._objects(schema.load("fact")) | test_journal.JSON

    @hypothesis.settings(
        max_examples=files,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(st.lists(values, min_size=records, max_size=records))
    def look(several: list[object]) -> None:
        lines = []
        for one in several:
            line = json.dumps(one).encode()
            lines.append(line if choose.random() < 0.8 else line[: choose.randrange(len(line))])
        total.update(read_among(store, lines, (by_tail, by_index)))

    look()
    return total


def test_every_reader_has_all_sound_facts_beside_any_poison(store: layout.Store) -> None:
    found, control = poisoned(store, READERS), poisoned(store, (naive,))

    sys.stdout.write(f"\nP5, {len(READERS)} readers: {found}\ncontrol, a whole file: {control}\n")
    assert (found["missed"], found["broke"]) == (0, 0)
    assert control["broke"] > len(test_read.POISONS) // 2, "the control must break"


@pytest.mark.timeout(3_600)
@pytest.mark.parametrize(
    ("files", "records"), [(20, 10), pytest.param(1_000, 50, marks=pytest.mark.torture)]
)
def test_every_reader_has_all_sound_facts_among_generated_records(
    store: layout.Store, files: int, records: int
) -> None:
    found = generated(store, files, records)

    sys.stdout.write(f"\nP5, generated records: {found}\n")
    assert found["lines"] >= files * records
    assert (found["missed"], found["broke"]) == (0, 0)


@faults.linux
@pytest.mark.timeout(600)
@pytest.mark.parametrize("size", [pytest.param(5 << 30, marks=pytest.mark.torture), 200 << 20])
def test_gigabytes_of_zeros_cost_a_session_neither_memory_nor_time(
    store: layout.Store, size: int
) -> None:
    """A sparse file, as a crash may leave it: sound facts, zeros, sound facts."""
    path = Path(store.path, layout.FACTS)
    path.write_bytes(sound(0) + b"\n")
    os.truncate(path, size)
    with path.open("ab") as file:
        file.write(b"\n" + b"\n".join(sound(number) for number in range(1, SOUND)) + b"\n")

    def look() -> list[object]:
        before, read_before = faults.most_memory(), faults.bytes_read()
        told = len(by_briefing(store))
        read = faults.bytes_read() - read_before
        indexed = len(by_index(store))
        grown = faults.most_memory() - before
        return [told, read < 100 << 20, indexed, grown < 64 << 10]

    found = faults.in_child(look)
    path.unlink()
    assert found == [SOUND - 1, True, SOUND, True]  # the briefing doesn't go back as far as f_0


@pytest.mark.torture
@pytest.mark.timeout(600)
def test_a_million_lines_are_told_and_passed_over(store: layout.Store) -> None:
    junk = b'{"id":"f_x","content":7}\n[1]\nnull\n{"torn\n' * 250_000
    Path(store.path, layout.FACTS).write_bytes(sound(0) + b"\n" + junk + sound(1) + b"\n")
    began = time.process_time()

    told = len(by_briefing(store))
    quick = time.process_time() - began
    indexed = len(by_index(store))

    sys.stdout.write(
        f"\nP5, a million bad lines: a briefing takes {quick * 1000:.0f} ms of CPU,"
        f" an index {time.process_time() - began:.1f} s\n"
    )
    assert (told, indexed) == (1, 2)
    assert quick < 5
