"""Deciding on candidates, rewording, and taking changes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory_store import clock
from memory_store.facts import consolidation
from memory_store.journal import append, stored
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    import pytest

    from tests.commands.conftest import Run


def tiers(store: layout.Store) -> dict[str, str]:
    """What holds, with its tier."""
    return {
        str(one["content"]): stored.STANDING if one.stands else stored.CANDIDATE
        for one in given.living(store)
    }


def test_a_new_wording_holds_no_secret_and_may_come_from_standard_input(
    run: Run, store: layout.Store
) -> None:
    fact = given.fact(store, "the API has port 8080")
    key = "sk-ant-api03-" + "a1B2" * 24

    run("edit", fact["id"], "--content", "-", given=f"the API has the key {key}")

    (kept,) = given.living(store)
    assert str(kept["content"]).startswith("the API has the key [redacted:")
    assert given.holding(key, store.path) == []


def test_undo_takes_back_what_a_hook_replaced_as_one_change(run: Run, store: layout.Store) -> None:
    older = given.fact(store, "the API listens on port 8080", days=2)
    newer = given.fact(store, "the API listens on port 9090 now, no longer 8080", days=1)
    lines = consolidation.decided(older, newer, None)
    append.append(store, layout.FACTS, lines)
    assert list(tiers(store)) == [newer["content"]]

    run("undo")
    assert sorted(tiers(store)) == sorted([older.content, newer.content])
    run("redo")
    assert list(tiers(store)) == [newer["content"]]


def test_undo_of_several_changes_leaves_the_facts_as_they_were(
    run: Run, store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = clock.now()

    def after(seconds: int) -> None:
        monkeypatch.setattr(clock, "now", lambda: began + seconds)

    after(0)
    made = given.fact(store, "port 8080")
    after(1)
    other = given.fact(store, "uses tabs")  # a hook saves in the millisecond of the first command
    run("pin", made["id"])
    after(2)
    run("edit", made["id"], "--content", "port 9090")
    after(3)
    run("retract", other["id"])

    run("undo", "3")

    assert tiers(store) == {"port 8080": "standing", "uses tabs": "standing"}
    assert not any(one.is_pinned for one in given.living(store))


def test_undo_leaves_a_replacement_that_a_change_came_after(run: Run, store: layout.Store) -> None:
    older = given.fact(store, "The api listens on port 8080", days=2)
    newer = given.fact(store, "The api listens on port 9090 now", days=1, supersedes=older.id)
    then = clock.stamp(newer.last_said())
    ended = older.changed(valid_to=then).with_(updated_at=then)
    append.append(store, layout.FACTS, [ended])
    run("pin", newer.id)

    run("undo")

    assert [(fact.content, fact.is_pinned) for fact in given.living(store)] == [
        ("The api listens on port 9090 now", False)
    ]
