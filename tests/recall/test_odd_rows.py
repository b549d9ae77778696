"""Whatever a damaged row holds, a search tells texts of the files or builds the index again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest

from memory_store import clock, config
from memory_store.embedders import models
from memory_store.index import disk, filters, sync, tables
from memory_store.recall import searching
from memory_store.store import layout
from tests import given
from tests.index import tiny

if TYPE_CHECKING:
    from collections.abc import Callable

ODD: list[object] = [None, "", "text", "7", b"", b"\xff\x00", -1, 0, 1 << 62, 1e308, -1e308]
SOME = {"created", "letters", "session", "signature", "offset", "value", "int8", "hash"}
TABLES = "meta bookmark line about part window vector binary_code".split()


@pytest.fixture
def path(store: layout.Store, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An index with vectors whose tables take values of any type, as pages do when bits flip."""
    monkeypatch.setattr(models, "load", lambda *_, **__: tiny.TinyEmbedder())
    for number in range(3):
        given.fact(store, f"deploy number{number}", session="s one")
    given.summary(store, "deploy in a summary", session="s one")
    given.event(store, "prompt", "s one", ago=7200, text="how to deploy?")
    Path(store.path, layout.CORE).write_text("# Core\n\n- deploy with care\n", "utf-8")
    sync.sync(store, embedder=tiny.TinyEmbedder())
    found = Path(layout.cache_directory(store), disk.NAME)
    with apsw.Connection(str(found)) as db:
        db.execute("PRAGMA writable_schema = ON")
        for strict in (" STRICT, WITHOUT ROWID", " STRICT"):
            loose = strict.replace(" STRICT,", "").replace(" STRICT", "")
            db.execute("UPDATE sqlite_master SET sql = replace(sql, ?, ?)", (strict, loose))
    db.close()
    return found


def listed(path: Path) -> list[tuple[str, str]]:
    """Every table of ours with each of its columns."""
    db = apsw.Connection(str(path))
    found = [
        (table, str(row[1]))
        for table in TABLES
        for row in tables.rows(db, f"PRAGMA table_info({table})")
    ]
    db.close()
    return found


def searches(store: layout.Store) -> list[Callable[[], searching.Found]]:
    """A question by words and by meaning, and a list of what is new."""
    settings = config.resolve()

    return [
        lambda: searching.search([store], "deploy number1", config=settings),
        lambda: searching.search(
            [store], "", filters.Filters(now=clock.now(), since=0.0), config=settings, method="fts"
        ),
    ]


def damaged_everywhere(
    store: layout.Store, path: Path, odd: object, columns: list[tuple[str, str]]
) -> None:
    """Each of these columns in turn holds that value in all its rows, and searches are asked."""
    asked = searches(store)
    said = {str(one["text"]) for look in asked for one in look().results}
    assert len(said) == 6
    loose = path.read_bytes()
    for table, column in columns:
        path.write_bytes(loose)
        db = apsw.Connection(str(path))
        try:
            db.execute(f"UPDATE OR IGNORE {table} SET {column} = ?", (odd,))  # noqa: S608
        except (apsw.ConstraintError, apsw.MismatchError):
            continue  # a column that names its row may not be empty in any file
        finally:
            db.close()
        for look in asked:
            told = {str(one["text"]) for one in look().results}
            assert told <= said, (table, column)


@pytest.mark.long
def test_a_value_of_another_type_breaks_no_search(store: layout.Store, path: Path) -> None:
    some = [pair for pair in listed(path) if pair[1] in SOME]
    assert len(some) >= len(SOME)

    damaged_everywhere(store, path, b"\xff\x00", some)


@pytest.mark.torture
@pytest.mark.timeout(600)
@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_a_value_of_another_type_in_any_column_breaks_no_search(
    store: layout.Store, path: Path, odd: object
) -> None:
    assert len(listed(path)) > 30

    damaged_everywhere(store, path, odd, listed(path))
