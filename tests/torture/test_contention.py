"""Sessions at the same time never lose, tear or double a record (docs/reliability.md 1, 2, 6).

Writers append while somebody rewrites the file under the lock, as a purge does, while others read,
search and build the index anew. The control is the same rewriting without the lock.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from memory_store import config
from memory_store.index import indexer, sync
from memory_store.journal import append, facts, read, records
from memory_store.recall import searching
from memory_store.store import files, layout, lock
from tests import faults
from tests.properties import test_index

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = faults.posix

READERS = 4


class Tally(NamedTuple):
    """What came of it: records written, lost, doubled, lines torn, and what others did meanwhile.

    `wrong` are the readings that saw a torn line or a text that nobody wrote.
    """

    written: int
    lost: int
    doubled: int
    torn: int
    rewrites: int
    readings: int
    wrong: int
    seconds: float


def _content(writer: int, number: int) -> str:
    return f"writer{writer} saw number{number} " + "话 " * (number % 40)


def _write(store: layout.Store, writer: int, count: int, *, durable: bool) -> None:
    for number in range(count):
        record, _ = records.fact(_content(writer, number).strip(), source={"via": "agent"})
        append.append(store, layout.FACTS, [record], durable=durable, seconds=60)


def _rewrite(store: layout.Store) -> None:
    raw = files.read(store.path, layout.FACTS, 1 << 30)
    kept = [line for line in raw.split(b"\n") if b"nobody's" not in line]
    files.replace(store.path, layout.FACTS, b"\n".join(kept))


def _rewrite_locked(store: layout.Store) -> None:
    with lock.Held(store.path, 60):
        _rewrite(store)


def _read(store: layout.Store) -> bool:
    """Whether all lines are whole, and a search finds only what the lines say."""
    lines = [line for _, line in read.lines_from(store, layout.FACTS) if line]
    if not all(read.parse_line(line) for line in lines):
        return False
    asked = searching.search([store], "writer1 number3", config=config.resolve(), method="fts")
    return all(str(one["text"]).startswith("writer") for one in asked.results)


def _build(store: layout.Store) -> bool:
    sync.sync(store, rebuild=True, patience=60)
    return True


def _again_and_again(action: Callable[[], bool | None], pause: float) -> tuple[int, int]:
    """A child that does something until it is told to end, and then tells how often, how well."""

    def repeat(tell: Callable[[str], object]) -> None:
        counts, stop = [0, 0], list[int]()
        signal.signal(signal.SIGTERM, lambda number, _: stop.append(number))
        try:
            while not stop:
                counts[action() is False] += 1
                time.sleep(pause)
        except BaseException:
            counts[1] += 1
            raise
        finally:
            tell(f"{counts[0]} {counts[1]}")

    return faults.telling(repeat)


def _ended(child: int, told: int) -> tuple[int, int]:
    os.kill(child, signal.SIGTERM)
    with os.fdopen(told) as stream:
        well, badly = stream.read().split()
    os.waitpid(child, 0)
    return int(well), int(badly)


def contend(
    store: layout.Store,
    writers: int,
    each: int,
    rewrite: Callable[[layout.Store], None],
    *,
    durable: bool = False,
) -> Tally:
    """Have writers write, each so many records, while others rewrite, read and build."""
    append.append(store, layout.FACTS, [{"id": "f_first", "content": "writer0 begins"}])
    began = time.monotonic()
    rewriter = _again_and_again(lambda: rewrite(store), 0.005)
    others = [_again_and_again(lambda: _read(store), 0.01) for _ in range(READERS)]
    others.append(_again_and_again(lambda: _build(store), 0.05))
    faults.at_once(
        *[
            lambda writer=writer: _write(store, writer, each, durable=durable)
            for writer in range(writers)
        ]
    )
    seconds = time.monotonic() - began
    rewrites, failed = _ended(*rewriter)
    readings = [_ended(*one) for one in others]
    lines = [line for line in Path(store.path, layout.FACTS).read_bytes().split(b"\n") if line]
    found = [str(one["content"]) for line in lines for one in read.parse_line(line)]
    wanted = {_content(one, number).strip() for one in range(writers) for number in range(each)}
    return Tally(
        written=len(wanted),
        lost=len(wanted - set(found)),
        doubled=len(found) - len(set(found)),
        torn=sum(not read.parse_line(line) for line in lines),
        rewrites=rewrites,
        readings=sum(well for well, _ in readings),
        wrong=failed + sum(badly for _, badly in readings),
        seconds=round(seconds, 1),
    )


def equals_a_rebuild(store: layout.Store) -> int:
    """How many facts the index has, once it is found to be as a rebuild would make it."""
    index, _ = indexer.bring_up(store)
    anew, _ = indexer.in_memory(store)
    with index, anew:
        found = test_index.snapshot(index.db)
        assert found == test_index.snapshot(anew.db)
    assert len(list(facts.recent(store, 64 << 20))) == len(found["pieces"])
    return len(found["pieces"])


@pytest.mark.long
def test_writers_lose_nothing_while_others_rewrite_read_and_build(store: layout.Store) -> None:
    found = contend(store, 6, 25, _rewrite_locked)

    assert (found.lost, found.doubled, found.torn, found.wrong) == (0, 0, 0, 0)
    assert min(found.rewrites, found.readings) > 0
    assert equals_a_rebuild(store) == 6 * 25 + 1


@pytest.mark.torture  # a writer that fails here would leave the others running
def test_rewriting_without_the_lock_loses_what_others_write(store: layout.Store) -> None:
    """The control."""
    assert contend(store, 6, 40, _rewrite).lost > 0


@pytest.mark.torture
@pytest.mark.timeout(1_800)
def test_sixteen_writers_of_a_thousand_facts_each_lose_nothing(
    store: layout.Store, user_store: layout.Store
) -> None:
    found = contend(store, 16, 1_000, _rewrite_locked, durable=True)
    control = contend(user_store, 16, 100, _rewrite)

    sys.stdout.write(f"\nP3, 16 writers x 1,000 facts: {found}\ncontrol, no lock: {control}\n")
    assert (found.lost, found.doubled, found.torn, found.wrong) == (0, 0, 0, 0)
    assert equals_a_rebuild(store) == 16_001
    assert control.lost > 0, "the control must lose some"
