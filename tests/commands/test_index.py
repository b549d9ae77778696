"""`memory-store index`: up to date or built anew, told in numbers, shown while it goes on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.commands import progress
from memory_store.index import sync_report
from memory_store.journal import append, records
from memory_store.store import layout
from tests import given
from tests.commands import terminals

if TYPE_CHECKING:
    from tests.commands.conftest import Run


def inode(store: layout.Store) -> int:
    return Path(layout.cache_directory(store), "index.sqlite").stat().st_ino


def test_force_builds_it_anew_and_without_it_the_index_stays(
    run: Run, store: layout.Store
) -> None:
    given.fact(store, "the gateway")
    run("index")
    before = inode(store)

    run("index")
    assert inode(store) == before
    run("index", "--force")

    assert inode(store) != before
    assert run("search", "gateway", "--method", "fts").code == 0


@pytest.mark.long
@terminals.has_terminals
def test_a_terminal_shows_a_bar_with_the_time_that_is_left(store: layout.Store) -> None:
    facts = [
        records.fact(f"fact number {number}", source={"via": "agent"})[0] for number in range(600)
    ]
    append.append(store, layout.FACTS, facts)

    code, said = terminals.on_terminal(
        store, "", "index", MEMORY_STORE_EMBEDDER="use-multilingual"
    )

    assert code == 0
    assert re.search(r"\r[^\r]*\[#+\.+\] +\d+% \d+/600 texts, \d+:\d\d left", said)
    assert said.rstrip().endswith("s")
    assert "600 vectors made, 0 missing" in said


def test_a_bar_tells_how_long_the_rest_takes_at_this_speed() -> None:
    report = sync_report.SyncReport()
    report.vectors_missing, report.vectors_added = 400, 200

    assert progress.bar(report, 6.0) == (
        "[############............]  50% 200/400 texts, 0:06 left"
    )
