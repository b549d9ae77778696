"""Whatever is found where vectors should be, vectors can be kept, and nothing raises."""

from __future__ import annotations

import os
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import apsw
import pytest

from memory_store.embedders import vector_file, vectors
from tests import faults

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MODEL = "some-model@1"
VECTOR = bytes([127, *[0] * 2047])
KEYS = [bytes([number]) * 16 for number in range(100)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "vectors.sqlite"
    with vectors.VectorCache(str(path)) as cache:
        cache.put_many(MODEL, [(key, VECTOR) for key in KEYS])
    return path


def alter(path: Path, sql: str) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(sql)
    connection.close()


def assert_useful(cache: vectors.VectorCache) -> None:
    cache.put_many(MODEL, [(b"new", VECTOR)])

    assert cache.get_many(MODEL, [b"new"]) == {b"new": VECTOR}


@pytest.mark.parametrize(
    "damage",
    [
        *(lambda path, size=size: os.truncate(path, size) for size in (15, 100, 16_384, 40_000)),
        lambda path: path.write_bytes(b"not a database at all" * 100),
        lambda path: path.write_bytes(b"\0" * 70_000),
        lambda path: alter(path, "ALTER TABLE vectors DROP COLUMN seal"),
    ],
)
def test_a_damaged_or_foreign_file_is_set_aside(
    path: Path, damage: Callable[[Path], object]
) -> None:
    damage(path)
    content = path.read_bytes()
    with vectors.VectorCache(str(path)) as cache:
        cache.get_many(MODEL, KEYS)
        assert_useful(cache)

    assert path.with_name("vectors.sqlite.damaged").read_bytes() == content
    with vectors.VectorCache(str(path)) as cache:
        assert cache.counts() == {MODEL: 1}


@pytest.mark.long
def test_random_damage_never_raises_and_never_gives_out_another_vector(path: Path) -> None:
    whole = path.read_bytes()
    chance = random.Random(7)
    for _ in range(60):
        content = bytearray(whole)
        for _ in range(40):
            content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        path.write_bytes(content)

        with vectors.VectorCache(str(path)) as cache:
            found = cache.get_many(MODEL, KEYS)
            assert all(vector == VECTOR for vector in found.values())
            assert_useful(cache)


def test_damage_that_shows_while_the_file_is_open_is_survived(path: Path) -> None:
    with vectors.VectorCache(str(path)) as cache:
        assert len(cache.get_many(MODEL, KEYS)) == len(KEYS)
        path.write_bytes(path.read_bytes()[:16_384] + b"\xff" * 200_000)

        cache.get_many(MODEL, KEYS)
        assert_useful(cache)


@pytest.mark.parametrize("content", [b"", b"x"])  # SQLite takes a single byte for nothing
def test_an_empty_file_is_a_new_one(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with vectors.VectorCache(str(path)) as cache:
        assert_useful(cache)

    assert not path.with_name("vectors.sqlite.damaged").exists()


def test_whoever_opens_a_new_file_at_once_gets_the_file(tmp_path: Path) -> None:
    openers = 4
    start = threading.Barrier(openers)

    def file_opened(path: str) -> str:
        start.wait()
        connection = vector_file.open_anyhow(path)
        name = connection.filename
        connection.close()
        return name

    with ThreadPoolExecutor(openers) as pool:
        for attempt in range(20):
            path = str(tmp_path / str(attempt))
            assert list(pool.map(file_opened, [path] * openers)) == [path] * openers


def test_a_file_of_a_newer_release_is_left_alone(path: Path) -> None:
    alter(path, "PRAGMA user_version = 99")
    before = path.read_bytes()

    with vectors.VectorCache(str(path)) as cache:
        assert_useful(cache)

    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ("RENAME COLUMN vector TO floats; PRAGMA user_version = 1", 0),
        ("DROP COLUMN used; PRAGMA user_version = 2", len(KEYS)),
    ],
    ids=["of floats", "without days of use"],
)
def test_a_file_of_an_older_layout_is_begun_anew_or_upgraded(
    path: Path, change: str, kept: int
) -> None:
    alter(path, f"ALTER TABLE vectors {change}")

    with vectors.VectorCache(str(path)) as cache:
        assert len(cache.get_many(MODEL, KEYS)) == kept
        assert_useful(cache)
    with vectors.VectorCache(str(path)) as cache:
        assert cache.counts() == {MODEL: kept + 1}
    assert not path.with_name("vectors.sqlite.damaged").exists()


def test_where_no_file_can_be_made_memory_takes_its_place(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    for place in ("file/vectors.sqlite", "folder", "link"):
        with vectors.VectorCache(str(tmp_path / place)) as cache:
            assert_useful(cache)

    assert not (tmp_path / "elsewhere").exists()


@faults.posix
@pytest.mark.parametrize("kind", faults.TRAPS)
def test_whatever_stands_in_the_place_of_its_journal_nobody_waits(
    path: Path, tmp_path: Path, kind: str
) -> None:
    (tmp_path / "target").write_bytes(b"precious")
    faults.trap(path.with_name("vectors.sqlite-journal"), kind, tmp_path / "target")

    def use() -> object:
        with vectors.VectorCache(str(path)) as cache:
            assert_useful(cache)
        with vectors.VectorCache(str(path)) as again:
            return again.counts()

    assert faults.in_child(use, faults.without_rights) == {MODEL: 1}
    assert (tmp_path / "target").read_bytes() == b"precious"


def test_a_file_that_another_process_is_writing_costs_a_wait_and_no_error(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_file, "_WAIT_MILLISECONDS", 20)
    with vectors.VectorCache(str(path)) as cache:
        other = apsw.Connection(str(path))
        other.execute("BEGIN EXCLUSIVE")

        assert cache.get_many(MODEL, KEYS) == {}
        cache.put_many(MODEL, [(b"new", VECTOR)])
        other.execute("ROLLBACK")
        other.close()

        assert cache.counts() == {MODEL: len(KEYS)}
