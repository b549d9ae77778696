"""An index of the past says what reading the file up to then would say."""

from __future__ import annotations

from pathlib import Path

from memory_store import clock
from memory_store.index import indexer, sync
from memory_store.journal import append
from memory_store.store import layout
from tests import given
from tests.index import indexed

DAY = 86_400


def contents(store: layout.Store, days_ago: float) -> list[str]:
    """What the facts said so many days ago."""
    with indexer.as_of(store, clock.now() - days_ago * DAY) as index:
        return indexed.texts(store, index)


def later(store: layout.Store, line: given.Record, days_ago: float, **fields: object) -> None:
    """A line that changes a fact, written so many days ago."""
    stamp = clock.stamp(clock.now() - days_ago * DAY)
    append.append(store, layout.FACTS, [{**line, "updated_at": stamp, **fields}])


def test_a_fact_is_told_as_it_stood(store: layout.Store) -> None:
    made = given.fact(store, "use tabs", days=9)
    later(store, made.changed(content="use spaces"), 4)

    assert (contents(store, 6), contents(store, 1)) == (["use tabs"], ["use spaces"])


def test_a_line_that_tells_no_time_has_always_been_there(store: layout.Store) -> None:
    append.append(store, layout.FACTS, [{"id": "f_1", "content": "use tabs"}])

    assert contents(store, 10_000) == ["use tabs"]


def test_damaged_lines_cost_themselves_alone(store: layout.Store) -> None:
    given.fact(store, "use tabs", days=4)
    with Path(store.path, layout.FACTS).open("ab") as file:
        file.write(b'{"id": 7}\n\xff\n{torn\n')
    given.fact(store, "use oaks", days=3)

    assert contents(store, 1) == ["use oaks", "use tabs"]


def test_the_index_of_the_present_stays_as_it_is(store: layout.Store) -> None:
    given.fact(store, "use tabs", days=4)
    sync.sync(store)
    before = given.tree(layout.cache_directory(store)), given.tree(store.path)

    contents(store, 2)

    assert (given.tree(layout.cache_directory(store)), given.tree(store.path)) == before
