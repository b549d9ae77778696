from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memory_store import clock
from memory_store.index import (
    bookmarks,
    database,
    disk,
    indexer,
    ingest,
    sync,
)
from memory_store.store import layout
from tests import given
from tests.index import indexed, tiny


def settle(store: layout.Store) -> None:
    """Sync until nothing is left that changed a moment ago."""
    end = clock.now() + 5
    sync.sync(store)
    where = layout.cache_directory(store)
    while bookmarks.state(where).known != bookmarks.signatures(store):
        assert clock.now() < end
        sync.sync(store)


def test_a_sync_says_what_it_did(store: layout.Store) -> None:
    first = given.fact(store, "one")
    given.fact(store, "two")
    with Path(store.path, layout.FACTS).open("ab") as file:
        file.write(b"{damaged\n")

    added = sync.sync(store)
    given.retraction(store, first)
    removed = sync.sync(store)

    assert (added.added, added.removed, added.bad_lines) == (2, 0, 1)
    assert (removed.added, removed.removed, removed.bad_lines) == (0, 1, 1)
    assert added.degraded == removed.degraded == ""


def test_a_sync_with_nothing_to_do_opens_no_index(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    given.fact(store, "one")
    with Path(store.path, layout.FACTS).open("ab") as file:
        file.write(b"{damaged\n")
    settle(store)

    monkeypatch.setattr(indexer, "bring_up", None)
    report = sync.sync(store)

    assert (report.added, report.bad_lines) == (0, 1)


def test_a_sync_with_nothing_to_do_loads_neither_sqlite_nor_patterns(
    store: layout.Store,
) -> None:
    given.fact(store, "one")
    settle(store)
    script = (
        "import sys; from memory_store.store import layout; from memory_store.index import sync;"
        f"sync.sync(layout.project_store({store.project!r}));"
        "print(sorted({'apsw', 're', 'json', 'typing', 'logging'} & set(sys.modules)))"
    )

    shown = subprocess.run(
        [sys.executable, "-S", "-c", script],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(layout.__file__).parents[2],
    )

    assert shown.stdout.strip() == "[]"


def test_a_lost_index_is_noticed_in_spite_of_the_file_beside_it(store: layout.Store) -> None:
    given.fact(store, "one")
    settle(store)

    Path(layout.cache_directory(store), disk.NAME).unlink()

    assert sync.sync(store).added == 1


def test_a_store_that_is_not_there_has_an_empty_index(tmp_path: Path) -> None:
    report = sync.sync(layout.project_store(str(tmp_path / "none")))

    assert (report.added, report.bad_lines, report.degraded) == (0, 0, "")


def test_nothing_to_do_is_known_without_opening_the_index(store: layout.Store) -> None:
    def idle(model: str = "") -> bool:
        return sync.idle_report(store, model) is not None

    given.fact(store, "one")
    assert not idle()
    settle(store)
    assert (idle(), idle("tiny")) == (True, False), "it has no vectors"

    sync.sync(store, embedder=tiny.TinyEmbedder())
    assert (idle("tiny"), idle("newer")) == (True, False)
    sync.sync(store, embedder=tiny.TinyEmbedder("newer"))
    assert (idle("tiny"), idle("newer")) == (False, True)

    given.fact(store, "two")
    assert not idle("newer")
    settle(store)
    assert not idle("newer"), "the new one waits for its vector"
    sync.sync(store, embedder=tiny.TinyEmbedder("newer"))
    assert idle("newer")
    sync.sync(store, rebuild=True)
    assert (idle(), idle("newer")) == (True, False)


def test_a_model_is_not_noted_for_texts_that_another_process_added_meanwhile(
    store: layout.Store,
) -> None:
    embedder = tiny.TinyEmbedder()
    given.fact(store, "one")
    settle(store)
    index, report = indexer.bring_up(store)
    with index:
        given.fact(store, "two")
        settle(store)  # as the other process does, without a model

        indexer.note_model(index, store, embedder, report)

    assert sync.idle_report(store) is not None
    assert sync.idle_report(store, embedder.name) is None


def test_a_lost_index_is_noticed_also_beside_a_newer_versions(store: layout.Store) -> None:
    path = Path(layout.cache_directory(store), disk.NAME)
    path.parent.mkdir(parents=True)
    path.mkdir()
    given.fact(store, "one")
    settle(store)
    before = sync.idle_report(store)

    os.unlink(disk.path_in(os.path.realpath(path.parent)))

    assert before is not None
    assert sync.idle_report(store) is None


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM part WHERE id = 1",
        "DELETE FROM line WHERE id = 1",
        "DELETE FROM words WHERE rowid = 1",
        "DELETE FROM window WHERE id = 1",
        "DELETE FROM vector WHERE window = 2",
        "DELETE FROM binary_code WHERE window = 2",
        "DROP TABLE binary_code",
        "DELETE FROM words_data WHERE id = (SELECT max(id) FROM words_data)",
        "UPDATE meta SET value = '7' WHERE name = 'living'",
    ],
)
def test_rows_that_damage_took_are_noticed_by_the_next_sync(
    store: layout.Store, damage: str
) -> None:
    embedder = tiny.TinyEmbedder()
    for text in ("one", "two", "three"):
        given.fact(store, text)
    sync.sync(store, embedder=embedder)
    with indexer.bring_up(store)[0] as index:
        index.transact(lambda: index.db.execute(damage))
    given.fact(store, "four")

    sync.sync(store, embedder=embedder)

    counts = [
        indexed.number(store, f"SELECT count(*) FROM {table}")  # noqa: S608
        for table in ("piece", "words_docsize", "window", "vector", "binary_code")
    ]
    assert counts == [4] * 5


def test_a_rebuilt_index_that_loses_rows_again_is_told(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    given.fact(store, "one")
    monkeypatch.setattr(ingest.Ingest, "close", ingest.Ingest.settle)  # counts nothing

    with pytest.raises(database.Unusable, match="damaged at once"):
        sync.sync(store)
