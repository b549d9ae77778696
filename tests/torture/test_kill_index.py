"""docs/promises.md P6: a killed sync, rebuild or swap loses nothing and shows no wrong text.

Whoever brings the index up to date, or builds it anew, is killed at random moments. After each
kill a search must give nothing but what the files say, and find what it is asked for. The control
builds its index in place, without a transaction.
"""

from __future__ import annotations

import functools
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest

from memory_store import config
from memory_store.index import database, disk, indexer, tables
from memory_store.journal import append, stored
from memory_store.recall import searching
from memory_store.store import layout
from tests import faults

if TYPE_CHECKING:
    from collections.abc import Callable

    Work = Callable[[], object]

pytestmark = faults.posix

WORDS = [f"word{number}" for number in range(40)]
LIVING = "SELECT record FROM piece WHERE kind = 'fact'"


class Growing:
    """A store whose facts become more, and what they say."""

    def __init__(self, store: layout.Store) -> None:
        self.store = store
        self.said: dict[str, str] = {}
        self.number = 0
        self.chance = random.Random(11)

    def grow(self, count: int) -> None:
        lines: list[dict[str, object]] = []
        for _ in range(count):
            self.number += 1
            identity = f"f_{self.number}"
            self.said[identity] = " ".join([*self.chance.choices(WORDS, k=12), identity[2:]])
            lines.append({"id": identity, "content": self.said[identity], "type": "W"})
        append.append(self.store, layout.FACTS, lines, durable=False)

    def retract(self) -> None:
        gone = self.chance.choice(list(self.said))
        fact = stored.Fact(id=gone, content=self.said.pop(gone), type="W")
        append.append(self.store, layout.FACTS, [fact.retracted()], durable=False)

    def searched(self) -> faults.Counts:
        """Ask for a word and for one fact: `wrong` texts are shown, or it is `missing`."""
        word, one = self.chance.choice(WORDS), self.chance.choice(list(self.said))
        found = searching.search(
            [self.store], f"{word} {one[2:]}", config=_WORDS_ALONE, method=searching.FTS, limit=500
        )
        shown = {str(hit["id"]): hit["text"] for hit in found.results}
        return faults.Counts(
            searches=1,
            wrong=sum(self.said.get(identity) != text for identity, text in shown.items()),
            missing=one not in shown,
        )

    def healed(self) -> bool:
        """Whether one more sync makes the index hold what holds."""
        with indexer.bring_up(self.store)[0] as index:
            known = {str(row[0]) for row in tables.rows(index.db, LIVING)}
            sound = tables.value(index.db, "PRAGMA integrity_check") == "ok"
        return sound and known == set(self.said)


_WORDS_ALONE = config.resolve(None)


def _sync(store: layout.Store) -> None:
    indexer.bring_up(store)[0].close()


def _rebuild(store: layout.Store) -> None:
    indexer.bring_up(store, rebuild=True)[0].close()


def _killed(work: Work, seconds: float) -> bool:
    """Run `work` in a child and kill it; whether it was still at it."""

    def run(ready: Callable[[], None]) -> None:
        ready()
        work()

    child = faults.started(run)
    time.sleep(seconds)
    ended, _ = os.waitpid(child, os.WNOHANG)
    if ended:
        return False
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True


def _seconds(work: Work) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began


def killing(store: layout.Store, kills: int) -> faults.Counts:
    """Kill syncs and rebuilds until so many were hit at work."""
    growing = Growing(store)
    growing.grow(400)
    longest = {_sync: 0.02, _rebuild: _seconds(lambda: _rebuild(store))}
    total = faults.Counts(hit=0, kills=0, unhealed=0)
    cache = Path(layout.cache_directory(store))
    while total["hit"] < kills:
        growing.grow(growing.chance.randrange(1, 30))
        growing.retract()
        work = _rebuild if growing.chance.random() < 0.4 else _sync
        delay = growing.chance.random() * longest[work] * 1.2
        total["hit"] += _killed(functools.partial(work, store), delay)
        total["kills"] += 1
        total.update(growing.searched())
        if total["kills"] % 20 == 0:
            total["unhealed"] += not growing.healed()
        if len(growing.said) > 6_000:
            Path(store.path, layout.FACTS).unlink()
            growing.said.clear()
            growing.grow(400)
    _rebuild(store)
    total["unhealed"] += not growing.healed()
    total["left over"] = sum(".tmp" in path.name for path in cache.iterdir())
    return total


def in_place(path: str, said: dict[str, str]) -> None:
    """The builder that most tools have: the old one deleted, the new one filled where it lies."""
    disk.remove(path)
    db = apsw.Connection(path)
    db.pragma("journal_mode", "OFF")
    db.pragma("synchronous", "OFF")
    db.execute("CREATE TABLE piece (id TEXT, text TEXT)")
    for one in said.items():
        db.execute("INSERT INTO piece VALUES (?, ?)", one)
    db.close()


def killing_in_place(path: Path, kills: int) -> int:
    """How often a killed builder left an index that lacks facts, or none that can be read."""
    said = {f"f_{number}": "x" * 200 for number in range(400)}
    longest = _seconds(lambda: in_place(str(path), said))
    chance, lacking, hit = random.Random(5), 0, 0
    while hit < kills:
        in_place(str(path), said)
        if not _killed(lambda: in_place(str(path), said), chance.random() * longest):
            continue
        hit += 1
        try:
            db = apsw.Connection(str(path))
            lacking += tables.value(db, "SELECT count(*) FROM piece") != len(said)
            db.close()
        except (apsw.Error, *database.DAMAGED):
            lacking += 1
    return lacking


@pytest.mark.long
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("kills", [12, pytest.param(1_000, marks=pytest.mark.torture)])
def test_killed_syncs_and_rebuilds_show_no_wrong_text_and_lose_none(
    store: layout.Store, tmp_path: Path, kills: int
) -> None:
    found = killing(store, kills)
    control = killing_in_place(tmp_path / "control.sqlite", max(10, kills // 10))

    sys.stdout.write(f"\nP6, kills: {found}; control lacked facts after {control} kills\n")
    assert found["hit"] >= kills
    assert found["searches"] == found["kills"]
    assert not any(found[fault] for fault in ("wrong", "missing", "unhealed", "left over"))
    assert control > 0, "the control must lack some"
