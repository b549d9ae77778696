from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from memory_store.index import read_back
from memory_store.store import layout
from tests import given
from tests.index import indexed


def rows(store: layout.Store) -> list[read_back.Row]:
    found = indexed.rows(store, f"SELECT {read_back.COLUMNS} FROM piece p")  # noqa: S608
    return [read_back.Row(*row) for row in found]


def test_each_kind_of_piece_is_read_from_its_file(store: layout.Store) -> None:
    given.fact(store, "Use tabs")
    given.summary(
        store, "Index", session="a", text="Built it", decisions=["apsw"], todos=["measure"]
    )
    given.event(store, "prompt", text="How do we deploy?")
    Path(store.path, layout.CORE).write_text("## Rules\n\n- 用中文回答\n", "utf-8")

    shown = {one.kind: read_back.read_passage(store, one) for one in rows(store)}

    assert {kind: one.text for kind, one in shown.items() if one is not None} == {
        "fact": "Use tabs",
        "summary": "Index\nBuilt it\n- apsw\n- [ ] measure",
        "turn": "How do we deploy?",
        "core": "Rules\n- 用中文回答",
    }


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        (layout.FACTS, "Use tabs", "Use oaks"),
        (layout.CORE, "Use tabs", "Use oaks"),
        (layout.CORE, "## Always", "## Never."),
        (layout.FACTS, "", None),
    ],
    ids=["a fact", "core memory", "the heading above", "all of the file"],
)
def test_what_was_edited_or_is_gone_is_not_shown(
    store: layout.Store, name: str, before: str, after: str | None
) -> None:
    given.fact(store, "Use tabs")
    Path(store.path, layout.CORE).write_text("## Always\n\n- Use tabs\n", "utf-8")
    known = [row for row in rows(store) if row.place.file == name]
    path = Path(store.path, name)

    if after is None:
        path.unlink()
    else:
        path.write_text(path.read_text("utf-8").replace(before, after), "utf-8")

    assert [read_back.read_passage(store, row) for row in known] == [None]


@pytest.mark.parametrize(
    "damage",
    [
        {"file": "../../etc/passwd"},
        {"file": None},
        {"file": "facts.jsonl\0"},
        {"offset": -1},
        {"offset": 1 << 70},
        {"offset": "x"},
        {"length": -1},
        {"length": 1 << 40},
        {"length": None},
        {"nth": 7},
        {"nth": -1},
        {"headings": "1:2:3"},
        {"headings": "a:b"},
        {"headings": None},
        {"digest": b""},
        {"digest": None},
        {"kind": "note"},
        {"kind": "nonsense"},
        {"record": "f_other"},
    ],
)
def test_a_damaged_row_shows_nothing_and_breaks_nothing(
    store: layout.Store, damage: dict[str, Any]
) -> None:
    given.fact(store, "Use tabs")
    (row,) = rows(store)
    for name, value in damage.items():
        setattr(row.place if hasattr(row.place, name) else row, name, value)

    assert read_back.read_passage(store, row) is None


def test_files_are_opened_once_for_many_passages_and_closed(store: layout.Store) -> None:
    notes = Path(store.path, layout.NOTES)
    notes.mkdir()
    for number in range(20):
        (notes / f"{number:02}.md").write_text(f"- one of {number}\n\n# H\n\n- two\n", "utf-8")
    known = rows(store)

    with read_back.Opened(store) as opened:
        first = opened.descriptor(known[0].place.file)
        assert opened.descriptor(known[0].place.file) == first
        texts = [read_back.read_passage(store, row, opened) for row in known]

    assert None not in texts
    assert len(known) > 20  # more files than are open at a time, and some twice
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(first)
