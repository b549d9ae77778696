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
from typing import TYPE_CHECKING, NamedTuple

import hypothesis
import pytest
from hypothesis import strategies as st

from memory_store import clock
from memory_store.index import tables, update
from memory_store.journal import facts, schema
from memory_store.recall import briefing, earlier
from memory_store.store import layout
from tests import faults, given
from tests.journal import test_read
from tests.properties import test_journal

if TYPE_CHECKING:
    from collections.abc import Callable

SOUND = 5


class Tally(NamedTuple):
    """What came of it: files with bad lines in them, and readers that missed or broke."""

    files: int = 0
    lines: int = 0
    missed: int = 0
    broke: int = 0

    def plus(self, *counts: int) -> Tally:
        return Tally(*(one + more for one, more in zip(self, counts, strict=True)))


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
    index, _ = update.in_memory(store)
    with index:
        sql = "SELECT record FROM piece WHERE kind = 'fact' AND state = 0"
        return [
            f"{row[0]}: {row[0].replace('f_sound', 'sound fact ')}"
            for row in tables.rows(index.db, sql)
        ]


def by_briefing(store: layout.Store) -> list[str]:
    told = briefing.compose(given.where(store), "how", earlier.Sessions(), "en").text.split("\n")
    return [f"f_sound{one.rpartition(' ')[2]}: {one[-12:]}" for one in told if "sound fact" in one]


READERS: tuple[Callable[[layout.Store], list[str]], ...] = (by_tail, by_index, by_briefing)


def read_among(
    store: layout.Store,
    lines: list[bytes],
    readers: tuple[Callable[[layout.Store], list[str]], ...],
) -> tuple[int, int]:
    """How many readers missed a sound fact among these lines, and how many broke."""
    mixed = list(lines)
    step = max(1, len(lines) // SOUND)
    for number in range(SOUND):
        mixed.insert(number * (step + 1), sound(number))
    Path(store.path, layout.FACTS).write_bytes(b"\n".join(mixed) + b"\n")
    wanted = {f"f_sound{number}: sound fact {number}" for number in range(SOUND)}
    missed = broke = 0
    for reader in readers:
        try:
            missed += not wanted <= set(reader(store))
        except Exception:  # noqa: BLE001  whatever it is, it is counted and told
            broke += 1
    return missed, broke


def poisoned(
    store: layout.Store, readers: tuple[Callable[[layout.Store], list[str]], ...]
) -> Tally:
    """Each poison of the reader's own test, alone among sound facts."""
    tally = Tally()
    for poison, _ in test_read.POISONS.values():
        missed, broke = read_among(store, [poison], readers)
        tally = tally.plus(1, 1, bool(missed), bool(broke))
    return tally


def generated(store: layout.Store, files: int, records: int) -> Tally:
    """Records that are sound but for some of their fields, any JSON, and lines cut anywhere."""
    tally = Tally()
    choose = random.Random(files)
    values = test_journal._objects(schema.load("fact")) | test_journal.JSON

    @hypothesis.settings(
        max_examples=files,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(st.lists(values, min_size=records, max_size=records))
    def look(several: list[object]) -> None:
        nonlocal tally
        lines = []
        for one in several:
            line = json.dumps(one).encode()
            lines.append(line if choose.random() < 0.8 else line[: choose.randrange(len(line))])
        tally = tally.plus(1, len(lines), *read_among(store, lines, (by_tail, by_index)))

    look()
    return tally


def test_every_reader_has_all_sound_facts_beside_any_poison(store: layout.Store) -> None:
    assert poisoned(store, READERS)[2:] == (0, 0)


def test_reading_a_file_as_a_whole_breaks_at_most_poisons(store: layout.Store) -> None:
    """The control."""
    assert poisoned(store, (naive,)).broke > len(test_read.POISONS) // 2


def test_every_reader_has_all_sound_facts_among_generated_records(store: layout.Store) -> None:
    assert generated(store, 20, 10)[2:] == (0, 0)


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
        before = faults.most_memory()
        began = time.process_time()
        told = len(by_briefing(store))
        seconds = time.process_time() - began
        indexed = len(by_index(store))
        grown = faults.most_memory() - before
        return [told, seconds < 1.0, indexed, grown < 64 << 10]

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


@pytest.mark.torture
@pytest.mark.timeout(3_600)
def test_fifty_thousand_generated_records_cost_nobody_else(store: layout.Store) -> None:
    poisons = poisoned(store, READERS)
    control = poisoned(store, (naive,))
    records = generated(store, 1_000, 50)

    sys.stdout.write(
        f"\nP5, {len(READERS)} readers, {poisons.files} poisons: {poisons}"
        f"\ncontrol, the whole file at once: {control}\nP5, generated records: {records}\n"
    )
    assert records.lines >= 50_000
    assert (poisons[2:], records[2:]) == ((0, 0), (0, 0))
    assert control.broke > 0, "the control must break"
