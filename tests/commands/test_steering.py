"""Deciding on candidates, rewording, and taking changes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.capture import pipeline
from memory_store.facts import consolidation
from memory_store.journal import append, stored
from memory_store.store import layout
from memory_store.upkeep import finish
from tests import given

if TYPE_CHECKING:
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

    url = "the API is at https://bot:{}@acme.test/"
    refused = run("edit", fact["id"], "--content", "-", given=f"the API has the key {key}")
    run("edit", fact["id"], "--content", "-", given=url.format(key))

    assert (refused.code, "not kept: it looks like a secret" in refused.err) == (2, True)
    (kept,) = given.living(store)
    assert str(kept["content"]).startswith(url.partition("{")[0] + "[redacted:")
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


def in_doubt(store: layout.Store, *contents: str) -> list[stored.Fact]:
    """Facts of which each may have taken the place of those before it, as a sync leaves them."""
    facts = [given.fact(store, one, days=len(contents) - at) for at, one in enumerate(contents)]
    finish.bring_up_to_date(given.where(store), embed_seconds=0)
    return facts


PORTS = ("staging runs on port 9090", "staging runs on port 9191")


@pytest.mark.parametrize(("at", "words"), [(1, "lunch is at noon"), (0, "lunch is on port 12")])
def test_a_fact_in_new_words_is_told_without_what_its_old_words_stood_in_doubt_with(
    run: Run, store: layout.Store, at: int, words: str
) -> None:
    facts = in_doubt(store, *PORTS)
    before = run("list", "--format", "text").out
    run("edit", facts[at].id, "--content", words)

    told = run("list", "--format", "text").out

    assert "(was: " in before or "(said since: " in before
    assert words in told
    assert PORTS[1 - at] in told
    assert "(was: " not in told
    assert "(said since: " not in told


def test_a_pinned_fact_is_told_by_itself_whatever_may_have_taken_its_place(
    run: Run, store: layout.Store
) -> None:
    older, _ = in_doubt(store, *PORTS)
    run("pin", older.id)

    told = run("briefing", "--format", "text").out

    assert f"] {PORTS[0]}" in told


def test_one_undo_takes_back_a_fact_with_all_that_it_stood_in_doubt_with(
    run: Run, store: layout.Store
) -> None:
    where = given.where(store)
    for at, port in enumerate((9090, 9191, 9292)):
        text = f"Remember: staging runs on port {port}"
        pipeline.keep(where, [given.event(store, "prompt", f"s-{at}", text=text)])
        finish.bring_up_to_date(where, embed_seconds=0)
    assert len(tiers(store)) == 3

    run("undo")

    assert sorted(tiers(store)) == [
        f"Remember: staging runs on port {one}" for one in (9090, 9191)
    ]


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
