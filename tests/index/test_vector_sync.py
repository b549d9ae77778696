from __future__ import annotations

import time
from typing import TYPE_CHECKING

import apsw
import pytest

from memory_store.embedders import vectors
from memory_store.index import (
    database,
    disk,
    indexer,
    nearest,
    parsing,
    read_back,
    sync,
    vector_sync,
    vector_table,
)
from memory_store.text import digest
from tests import faults, given
from tests.index import indexed, tiny

if TYPE_CHECKING:
    from memory_store.store import layout


def vectors_by_text(store: layout.Store) -> dict[str, bytes]:
    """The vector of each text that has one."""
    sql = (
        f"SELECT v.int8, w.hash, {read_back.COLUMNS} FROM window w"  # noqa: S608
        " JOIN vector v ON v.window = w.id JOIN piece p ON p.id = w.piece"
    )
    found: dict[str, bytes] = {}
    for blob, content_hash, *columns in indexed.rows(store, sql):
        row = read_back.Row(*columns)
        passage = read_back.read_passage(store, row)
        assert passage is not None
        texts = parsing.windows(row.kind, passage.text)
        found |= {t: blob for t in texts if digest.of_content(t) == content_hash}
    return found


def test_another_model_embeds_all_again_and_the_first_comes_back_without_embedding(
    store: layout.Store,
) -> None:
    given.fact(store, "one")
    first = tiny.TinyEmbedder("first")
    sync.sync(store, embedder=first)
    given.fact(store, "two")
    other = tiny.TinyEmbedder("second", dimensions=9)

    report = sync.sync(store, embedder=other)

    assert report.vectors_added == 2
    assert {len(blob) for blob in vectors_by_text(store).values()} == {16}, "no vectors mix"
    sync.sync(store, embedder=first)
    assert first.embedded == ["one", "two"]


@pytest.mark.long
def test_past_the_deadline_two_hundred_texts_are_embedded_the_newest_first(
    store: layout.Store,
) -> None:
    for number in range(260):
        given.fact(store, f"fact number {number}")
    model = tiny.TinyEmbedder()

    late = sync.sync(store, embedder=model, deadline_vectors=0.0)
    rest = sync.sync(store, embedder=model, deadline_vectors=time.monotonic() + 60)

    assert vectors.PROMISED <= late.vectors_added < 260
    assert late.vectors_missing == 260 - late.vectors_added
    assert f"fact number {259}" in model.embedded[:200]
    assert (rest.vectors_added, rest.vectors_missing) == (260 - late.vectors_added, 0)
    assert len(model.embedded) == 260


def test_a_text_that_the_model_has_no_vector_for_is_asked_once(store: layout.Store) -> None:
    given.fact(store, "nothing")
    given.fact(store, "something")
    model = tiny.TinyEmbedder()

    first = sync.sync(store, embedder=model)
    second = sync.sync(store, embedder=model)

    assert (first.vectors_added, first.vectors_missing) == (1, 0)
    assert (second.vectors_added, second.vectors_missing) == (0, 0)
    assert model.embedded.count("nothing") == 1


def test_a_model_that_fails_is_told_and_leaves_the_words(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    given.fact(store, "one")
    model = tiny.TinyEmbedder()

    def fail(_: object) -> None:
        raise RuntimeError("out of memory")

    monkeypatch.setattr(model, "embed_documents", fail)
    report = sync.sync(store, embedder=model)

    assert report.added == 1
    assert report.vectors_missing == 1
    assert "the model failed: out of memory" in report.degraded


def test_without_the_extension_words_are_searched_and_facts_taken_back_and_it_is_told(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = given.fact(store, "gone")
    sync.sync(store, embedder=tiny.TinyEmbedder())
    monkeypatch.setattr(nearest, "_EXTENSION", ("nowhere", "vec0"))
    monkeypatch.setattr(nearest, "_installed", lambda: "nowhere either")
    given.fact(store, "one")
    given.retraction(store, gone)

    report = sync.sync(store, embedder=tiny.TinyEmbedder())

    assert (report.added, report.removed, report.degraded) == (1, 1, nearest.UNUSABLE)


def test_the_extension_is_found_by_the_import_path_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearest, "_EXTENSION", ("nowhere", "vec0"))
    db = apsw.Connection(":memory:")

    assert nearest.load(db)
    db.close()


@faults.posix
def test_vectors_wait_in_the_cache_while_another_process_has_the_index(
    store: layout.Store,
) -> None:
    given.fact(store, "one")
    model = tiny.TinyEmbedder()
    where = disk.directory(store)

    def hold(ready: object) -> None:
        assert callable(ready)
        with database.locked(where, 1):
            ready()
            faults.sleep_for_ever()

    index, report = indexer.bring_up(store)
    with index:
        assert nearest.load(index.db)
        index.write(lambda: vector_table.adopt(index.db, "tiny 4"))
        index.patience = 0.05
        child = faults.started(hold)
        try:
            vector_sync.fill(index, store, model, None, report)
        finally:
            faults.kill(child)
    again = sync.sync(store, embedder=model)

    assert "could not be given vectors" in report.degraded
    assert again.vectors_added == 1
    assert model.embedded == ["one"]


def test_a_text_of_redaction_alone_is_no_damage_and_no_model_is_asked(store: layout.Store) -> None:
    given.event(store, "prompt", text="<private>my salary</private>")
    given.event(store, "response", text="<private>yes</private>")
    given.summary(store, "<private>x</private>", session="s", text="<private>y</private>")
    given.fact(store, "one")
    model = tiny.TinyEmbedder()

    first = sync.sync(store, embedder=model)
    again = sync.sync(store, embedder=model, rebuild=True)
    given.fact(store, "two")
    third = sync.sync(store, embedder=model)

    assert sorted(model.embedded) == ["one", "two"]
    assert (first.vectors_missing, again.vectors_missing, third.vectors_missing) == (0, 0, 0)
