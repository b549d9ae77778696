from __future__ import annotations

from pathlib import Path

from memory_store import layout
from memory_store.index import lookup, sync
from tests import given


def test_nothing_is_found_where_there_is_no_index(store: layout.Store) -> None:
    made = given.fact(store, "use tabs")

    assert lookup.by_id(store, made["id"]) is None
    assert lookup.same(store, "use tabs", "W") is None
    assert lookup.similar(store, "use tabs", 5) == []
    assert lookup.rules(store, 5, 0.5) == []
    assert lookup.state(store) == {}
    assert not Path(layout.cache_directory(store)).exists()


def test_a_record_is_found_by_its_id(store: layout.Store) -> None:
    fact = given.fact(store, "use tabs")
    summary = given.summary(store, "Index", session="a")
    turn = given.event(store, "prompt", text="why?")
    sync.sync(store)

    assert lookup.by_id(store, fact["id"]) == fact
    assert lookup.by_id(store, summary["id"]) == summary
    assert lookup.by_id(store, turn["id"]) == turn
    assert lookup.by_id(store, "f_unknown") is None


def test_the_same_fact_is_found_whatever_its_case_width_and_blanks(store: layout.Store) -> None:
    made = given.fact(store, "Use ＴＡＢＳ everywhere")
    sync.sync(store)

    assert lookup.same(store, "use  tabs everywhere", "W") == made
    assert lookup.same(store, "use tabs everywhere", "O") is None
    assert lookup.same(store, "use tabs anywhere", "W") is None


def test_a_fact_taken_back_since_the_sync_is_not_found(store: layout.Store) -> None:
    made = given.fact(store, "use tabs")
    sync.sync(store)

    given.retraction(store, made)

    assert lookup.by_id(store, made["id"]) is None
    assert lookup.same(store, "use tabs", "W") is None


def test_a_fact_superseded_since_the_sync_is_not_found(store: layout.Store) -> None:
    made = given.fact(store, "use tabs")
    sync.sync(store)

    given.fact(store, "use spaces", supersedes=made["id"])

    assert lookup.same(store, "use tabs", "W") is None


def test_a_fact_edited_by_hand_is_not_found_as_it_was(store: layout.Store) -> None:
    given.fact(store, "use tabs")
    sync.sync(store)
    path = Path(store.path, layout.FACTS)

    path.write_text(path.read_text("utf-8").replace("tabs", "oaks"), "utf-8")

    assert lookup.same(store, "use tabs", "W") is None


def test_similar_facts_come_by_their_rare_words_and_turns_do_not_crowd_them_out(
    store: layout.Store,
) -> None:
    near = given.fact(store, "the deploy of the billing service runs on Fridays")
    far = given.fact(store, "the deploy of the website runs daily")
    given.fact(store, "nothing to do with it")
    for _ in range(20):
        given.event(store, "prompt", text="deploy billing service Fridays")
    sync.sync(store)

    found = lookup.similar(store, "billing deploy runs on Mondays", 3)

    assert [one["id"] for one in found] == [near["id"], far["id"]]


def test_rules_that_are_sure_come_newest_first(store: layout.Store) -> None:
    old = given.fact(store, "always test", kind="O", confidence=0.95, days=40)
    new = given.fact(store, "never force push", kind="O", confidence=0.9, days=2)
    given.fact(store, "maybe", kind="O", confidence=0.5)
    given.fact(store, "a world fact", kind="W", confidence=1)
    sync.sync(store)

    assert lookup.rules(store, 5, 0.9) == [new, old]
    assert lookup.rules(store, 1, 0.9) == [new]


def test_the_state_counts_pieces_and_texts_without_vectors(store: layout.Store) -> None:
    given.fact(store, "one")
    given.summary(store, "Index", session="a")
    sync.sync(store)

    assert lookup.state(store) == {
        "pieces": {"fact": 1, "summary": 1},
        "vectors": 0,
        "vectors_missing": 2,
    }
