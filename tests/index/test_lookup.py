from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.index import lookup, sync
from memory_store.journal import notes, stored
from memory_store.store import layout
from tests import given
from tests.index import tiny

if TYPE_CHECKING:
    from collections.abc import Callable


def test_nothing_is_found_where_there_is_no_index(store: layout.Store) -> None:
    made = given.fact(store, "use tabs")

    assert lookup.by_id(store, made.id) is None
    assert lookup.same(store, "use tabs", "W") is None
    assert lookup.similar(store, made, 5) is None
    assert lookup.lasting(store, 5) == []
    assert lookup.state(store) == {}
    assert not Path(layout.cache_directory(store)).exists()


def test_a_record_is_found_by_its_id(store: layout.Store) -> None:
    fact = given.fact(store, "use tabs")
    summary = given.summary(store, "Index", session="a")
    turn = given.event(store, "prompt", text="why?")
    sync.sync(store)

    assert lookup.by_id(store, fact.id) == fact
    assert lookup.by_id(store, summary.id) == summary
    assert lookup.by_id(store, turn.id) == turn
    assert lookup.by_id(store, "f_unknown") is None


def test_the_same_fact_is_found_whatever_its_case_width_and_blanks(store: layout.Store) -> None:
    made = given.fact(store, "Use ＴＡＢＳ everywhere")
    sync.sync(store)

    assert lookup.same(store, "use  tabs everywhere", "W") == made
    assert lookup.same(store, "use tabs everywhere", "O") is None
    assert lookup.same(store, "use tabs anywhere", "W") is None


def test_a_fact_that_ended_is_not_the_same(store: layout.Store) -> None:
    given.fact(store, "use tabs", valid_to="2020-01-01T00:00:00.000Z")
    sync.sync(store)
    assert lookup.same(store, "use tabs", "W") is None

    made = given.fact(store, "use tabs", valid_to="2099-01-01T00:00:00.000Z")
    sync.sync(store)
    assert lookup.same(store, "use tabs", "W") == made


def edit_by_hand(store: layout.Store, _: stored.Fact) -> None:
    path = Path(store.path, layout.FACTS)
    path.write_text(path.read_text("utf-8").replace("tabs", "oaks"), "utf-8")


@pytest.mark.parametrize(
    "change",
    [
        given.retraction,
        lambda store, made: given.fact(store, "use spaces", supersedes=made.id),
        edit_by_hand,
    ],
    ids=["taken back", "superseded", "edited by hand"],
)
def test_a_fact_that_changed_since_the_sync_is_not_found(
    store: layout.Store, change: Callable[[layout.Store, stored.Fact], object]
) -> None:
    made = given.fact(store, "use tabs")
    sync.sync(store)

    change(store, made)

    assert lookup.same(store, "use tabs", "W") is None
    assert change is not given.retraction or lookup.by_id(store, made.id) is None


def ids(found: list[tuple[stored.Fact, float | None]] | None) -> list[object]:
    return [one["id"] for one, _ in found or []]


def test_similar_facts_come_by_their_rare_words_and_turns_do_not_crowd_them_out(
    store: layout.Store,
) -> None:
    near = given.fact(store, "the deploy of the billing service runs on Fridays")
    far = given.fact(store, "the deploy of the website runs daily")
    own = given.fact(store, "billing deploy runs on Mondays")
    given.fact(store, "nothing to do with it")
    for _ in range(20):
        given.event(store, "prompt", text="deploy billing service Fridays")
    sync.sync(store)

    found = lookup.similar(store, own, 3)

    assert ids(found) == [near.id, far.id]
    assert [cosine for _, cosine in found or []] == [None, None]


def test_similar_facts_come_by_meaning_too_with_their_cosines(store: layout.Store) -> None:
    own = given.fact(store, "use tabs")
    by_words = given.fact(store, "tabs are used")
    by_meaning = given.fact(store, "制表符")
    sync.sync(store, embedder=tiny.TinyEmbedder())

    found = lookup.similar(store, own, 3)

    assert ids(found) == [by_words.id, by_meaning.id]
    assert all(cosine is not None and -1 <= cosine <= 1.001 for _, cosine in found or [])


def test_of_facts_that_hold_no_more_none_is_similar_and_none_has_similar_ones(
    store: layout.Store,
) -> None:
    other = given.fact(store, "tabs are used")
    own = given.fact(store, "use tabs")
    sync.sync(store)

    given.retraction(store, other)
    assert lookup.similar(store, own, 3) == []
    given.retraction(store, own)
    assert lookup.similar(store, own, 3) is None
    sync.sync(store)
    assert lookup.similar(store, own, 3) is None


def test_of_what_holds_whatever_its_age_rules_come_first_and_then_the_newest(
    store: layout.Store,
) -> None:
    rule = given.fact(store, "always test", kind="O", confidence=0.5, days=40)
    source = {"via": "capture", "how": "asked"}
    asked = given.fact(store, "smoke first", source=source, status="standing", days=2)
    pinned = given.fact(store, "pinned", pinned=True, days=1)
    plan = given.fact(store, "a plan", valid_from="2099-01-01T00:00:00.000Z")
    given.fact(store, "guessed", kind="O", status="candidate")
    given.fact(store, "a world fact", kind="W", confidence=1)
    sync.sync(store)

    assert lookup.lasting(store, 5) == [rule, plan, pinned, asked]
    assert lookup.lasting(store, 1) == [rule]


def test_the_state_counts_pieces_and_texts_without_vectors(store: layout.Store) -> None:
    given.fact(store, "one")
    given.summary(store, "Index", session="a")
    notes.write(store, "port.md", "# One\nport 1\n\n# Two\nport 2\n", 0.0)
    sync.sync(store)

    assert lookup.state(store) == {
        "pieces": {"fact": 1, "note": 2, "summary": 1},
        "notes": 1,
        "vectors": 0,
        "vectors_missing": 4,
        "files": 4,
        "model": "",
    }


def test_however_many_facts_resemble_one_a_few_are_compared_with_it(store: layout.Store) -> None:
    made = [given.fact(store, f"service svc-{one} listens on port {one}") for one in range(150)]
    other = given.fact(store, "svc-7 moved to another host")
    sync.sync(store)

    found = lookup.similar(store, made[7], 12)
    assert found is not None
    assert 0 < len(found) <= 26
    assert other["id"] in [record["id"] for record, _ in found]
