from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest

from memory_store.index import database, disk, tables
from tests import faults

if TYPE_CHECKING:
    from memory_store.store import layout


BESIDE = f"index-{tables.VERSION}.sqlite"


@pytest.fixture
def where(tmp_path: Path) -> str:
    """A directory for an index."""
    found = tmp_path / "cache"
    found.mkdir()
    return os.path.realpath(found)


def published(where: str) -> database.Index:
    """A new index, in its place."""
    index = database.create_aside(where)
    index.publish()
    return index


def test_an_index_is_for_this_user_alone(where: str) -> None:
    before = os.umask(0)
    try:
        published(where).close()
    finally:
        os.umask(before)

    assert stat.S_IMODE(os.stat(os.path.join(where, disk.NAME)).st_mode) == 0o600


@pytest.mark.parametrize(
    "change",
    [
        "PRAGMA application_id = 7",
        "PRAGMA user_version = 0",
        "UPDATE meta SET value = 'older' WHERE name = 'fingerprint'",
        "DELETE FROM meta",
        "DROP TABLE meta",
    ],
)
def test_an_index_of_another_make_is_to_be_built_again(where: str, change: str) -> None:
    with published(where) as index:
        index.db.execute(change)

    assert database.open_existing(where) is None


def test_a_link_is_not_followed_and_gives_way_to_an_index(where: str, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    published(str(elsewhere)).close()
    before = (elsewhere / disk.NAME).read_bytes()
    Path(where, disk.NAME).symlink_to(elsewhere / disk.NAME)

    missing = database.open_existing(where)
    published(where).close()

    assert missing is None
    assert not Path(where, disk.NAME).is_symlink()
    assert (elsewhere / disk.NAME).read_bytes() == before


def test_a_cache_that_lies_behind_a_link_is_used(tmp_path: Path, where: str) -> None:
    published(where).close()
    link = tmp_path / "link"
    link.symlink_to(where)

    index = database.open_existing(str(link))

    assert index is not None
    index.close()


def built_beside(where: str) -> str:
    """The name of the index that is built where what stands in its place is none of ours."""
    missing = database.open_existing(where)
    published(where).close()
    index = database.open_existing(where)
    assert missing is None
    assert index is not None
    with index:
        return os.path.basename(index.path)


def test_a_directory_in_its_place_is_left_alone_and_ours_stands_beside_it(where: str) -> None:
    Path(where, disk.NAME).mkdir()
    Path(where, disk.NAME, "somebody's").write_text("x", "utf-8")

    assert built_beside(where) == BESIDE
    assert Path(where, disk.NAME, "somebody's").exists()


def test_where_both_names_are_taken_the_index_serves_this_process(where: str) -> None:
    for name in (disk.NAME, BESIDE):
        Path(where, name).mkdir()

    with published(where) as index:
        assert tables.number(index.db, "SELECT count(*) FROM meta") == 3
        assert index.aside

    assert sorted(path.name for path in Path(where).iterdir()) == sorted((disk.NAME, BESIDE))


@faults.linux
@pytest.mark.parametrize("mode", [0o000, 0o200, 0o400])
def test_a_file_that_is_closed_to_us_is_left_alone_and_ours_stands_beside_it(
    where: str, mode: int
) -> None:
    published(where).close()
    Path(where, disk.NAME).chmod(mode)
    before = Path(where, disk.NAME).stat()

    assert faults.in_child(lambda: built_beside(where), faults.without_rights) == BESIDE
    assert Path(where, disk.NAME).stat() == before


def test_a_finished_index_takes_the_place_of_the_old_one_and_of_its_journals(where: str) -> None:
    published(where).close()
    for trail in ("-journal", "-wal", "-shm"):
        Path(where, disk.NAME + trail).write_bytes(b"of the old index")

    with published(where) as index:
        index.transact(lambda: index.db.execute("INSERT INTO meta VALUES ('new', 'one')"))

    assert sorted(path.name for path in Path(where).iterdir()) == [
        disk.NAME,
        f"{disk.NAME}-journal",
    ]
    assert Path(where, f"{disk.NAME}-journal").read_bytes() == b""


def test_what_a_killed_builder_left_is_swept(where: str) -> None:
    for name in ("index.sqlite.123.tmp", "index.sqlite.123.tmp-journal", "bookmarks.json.7.tmp"):
        Path(where, name).write_bytes(b"half")

    published(where).close()

    assert [path.name for path in Path(where).iterdir()] == [disk.NAME]


def test_a_reader_goes_on_while_a_new_index_is_swapped_in(where: str) -> None:
    with published(where) as old:
        old.transact(lambda: old.db.execute("INSERT INTO meta VALUES ('which', 'old')"))
        old.begin_reading()
        published(where).close()

        assert tables.value(old.db, "SELECT value FROM meta WHERE name = 'which'") == "old"


def test_a_file_that_was_swapped_away_is_neither_read_anew_nor_written(where: str) -> None:
    with published(where) as old:
        published(where).close()

        with pytest.raises(database.Unusable):
            old.begin_reading()
        with pytest.raises(database.Unusable):
            old.write(lambda: None)


def test_a_failed_write_leaves_nothing_behind(where: str) -> None:
    def work() -> None:
        index.db.execute("INSERT INTO meta VALUES ('half', 'done')")
        raise ValueError("half way")

    with published(where) as index:
        with pytest.raises(ValueError, match="half way"):
            index.write(work)

        assert tables.number(index.db, "SELECT count(*) FROM meta WHERE name = 'half'") == 0


def test_a_question_that_takes_too_long_is_given_up(where: str) -> None:
    with published(where) as index:
        index.give_up_at(0)

        with pytest.raises(apsw.InterruptError):
            tables.rows(
                index.db,
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000)"
                " SELECT count(*) FROM n",
            )


@faults.posix
def test_an_index_whose_lock_is_held_for_ever_is_not_read(where: str) -> None:
    published(where).close()

    def hold(ready: object) -> None:
        assert callable(ready)
        with database.locked(where, 1):
            ready()
            faults.sleep_for_ever()

    child = faults.started(hold)
    try:
        assert database.open_to_read(where, 0.05) is None
    finally:
        faults.kill(child)


def test_a_directory_that_cannot_be_made_is_none(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))

    assert disk.directory(store) == ""
