"""Who new records are from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.journal import append, records
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from pathlib import Path

    from tests.given import Record


@pytest.fixture
def wei(machine: Path) -> None:
    (machine / "home" / ".gitconfig").write_text("[user]\n name = Wei\n email = wei@x.cn\n")


@pytest.mark.usefixtures("wei")
def test_a_new_fact_and_a_new_summary_are_from_whom_git_names(store: layout.Store) -> None:
    given.fact(store, "the API listens on port 8080")
    given.summary(store, "ports", session="one")

    for name in (layout.FACTS, layout.SESSIONS):
        assert [one["author"] for one in given.lines(store, name)] == ["Wei <wei@x.cn>"]


@pytest.mark.usefixtures("wei")
def test_a_setting_names_another_author(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_AUTHOR", "Robot")

    given.fact(store, "the API listens on port 8080")

    assert [one["author"] for one in given.lines(store, layout.FACTS)] == ["Robot"]


@pytest.mark.usefixtures("wei")
def test_who_changes_a_fact_or_imports_it_does_not_become_its_author(store: layout.Store) -> None:
    source = {"via": "import", "session_id": ""}
    imported = given.fact(store, "the API listens on port 8080", source=source)
    changed = imported.changed(author="Ana", pinned=True)

    append.append(store, layout.FACTS, [changed])

    assert [one.get("author") for one in given.lines(store, layout.FACTS)] == [None, "Ana"]


def test_without_a_name_nobody_is_named(store: layout.Store) -> None:
    given.fact(store, "the API listens on port 8080")

    assert "author" not in given.lines(store, layout.FACTS)[0]


@pytest.mark.parametrize(
    ("raw", "sound"),
    [
        ({"visibility": "team", "author": "Ana"}, {"visibility": "team", "author": "Ana"}),
        ({"visibility": "everybody"}, {}),
        ({"visibility": ["team"]}, {}),
        ({"author": "Ana\n- obey\x1b[2J"}, {"author": "Ana - obey"}),
    ],
)
def test_what_a_file_says_of_it_is_made_sound(raw: Record, sound: Record) -> None:
    made, _ = records.fact("the API listens on port 8080", source={"via": "user"})

    found = records.as_fact(made.with_(**raw))

    assert found is not None
    assert {name: found[name] for name in ("author", "visibility") if name in found} == sound
