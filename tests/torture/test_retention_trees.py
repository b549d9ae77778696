"""docs/promises.md P13: retention deletes what its rule names, and never what was not learnt from.

Random trees of journal days under random clocks: what is gone afterwards was a plain file of ours
named for a day, past its time by that name and by its own clock, and learnt from to its end.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from memory_store import clock
from memory_store.journal import checkpoints
from memory_store.store import layout
from memory_store.upkeep import finish, run_state
from tests import faults, given

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store import place

    Tidy = Callable[[place.Place, layout.Store], object]

pytestmark = faults.posix

DAY = 86_400
NAMES = ["{}.jsonl"] * 6 + ["{}.log", "{} (conflicted copy).jsonl", "x{}.jsonl", "{}.jsonl.tmp"]
KINDS = ["file"] * 6 + ["link", "second name", "directory", "pipe"]


class Planted(NamedTuple):
    """One entry of a random tree, and whether the rule names it."""

    path: Path
    may_go: bool


def _plant(chance: random.Random, store: layout.Store, outside: Path, now: float) -> list[Planted]:
    """Some entries of `daily/`, and the marks of those that were learnt from."""
    daily, done, planted = Path(store.path, layout.DAILY), {}, []
    daily.mkdir()
    for _ in range(chance.randrange(1, 7)):
        age, changed = chance.randrange(-40, 300), chance.randrange(-40, 300)
        path = daily / chance.choice(NAMES).format(clock.local_date(now - age * DAY))
        kind, learnt = chance.choice(KINDS), chance.choice(["whole", "whole", "part", "nothing"])
        if os.path.lexists(path):
            continue
        _make(path, kind, outside)
        if kind == "file":
            os.utime(path, (now - changed * DAY,) * 2)
        if learnt != "nothing":
            size = path.stat().st_size if kind == "file" else 1
            done[f"{layout.DAILY}/{path.name}"] = size - (learnt == "part")
        ours = kind == "file" and path.name == f"{path.name[:10]}.jsonl" and path.name[0] != "x"
        old = age > 90 and changed > 90
        planted.append(Planted(path, ours and old and learnt == "whole"))
    checkpoints.update(store, done)
    return planted


def _make(path: Path, kind: str, outside: Path) -> None:
    if kind == "file":
        path.write_bytes(b'{"type":"prompt"}\n')
    elif kind == "link":
        path.symlink_to(outside)
    elif kind == "second name":
        path.hardlink_to(outside)
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()


def ours(where: place.Place, store: layout.Store) -> None:
    finish._tidy(run_state.Run(where, run_state.Report(), 1.0, None), store)


def naive(_: place.Place, store: layout.Store) -> None:
    """The retention that most tools have: by the file's time alone."""
    for path in Path(store.path, layout.DAILY).glob("*.jsonl"):
        if clock.now() - path.lstat().st_mtime > 90 * DAY and not path.is_dir():
            path.unlink()


def wrongly_deleted(
    store: layout.Store, outside: Path, trees: int, tidy: Tidy, monkeypatch: pytest.MonkeyPatch
) -> tuple[int, int]:
    """How many entries were deleted from so many trees, and how many of them wrongly."""
    chance, where = random.Random(17), given.where(store)
    monkeypatch.setattr(os, "fsync", lambda _: None)  # no power is cut here
    outside.write_text("precious")
    deleted = wrong = 0
    for _ in range(trees):
        now = time.time() + chance.choice([0, 0, 0, 3_650, -3_650, 400]) * DAY
        monkeypatch.setattr(clock, "now", lambda now=now: now)
        planted = _plant(chance, store, outside, now)
        tidy(where, store)
        gone = [one for one in planted if not os.path.lexists(one.path)]
        deleted += len(gone)
        wrong += sum(not one.may_go for one in gone)
        shutil.rmtree(Path(store.path, layout.DAILY))
    assert outside.read_text() == "precious"
    return deleted, wrong


@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("trees", [100, pytest.param(20_000, marks=pytest.mark.torture)])
def test_retention_deletes_from_random_trees_what_its_rule_names(
    store: layout.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trees: int
) -> None:
    outside = tmp_path / "outside"
    deleted, wrong = wrongly_deleted(store, outside, trees, ours, monkeypatch)
    _, control = wrongly_deleted(store, outside, max(50, trees // 20), naive, monkeypatch)

    sys.stdout.write(
        f"\nP13: {trees} trees, {deleted} files deleted, {wrong} wrongly; control: {control}\n"
    )
    assert deleted > trees / 50
    assert wrong == 0
    assert control > 0, "the control must delete some wrongly"
