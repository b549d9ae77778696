from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest

from memory_store import clock
from memory_store.journal import read, retention
from memory_store.store import layout
from tests import faults

DAY = 86_400


def day(days_ago: int) -> str:
    return clock.local_date(clock.now() - days_ago * DAY)


def put(store: layout.Store, name: str, days_ago: float) -> Path:
    """A file of the journal, last changed so many days ago."""
    path = Path(store.path, layout.DAILY, name)
    path.parent.mkdir(exist_ok=True)
    path.write_text("x")
    os.utime(path, times=(time.time() - days_ago * DAY,) * 2)
    return path


def expired(store: layout.Store, days: int = 90) -> list[str]:
    return [
        os.path.basename(name) for name in retention.expired(store, read.daily_files(store), days)
    ]


def test_a_day_is_past_its_time_by_name_and_by_its_own_clock(store: layout.Store) -> None:
    put(store, f"{day(91)}.jsonl", 91)
    put(store, f"{day(90)}.jsonl", 90)
    put(store, f"{day(200)}.jsonl", 10)  # changed lately: by hand, or the clock was wrong
    put(store, f"{day(10)}.jsonl", 200)

    assert expired(store) == [f"{day(91)}.jsonl"]
    assert expired(store, 300) == []


@pytest.mark.parametrize(
    "name",
    [
        "2020-01-01.jsonl~",
        "2020-01-01 (conflicted copy).jsonl",
        "2020-01-01.jsonl.tmp",
        "2020-1-1.jsonl",
        "notes.jsonl",
        "2020-01-01.log",
        "facts.jsonl",
        "2099-01-01.jsonl",
        "9999-99-99.jsonl",
    ],
)
def test_what_is_no_old_journal_day_by_name_stays(store: layout.Store, name: str) -> None:
    put(store, name, 10_000)

    assert expired(store) == []


@faults.posix
def test_what_is_no_plain_file_of_our_own_stays(store: layout.Store, tmp_path: Path) -> None:
    daily = Path(store.path, layout.DAILY)
    put(store, "2020-01-01.jsonl", 2_000)
    precious = tmp_path / "precious"
    precious.write_text("x")
    os.utime(precious, times=(0, 0))
    (daily / "2020-01-02.jsonl").symlink_to(precious)
    (daily / "2020-01-03.jsonl").hardlink_to(precious)
    (daily / "2020-01-04.jsonl").mkdir()
    os.mkfifo(daily / "2020-01-05.jsonl")

    assert expired(store) == ["2020-01-01.jsonl"]


@faults.posix
def test_nothing_behind_a_linked_directory_is_deleted(store: layout.Store, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "2020-01-01.jsonl").write_text("precious")
    os.utime(outside / "2020-01-01.jsonl", times=(0, 0))
    Path(store.path, layout.DAILY).symlink_to(outside)

    assert expired(store) == []
    assert retention.delete(store, [f"{layout.DAILY}/2020-01-01.jsonl"]) == 0
    assert (outside / "2020-01-01.jsonl").read_text() == "precious"


def test_a_run_takes_a_months_worth_the_oldest_first(store: layout.Store) -> None:
    names = [f"2020-{month:02d}-{number:02d}.jsonl" for month in (1, 2) for number in range(1, 29)]
    for name in names:
        put(store, name, 2_000)

    found = expired(store)
    assert found == sorted(names)[:31]
    assert retention.delete(store, retention.expired(store, read.daily_files(store), 90)) == 31
    assert (
        retention.delete(store, retention.expired(store, read.daily_files(store), 90))
        == len(names) - 31
    )
    assert expired(store) == []


def test_what_is_gone_already_is_not_counted(store: layout.Store) -> None:
    put(store, "2020-01-01.jsonl", 2_000)
    names = retention.expired(store, read.daily_files(store), 90)

    assert retention.delete(store, names * 2) == 1
    assert retention.delete(store, []) == 0


def test_a_clock_ten_years_ahead_deletes_nothing_that_it_was_not_given(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`finish` hands over what was consolidated; a wrong clock alone must not widen that."""
    for days_ago in range(3):
        put(store, f"{day(days_ago)}.jsonl", days_ago)
    now = time.time()
    monkeypatch.setattr(clock, "now", lambda: now + 3_650 * DAY)

    consolidated = retention.expired(store, read.daily_files(store), 90)[:1]
    assert retention.delete(store, consolidated) == 1
    assert len(os.listdir(Path(store.path, layout.DAILY))) == 2


def test_a_clock_set_back_deletes_nothing(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(store, f"{day(100)}.jsonl", 100)
    assert len(expired(store)) == 1
    monkeypatch.setattr(clock, "now", lambda: 0.0)

    assert expired(store) == []


@faults.posix
def test_whatever_lies_there_only_old_plain_days_go(store: layout.Store, tmp_path: Path) -> None:
    """A random tree: what is deleted is a part of what the specification names."""
    chance = random.Random(11)
    daily = Path(store.path, layout.DAILY)
    daily.mkdir()
    (tmp_path / "precious").write_text("x")
    endings = [".jsonl", ".jsonl", ".jsonl", ".log", ".jsonl.bak"]
    for _ in range(300):
        age, changed = chance.randrange(-50, 400), chance.randrange(0, 400)
        name = day(age) + chance.choice(endings)
        kind = chance.choice(["file", "file", "file", "link", "directory"])
        if (daily / name).exists() or (daily / name).is_symlink():
            continue
        if kind == "file":
            put(store, name, changed)
        elif kind == "link":
            (daily / name).symlink_to(tmp_path / "precious")
        else:
            (daily / name).mkdir()
    allowed = {
        path.name
        for path in daily.iterdir()
        if path.name.endswith(".jsonl")
        and path.name[:10] < day(90)
        and path.is_file()
        and not path.is_symlink()
        and time.time() - path.stat().st_mtime > 90 * DAY
    }
    before = set(os.listdir(daily))

    while names := retention.expired(store, read.daily_files(store), 90):
        retention.delete(store, names)

    assert before - set(os.listdir(daily)) == allowed
    assert len(allowed) > 31
    assert (tmp_path / "precious").exists()
