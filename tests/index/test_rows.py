"""The rule of facts, line by line; `journal.facts.living` is its judge in the property tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_store.index import tables, update
from memory_store.store import layout
from tests.index import indexed

OPS = {"-": "retract", "+": "restore", "=": "update"}
HISTORIES = {
    "1, 2": "1 2",
    "1, 1-": "",
    "1, 1-, 1+": "1",
    "1, 2>1": "2",
    "2>1, 1": "1 2",
    "1, 2>1, 2-": "1",
    "1, 2>1, 2=": "1 2",
    "1, 2>1, 3>1, 2-": "3",
    "1, 2>1 3>1, 3-": "2",
    "1 2>1 3>1, 3-": "2",
    "1>9 2>1 2- 3>1": "3",
    "1, 2>1, 1+": "1 2",
    "1>1": "1",
}
"""Lines of facts, a comma between two that are synced each for itself, and what holds then.

`2>1`: fact 2 supersedes fact 1; `1-` is retracted, `1+` restored, `1=` updated.
"""
UNREADABLE = (
    {"id": "f_1", "content": ""},
    {"id": ["f_1"], "content": "fact"},
    {"content": "fact"},
)


def record(said: str) -> dict[str, Any]:
    identity, _, other = said.rstrip("-+=").partition(">")
    made = {"id": f"f_{identity}", "content": f"fact {identity}"}
    made |= {"supersedes": f"f_{other}"} if other else {}
    return made | ({"op": OPS[said[-1]]} if said[-1] in OPS else {})


def append(store: layout.Store, *records: dict[str, Any]) -> list[str]:
    """Append records glued together on one line; the facts that the index finds then."""
    with Path(store.path, layout.FACTS).open("a", encoding="utf-8") as file:
        file.write("".join(map(json.dumps, records)) + "\n")
    sql = (
        "SELECT p.record FROM words JOIN piece p ON p.id = words.rowid"
        " WHERE words MATCH 'fact' AND p.kind = 'fact' ORDER BY p.record"
    )
    return [row[0] for row in indexed.rows(store, sql)]


@pytest.mark.parametrize(("history", "holding"), HISTORIES.items())
def test_the_newest_line_of_an_id_says_whether_it_holds(
    store: layout.Store, history: str, holding: str
) -> None:
    found: list[str] = []
    for line in history.split(", "):
        found = append(store, *map(record, line.split()))

    assert found == [f"f_{one}" for one in holding.split()]


@pytest.mark.parametrize("line", UNREADABLE)
def test_a_line_that_nothing_can_be_read_from_changes_nothing(
    store: layout.Store, line: dict[str, Any]
) -> None:
    append(store, record("1"))

    assert append(store, line) == ["f_1"]


def test_a_fact_that_changed_is_found_by_its_new_words_alone(store: layout.Store) -> None:
    append(store, {"id": "f_1", "content": "fact about tabs"})
    append(store, {"id": "f_1", "content": "fact about spaces", "op": "update"})

    with update.bring_up(store)[0] as index:
        sql = "SELECT rowid FROM words WHERE words MATCH ?"
        assert tables.rows(index.db, sql, ("tabs",)) == []
        assert len(tables.rows(index.db, sql, ("spaces",))) == 1


def test_the_newest_summary_of_a_session_takes_the_place_of_older_ones(
    store: layout.Store,
) -> None:
    lines = [
        {"id": "s_1", "session_id": "a", "topic": "first"},
        {"id": "s_2", "session_id": "b", "topic": "other"},
        {"id": "s_3", "session_id": "a", "topic": "second"},
        {"id": "s_4", "session_id": "b", "topic": ""},
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    Path(store.path, layout.SESSIONS).write_text(text, "utf-8")

    found = indexed.rows(store, "SELECT record FROM piece WHERE kind = 'summary'")

    assert sorted(found) == [("s_2",), ("s_3",)]
