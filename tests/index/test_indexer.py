"""Whatever befalls the index, nothing is lost and nothing wrong is shown (docs/reliability.md)."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.index import (
    bookmarks,
    database,
    disk,
    indexer,
    sync,
    sync_report,
    tables,
)
from memory_store.store import layout
from tests import faults, given
from tests.index import indexed, tiny

if TYPE_CHECKING:
    from collections.abc import Callable


def contents(store: layout.Store) -> list[str]:
    """What the index finds, by its words and read from the files."""
    found = "words JOIN piece p ON p.id = words.rowid WHERE words MATCH 'number'"
    with indexer.bring_up(store)[0] as index:
        return indexed.texts(store, index, found)


def filled(store: layout.Store, count: int = 5) -> list[str]:
    """A store with facts, indexed; what they say."""
    said = [str(given.fact(store, f"fact number {at}")["content"]) for at in range(count)]
    sync.sync(store, embedder=tiny.TinyEmbedder())
    return sorted(said)


def path_of(store: layout.Store) -> Path:
    return Path(layout.cache_directory(store), disk.NAME)


def overwrite(content: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content)


def replace_by_directory(path: Path) -> None:
    path.unlink()
    path.mkdir()


def replace_by_link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


@pytest.mark.parametrize(
    "damage",
    [
        Path.unlink,
        overwrite(b""),
        overwrite(b"SQLite format 3\0"),
        overwrite(b"no database at all\n" * 900),
        overwrite(b"\0" * 40_960),
        lambda path: os.truncate(path, 4_096),
        lambda path: os.truncate(path, path.stat().st_size // 2),
        replace_by_directory,
        replace_by_link,
        lambda path: path.with_name("index.sqlite-wal").write_bytes(b"stale" * 1_000),
        lambda path: path.with_name("index.sqlite-journal").write_bytes(b"stale" * 1_000),
        lambda path: shutil.rmtree(path.parent),
    ],
)
def test_a_damaged_index_is_built_again_or_gone_round(
    store: layout.Store, damage: Callable[[Path], object]
) -> None:
    said = filled(store)

    damage(path_of(store))

    assert contents(store) == said
    assert contents(store) == said


def test_an_index_that_was_restored_from_yesterday_catches_up(store: layout.Store) -> None:
    filled(store)
    yesterday = path_of(store).read_bytes()
    said = filled(store)

    path_of(store).write_bytes(yesterday)

    assert set(contents(store)) == set(said)


def test_another_stores_index_is_not_taken_for_ours(
    store: layout.Store, user_store: layout.Store
) -> None:
    filled(user_store)
    said = sorted(str(given.fact(store, f"own number {at}")["content"]) for at in range(3))
    sync.sync(store)

    shutil.copyfile(path_of(user_store), path_of(store))

    assert contents(store) == said


@faults.posix
def test_a_locked_index_is_unusable_and_left_as_it_is(store: layout.Store) -> None:
    filled(store)
    where = disk.directory(store)
    before = path_of(store).read_bytes()
    given.fact(store, "one more")

    def hold(ready: Callable[[], None]) -> None:
        with database.locked(where, 1):
            ready()
            faults.sleep_for_ever()

    child = faults.started(hold)
    try:
        with pytest.raises(database.Unusable, match="in use"):
            indexer.bring_up(store, patience=0.05)
    finally:
        faults.kill(child)
    assert path_of(store).read_bytes() == before


@pytest.mark.long
@faults.linux
def test_a_full_disk_is_told_and_no_reason_to_build_again(store: layout.Store) -> None:
    cache = Path(layout.cache_root())

    def sync_on_a_full_disk() -> str:
        said = filled(store)
        faults.fill(cache)
        for at in range(400):
            given.fact(store, f"later number {at}")
        before = path_of(store).read_bytes()
        try:
            sync.sync(store)
        except database.Unusable:
            untouched = path_of(store).read_bytes() == before
            (cache / "fill").unlink()
            return f"{untouched} {set(said) < set(contents(store))}"
        return "no error"

    assert faults.in_child(sync_on_a_full_disk, faults.small_disk(cache, "1m")) == "True True"


@faults.linux
def test_where_the_cache_cannot_be_written_the_index_is_made_in_memory(
    store: layout.Store,
) -> None:
    said = filled(store)
    given.fact(store, "fact number 9")

    def search() -> object:
        index, report = indexer.bring_up(store)
        index.close()
        return [report.degraded, contents(store)]

    found = faults.in_child(search, faults.read_only(layout.cache_root()))

    assert found == [sync_report.NOT_KEPT, sorted([*said, "fact number 9"])]


def test_a_look_at_the_files_is_used_where_the_index_is_of_them(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = filled(store)
    time.sleep(0.06)  # files changed a moment ago are looked at once more
    indexer.bring_up(store)[0].close()
    present = bookmarks.signatures(store)
    look = bookmarks.signatures
    looks: list[layout.Store] = []

    def counted(where: layout.Store) -> dict[str, str]:
        looks.append(where)
        return look(where)

    monkeypatch.setattr(bookmarks, "signatures", counted)
    indexer.bring_up(store, present=present)[0].close()
    assert looks == []

    day = given.event(store, "prompt", text="number ten was asked for")
    indexer.bring_up(store)[0].close()  # by another process, meanwhile
    looks.clear()
    index, report = indexer.bring_up(store, present=present)
    index.close()
    assert (len(looks), report.removed) == (1, 0)
    assert contents(store) == sorted([*said, str(day["text"])])


def pieces_soon(store: layout.Store, backlog_bytes: int) -> int | None:
    """How many pieces there are for somebody in a hurry; None without an index."""
    index = indexer.open_soon(store, backlog_bytes, 1)
    if index is None:
        return None
    with index:
        return tables.number(index.db, "SELECT count(*) FROM piece")


def test_an_index_is_read_as_it_is_where_bringing_it_up_would_take_long(
    store: layout.Store,
) -> None:
    given.fact(store, "x" * 1_900 + " number")
    in_a_hurry = pieces_soon(store, 1_000)
    filled(store)
    given.fact(store, "x" * 1_900 + " number")

    assert in_a_hurry is None
    assert pieces_soon(store, 1_000) == 6
    assert pieces_soon(store, 10_000) == 7


def test_turns_alone_are_not_taken_in_for_a_prompt_and_a_fact_is(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = clock.now() + 60  # files that changed a moment ago are looked at once more
    with monkeypatch.context() as patch:
        patch.setattr(clock, "now", lambda: later)
        filled(store)
    before = pieces_soon(store, 10_000)
    given.event(store, "prompt", text="how do we deploy to production?")

    assert pieces_soon(store, 10_000) == before == 5
    given.fact(store, "we deploy with make ship")
    assert pieces_soon(store, 10_000) == 7, "the control: the turn comes along"


def test_a_file_to_look_at_again_is_read_from_its_beginning(store: layout.Store) -> None:
    filled(store)
    with indexer.bring_up(store)[0] as index:
        indexer.look_again(index, store, {layout.FACTS})

    report = sync.sync(store)

    assert (report.added, report.removed) == (5, 5)
