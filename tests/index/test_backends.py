"""SQLite keeps the contract, and what is no backend leaves the work to it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from memory_store import config
from memory_store.index import backends, indexer, nearest, sync, tables
from memory_store.recall import searching
from tests import given
from tests.index import tiny
from tests.index.backend_contract import *  # noqa: F403  its tests
from tests.index.backend_contract import Kept, cosines_of, results_by_meaning, settings_of

if TYPE_CHECKING:
    from pathlib import Path

    import apsw

    from memory_store.store import layout


@pytest.fixture
def kept() -> Kept:
    def count(db: apsw.Connection) -> int:
        return tables.number(db, "SELECT count(*) FROM vector")

    def lose(where: Path) -> None:
        os.truncate(where / "index.sqlite", (where / "index.sqlite").stat().st_size // 2)

    return Kept(backends.SQLITE, nearest, None, count, "index.sqlite", lose)


@pytest.mark.long
def test_what_is_not_installed_leaves_the_vectors_to_sqlite(store: layout.Store) -> None:
    given.fact(store, "the deploy runs on Fridays")
    settings = settings_of("elsewhere")

    (found,) = results_by_meaning(store, settings)

    assert found["text"] == "the deploy runs on Fridays"
    with indexer.bring_up(store)[0] as index:
        assert backends.name(index.db) == backends.SQLITE


def test_an_index_of_what_was_uninstalled_answers_by_words_until_sqlite_has_its_vectors(
    store: layout.Store,
) -> None:
    gone = given.fact(store, "the deploy runs on Mondays")
    given.fact(store, "the deploy runs on Fridays")
    report = sync.sync(store, embedder=tiny.TinyEmbedder(), backend="elsewhere")
    assert backends.Missing("elsewhere").UNUSABLE in report.degraded
    assert report.vectors_missing == 2

    given.retraction(store, gone)
    found = searching.search([store], "deploy", config=config.resolve(), method=searching.FTS)
    assert [one["text"] for one in found.results] == ["the deploy runs on Fridays"]

    sync.sync(store, embedder=tiny.TinyEmbedder())
    assert len(cosines_of(store, "x")) == 1
