"""`chunk_tokens` and `chunk_overlap`: Markdown is cut by them, and again where they change."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.index import chunking, database, sync, tables
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from collections.abc import Iterator

NOTE = "\n\n".join(
    f"第{number}段说明缓存的失效规则，以及它为什么这样。" * 3 for number in range(40)
)


@pytest.fixture(autouse=True)
def long_ago(store: layout.Store) -> None:
    """A note that was written before, so that its signature is settled."""
    notes = Path(store.path, "notes")
    notes.mkdir()
    (notes / "a.md").write_text(NOTE, "utf-8")
    given.fact(store, "the gateway")
    for path in (notes / "a.md", Path(store.path, layout.CORE), Path(store.path, layout.FACTS)):
        os.utime(path, (clock.now() - 600, clock.now() - 600))


def settle(store: layout.Store, **settings: int) -> None:
    Path(store.path, layout.SETTINGS).write_text(json.dumps(settings), "utf-8")


def pieces(store: layout.Store) -> list[tuple[int, int]]:
    """The lines of the note's pieces, as the index has them."""
    sync.sync(store)
    index = database.open_existing(layout.cache_directory(store))
    assert index is not None
    with index:
        sql = "SELECT line, end_line FROM piece WHERE file = 'notes/a.md' ORDER BY line"
        return list(tables.rows(index.db, sql))


def covered(found: list[tuple[int, int]]) -> Iterator[int]:
    for first, last in found:
        yield from range(first, last + 1)


def test_a_change_of_the_settings_cuts_again_and_back_gives_what_was(store: layout.Store) -> None:
    usual = pieces(store)

    settle(store, chunk_tokens=100, chunk_overlap=0)
    short = pieces(store)
    settle(store, chunk_tokens=100, chunk_overlap=50)
    shared = pieces(store)
    settle(store)

    assert len(short) > 2 * len(usual)
    assert len(set(covered(short))) == len(list(covered(short)))  # none is in two
    assert len(set(covered(shared))) < len(list(covered(shared)))
    assert pieces(store) == usual


def test_what_is_cut_by_settings_of_ones_own_is_found_done_by_the_next_sync(
    store: layout.Store,
) -> None:
    settle(store, chunk_tokens=100)
    time.sleep(0.06)  # until its time can be told from the next one
    pieces(store)

    assert sync.idle_report(store) is not None
    settle(store, chunk_tokens=101)
    assert sync.idle_report(store) is None


def test_an_overlap_is_half_of_a_piece_at_most(store: layout.Store) -> None:
    settle(store, chunk_tokens=100, chunk_overlap=90)

    cut = chunking.chunk_size(store)

    assert (cut.tokens, cut.overlap) == (100, 50)
    assert chunking.mark(chunking.ChunkSize(400, 80)) == ""
