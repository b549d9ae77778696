"""What older and newer versions left on a disk (docs/promises.md, P16)."""

from __future__ import annotations

import gzip
import json
import os
import shutil
from pathlib import Path

import apsw
import pytest

from memory_store import config
from memory_store.index import disk, indexer, sync, tables
from memory_store.journal import facts, read, records
from memory_store.recall import searching
from memory_store.store import layout
from tests.properties import test_index

RELEASES = Path(__file__).parents[1] / "releases"
FOLDERS = sorted(path.name for path in RELEASES.glob("index-*"))
HOLDS = {"数据库每天凌晨备份", "Deploys run at one"}


def put_in_place(store: layout.Store, folder: str) -> Path:
    """The memory of a release in the store and its index in the cache; the index's path."""
    shutil.copytree(RELEASES / folder / "memory", store.path, dirs_exist_ok=True)
    path = Path(layout.cache_directory(store), disk.NAME)
    path.parent.mkdir(parents=True)
    path.write_bytes(gzip.decompress((RELEASES / folder / "index.sqlite.gz").read_bytes()))
    return path


def texts_found(store: layout.Store, text: str) -> set[str]:
    asked = searching.search([store], text, config=config.resolve(), method="fts")
    assert asked.degraded is None
    return {str(one["text"]) for one in asked.results}


def test_the_folders_are_of_older_versions() -> None:
    assert FOLDERS
    assert all(int(folder.removeprefix("index-")) < tables.VERSION for folder in FOLDERS)


@pytest.mark.parametrize("folder", FOLDERS)
def test_files_of_an_older_version_load(store: layout.Store, folder: str) -> None:
    put_in_place(store, folder)

    assert {str(one["content"]) for one in facts.recent(store)} == HOLDS
    (summary,) = read.newest_first(store, layout.SESSIONS)
    assert summary["topic"] == "Moved the deploys"
    (day,) = read.daily_names(store)
    assert [one["type"] for one in read.newest_first(store, day)] == ["response", "prompt"]


@pytest.mark.parametrize("folder", FOLDERS)
def test_an_index_of_an_older_version_is_built_again(store: layout.Store, folder: str) -> None:
    path = put_in_place(store, folder)
    old = apsw.Connection(str(path))
    assert old.pragma("user_version") == int(folder.rpartition("-")[2])
    old.close()

    assert texts_found(store, "deploys") >= {"Deploys run at one"}
    assert texts_found(store, "kraken") == {"Ops\nThe kraken listens on port 7000."}
    index, _ = indexer.bring_up(store)
    anew, _ = indexer.in_memory(store)
    with index, anew:
        assert index.db.pragma("user_version") == tables.VERSION
        assert test_index.snapshot(index.db) == test_index.snapshot(anew.db)
    assert [one.name for one in path.parent.glob("index*.sqlite")] == [disk.NAME]


@pytest.mark.parametrize("folder", FOLDERS)
def test_an_index_of_a_newer_version_is_left_alone_and_unused(
    store: layout.Store, folder: str
) -> None:
    """Its tables may be of any shape: these are an older one's, with a fact that holds no more."""
    path = put_in_place(store, folder)
    db = apsw.Connection(str(path))
    db.pragma("user_version", tables.VERSION + 1)
    db.close()
    before = (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino)

    assert texts_found(store, "deploys") >= {"Deploys run at one"}
    sync.sync(store)
    sync.sync(store, rebuild=True)

    assert (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino) == before
    with indexer.bring_up(store)[0] as index:
        assert os.path.basename(index.path) == f"index-{tables.VERSION}.sqlite"
        assert tables.number(index.db, "SELECT count(*) FROM piece WHERE kind = 'fact'") > 0


def test_records_of_a_newer_version_are_read_as_far_as_they_are_known_and_kept_whole(
    store: layout.Store,
) -> None:
    lines: list[dict[str, object]] = [
        {"id": "f_1", "content": "Deploys run at noon", "schema_version": 9, "mood": {"a": [1]}},
        {"id": "f_2", "content": "a kraken", "type": "Q", "confidence": "high", "op": "amend"},
        {"id": "x_3", "type": "graph", "edges": [["f_1", "f_2"]]},
    ]
    path = Path(store.path, layout.FACTS)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    before = path.read_bytes()

    held = list(facts.recent(store))

    assert [one["id"] for one in held] == ["f_2", "f_1"]
    assert held[1]["mood"] == {"a": [1]}
    assert records.checked("fact", {**held[0]})["type"] == "W"
    assert texts_found(store, "deploys kraken") == {"Deploys run at noon", "a kraken"}
    assert path.read_bytes() == before
