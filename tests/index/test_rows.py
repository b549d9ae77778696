"""The rule of facts, line by line; `journal.facts.living` is its judge in the property tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_store.index import tables, update
from memory_store.store import layout
from tests.index import indexed


def living(store: layout.Store) -> list[str]:
    """The facts that the index finds, by what they say."""
    found = indexed.rows(
        store,
        "SELECT p.record FROM words JOIN piece p ON p.id = words.rowid"
        " WHERE words MATCH 'fact' AND p.kind = 'fact'",
    )
    return sorted(row[0] for row in found)


def write(store: layout.Store, *lines: dict[str, Any] | list[dict[str, Any]]) -> None:
    """Append lines, a list being records glued together on one; each is synced for itself."""
    for line in lines:
        glued = line if isinstance(line, list) else [line]
        with Path(store.path, layout.FACTS).open("a", encoding="utf-8") as file:
            file.write("".join(json.dumps(one) for one in glued) + "\n")
        living(store)


def fact(identity: str, **fields: Any) -> dict[str, Any]:
    return {"id": identity, "content": f"fact {identity}", **fields}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([fact("f_1"), fact("f_2")], ["f_1", "f_2"]),
        ([fact("f_1"), fact("f_1", op="retract")], []),
        ([fact("f_1"), fact("f_1", op="retract"), fact("f_1", op="restore")], ["f_1"]),
        ([fact("f_1"), fact("f_2", supersedes="f_1")], ["f_2"]),
        ([fact("f_2", supersedes="f_1"), fact("f_1")], ["f_1", "f_2"]),
        (
            [fact("f_1"), fact("f_2", supersedes="f_1"), fact("f_2", op="retract")],
            ["f_1"],
        ),
        (
            [fact("f_1"), fact("f_2", supersedes="f_1"), fact("f_2", op="update")],
            ["f_1", "f_2"],
        ),
        (
            [
                fact("f_1"),
                fact("f_2", supersedes="f_1"),
                fact("f_3", supersedes="f_1"),
                fact("f_2", op="retract"),
            ],
            ["f_3"],
        ),
        (
            [
                fact("f_1"),
                [fact("f_2", supersedes="f_1"), fact("f_3", supersedes="f_1")],
                fact("f_3", op="retract"),
            ],
            ["f_2"],
        ),
        (
            [
                [fact("f_1"), fact("f_2", supersedes="f_1"), fact("f_3", supersedes="f_1")],
                fact("f_3", op="retract"),
            ],
            ["f_2"],
        ),
        (
            [fact("f_1"), fact("f_2", supersedes="f_1"), fact("f_1", op="restore")],
            ["f_1", "f_2"],
        ),
        ([fact("f_1", supersedes="f_1")], ["f_1"]),
        ([fact("f_1"), {"id": "f_1", "content": ""}], ["f_1"]),
        ([fact("f_1"), {"id": ["f_1"], "content": "fact"}], ["f_1"]),
        ([fact("f_1"), {"content": "fact without id"}], ["f_1"]),
    ],
)
def test_the_newest_line_of_an_id_says_whether_it_holds(
    store: layout.Store, lines: list[Any], expected: list[str]
) -> None:
    write(store, *lines)

    assert living(store) == expected


def test_a_fact_that_changed_is_found_by_its_new_words_alone(store: layout.Store) -> None:
    write(store, fact("f_1", content="fact about tabs"))
    write(store, fact("f_1", op="update", content="fact about spaces"))

    index, _ = update.bring_up(store)
    with index:
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
