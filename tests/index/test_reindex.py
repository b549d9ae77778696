"""While another index is built the old one answers; it goes when the new one is whole."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.embedders import vectors
from memory_store.index import (
    backends,
    database,
    disk,
    filters,
    indexer,
    sync,
    tables,
    vector_table,
)
from memory_store.recall import meaning
from memory_store.store import layout
from tests import faults, given
from tests.index import tiny
from tests.index.backend_contract import cosines_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.embedders import base

ROOT = Path(__file__).parents[2]
MANY = vectors.PROMISED + 10
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def fill(store: layout.Store) -> list[str]:
    """A store with more facts than a sync embeds at once, all of them with vectors."""
    ids = [str(given.fact(store, f"fact {at}")["id"]) for at in range(MANY)]
    sync.sync(store, embedder=tiny.TinyEmbedder())
    return ids


def state(store: layout.Store) -> tuple[str, str, int]:
    """The backend, the model and the number of vectors of the index that answers."""
    index = database.open_to_read(layout.cache_directory(store), 1)
    assert index is not None
    with index:
        return backends.name(index.db), vector_table.model(index.db), vector_table.count(index.db)


class Rebuilding:
    """A process that builds the index anew for another model, and waits in the middle of it."""

    def __init__(self, store: layout.Store, tmp_path: Path) -> None:
        self.begun, self.go = tmp_path / "begun", tmp_path / "go"
        code = (
            "import os, sys, time\n"
            "from memory_store.store import layout\n"
            "from memory_store.index import sync\n"
            "from tests.index import tiny\n"
            "class Waiting(tiny.TinyEmbedder):\n"
            "    def embed_documents(self, texts):\n"
            f"        open({str(self.begun)!r}, 'w').close()\n"
            f"        while not os.path.exists({str(self.go)!r}): time.sleep(.01)\n"
            "        return super().embed_documents(texts)\n"
            f"sync.sync(layout.project_store({store.project!r}), embedder=Waiting('other'))\n"
        )
        self.process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT)
        end = time.monotonic() + 90
        while not self.begun.exists():
            assert time.monotonic() < end
            time.sleep(0.01)

    def finish(self) -> int:
        self.go.touch()
        return self.process.wait(60)


@pytest.fixture
def rebuilding(store: layout.Store, tmp_path: Path) -> Iterator[Rebuilding]:
    """A rebuild in the middle of its work, for a store that holds `MANY` facts."""
    fill(store)
    process = Rebuilding(store, tmp_path)
    yield process
    process.process.kill()
    process.process.wait()


def builds(store: layout.Store) -> list[str]:
    """What stands beside the index that isn't its own."""
    names = os.listdir(layout.cache_directory(store))
    return [one for one in names if one.endswith((disk.NEXT, disk.ASIDE))]


@pytest.mark.long
def test_the_old_index_answers_meanwhile_and_the_new_one_has_what_came(
    store: layout.Store, rebuilding: Rebuilding
) -> None:
    before = cosines_of(store, "x", 300)
    given.fact(store, "written meanwhile")
    words = sync.sync(store)

    assert builds(store), "it is being built"
    assert len(before) == MANY
    assert (words.added, words.degraded) == (1, "")
    assert rebuilding.finish() == 0

    assert state(store) == ("sqlite", "other 4", MANY + 1)
    assert builds(store) == []
    again = sync.sync(store, embedder=tiny.TinyEmbedder("other"))
    assert (again.added, again.vectors_added, again.degraded) == (0, 0, "")


@pytest.mark.long
@faults.posix
def test_killed_in_the_middle_it_leaves_the_old_index_and_the_next_run_ends_it(
    store: layout.Store, rebuilding: Rebuilding
) -> None:
    os.kill(rebuilding.process.pid, 9)
    rebuilding.process.wait()
    left = builds(store)

    assert len(left) == 1
    assert len(cosines_of(store, "x", 300)) == MANY
    assert state(store) == ("sqlite", "tiny 4", MANY)

    sync.sync(store, embedder=tiny.TinyEmbedder("other"))

    assert state(store) == ("sqlite", "other 4", MANY)
    assert builds(store) == []


@pytest.mark.long
def test_of_two_that_want_to_build_one_does(store: layout.Store, rebuilding: Rebuilding) -> None:
    report = sync.sync(store, embedder=tiny.TinyEmbedder("other"), patience=0.05)

    assert "stays as it was" in report.degraded
    with pytest.raises(database.Unusable):
        sync.sync(store, rebuild=True, patience=0.05)
    assert state(store) == ("sqlite", "tiny 4", MANY)
    assert rebuilding.finish() == 0
    assert state(store) == ("sqlite", "other 4", MANY)


@pytest.mark.long
def test_time_that_is_up_leaves_the_old_index_and_nothing_is_made_twice(
    store: layout.Store,
) -> None:
    fill(store)
    for at in range(MANY):
        given.fact(store, f"later {at}")
    sync.sync(store, embedder=tiny.TinyEmbedder())
    other = tiny.TinyEmbedder("other")

    first = sync.sync(store, embedder=other, deadline_vectors=0.0)
    meanwhile = state(store)
    second = sync.sync(store, embedder=other)

    assert meanwhile == ("sqlite", "tiny 4", 2 * MANY)
    assert first.vectors_missing
    assert "the old one answers" in first.degraded
    assert (second.vectors_missing, second.degraded) == (0, "")
    assert state(store) == ("sqlite", "other 4", 2 * MANY)
    assert len(other.embedded) == 2 * MANY


@pytest.mark.long
@faults.linux
@pytest.mark.parametrize("room", [60_000, 150_000])  # too little for empty tables, and for lines
def test_on_a_full_disk_the_old_index_stays(store: layout.Store, room: int) -> None:
    cache = Path(layout.cache_directory(store))

    def rebuild_on_a_full_disk() -> object:
        fill(store)
        (cache / "filling").write_bytes(bytes(_free(cache) - room))
        report = sync.sync(store, embedder=tiny.TinyEmbedder("other"))
        return [report.degraded, *state(store), len(cosines_of(store, "x", 300)), builds(store)]

    cache.mkdir(parents=True)
    found = faults.in_child(rebuild_on_a_full_disk, faults.small_disk(cache, "900k"))

    assert isinstance(found, list), found
    assert "stays as it was" in found[0]
    assert found[1:] == ["sqlite", "tiny 4", MANY, MANY, []]


def _free(cache: Path) -> int:
    status = os.statvfs(cache)
    return status.f_bavail * status.f_frsize


def test_a_rebuild_that_was_asked_for_reads_all_files_anew(store: layout.Store) -> None:
    given.fact(store, "one")
    sync.sync(store, embedder=tiny.TinyEmbedder())
    index = database.open_existing(layout.cache_directory(store))
    assert index is not None
    with index:
        index.write(lambda: index.db.execute("DELETE FROM words"))

    report = sync.sync(store, embedder=tiny.TinyEmbedder(), rebuild=True)

    assert (report.added, report.vectors_added) == (1, 1)
    assert len(cosines_of(store, "x")) == 1


@pytest.mark.long
def test_a_search_asks_the_older_model_until_all_vectors_of_the_new_one_are_there(
    store: layout.Store, use: base.Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "PROMISED", 1)
    own = given.fact(store, "the deploy runs on Fridays")
    for at in range(3):
        given.fact(store, f"number {at}")
    sync.sync(store, embedder=use)
    asked = meaning.Meaning(tiny.TinyEmbedder("other"), "什么时候部署？", 0)
    index, told = indexer.bring_up(store)

    with index:
        asked.ask(index, store, told)
        assert asked.vector is not None
        assert vector_table.has_vectors(index.db, asked.identity)
        near_by = backends.backend(index.db).by_vector(
            index.db, asked.vector, 1, filters.Filters(now=0)
        )
        named = dict(tables.rows(index.db, "SELECT id, record FROM piece"))

    assert [named[one] for one in near_by] == [own["id"]]
    assert f"the index has the vectors of {use.name}" in told.degraded
    assert state(store)[1].startswith(use.name)
