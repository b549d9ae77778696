from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import clock
from memory_store.index import filters, indexer, query, tokens
from tests import given
from tests.index import chosen, indexed

if TYPE_CHECKING:
    from memory_store.store import layout


def scores_of(store: layout.Store, text: str, limit: int = 10, **wanted: Any) -> dict[str, float]:
    """The ids of records by score, best first."""
    scores = matches(store, text, limit, **wanted).scores
    named = dict(indexed.rows(store, "SELECT id, record FROM piece"))
    return {named[piece]: score for piece, score in scores.items()}


def possible(store: layout.Store, text: str) -> float:
    return matches(store, text, 10).possible


def matches(store: layout.Store, text: str, limit: int, **wanted: Any) -> query.Matches:
    only = filters.Filters(now=clock.now(), **wanted)
    with indexer.bring_up(store)[0] as index:
        return query.by_words(index.db, tokens.question(text), limit, only)


def test_the_text_with_all_the_words_comes_first(store: layout.Store) -> None:
    whole = given.fact(store, "The token cache is written to disk")
    part = given.fact(store, "The cache is in memory")
    given.fact(store, "Something else")

    assert list(scores_of(store, "token cache")) == [whole["id"], part["id"]]


def test_a_rare_word_is_worth_as_much_in_a_store_of_three_facts(store: layout.Store) -> None:
    """FTS5's own idf is next to nothing where half of the texts have a word."""
    for text in ("deploy with make", "deploy by hand", "deploy never"):
        given.fact(store, text)

    scores = scores_of(store, "deploy hand")

    assert max(scores.values()) > 4
    assert min(scores.values()) > 3


@pytest.mark.long
def test_the_bm25_is_the_published_formula(store: layout.Store) -> None:
    lengths = {}
    for number in range(300):
        words = ["cache"] * (number % 3 == 0) + ["word"] * (1 + number % 5)
        made = given.fact(store, " ".join([*words, f"n{number}"]), created_at="")
        lengths[made["id"]] = len(words) + 1
    scores = scores_of(store, "cache", limit=300)

    mean = sum(lengths.values()) / 300
    idf = math.log(1 + (300 - 100 + 0.5) / (100 + 0.5))
    for identity, score in scores.items():
        norm = 1.2 * (1 - 0.75 + 0.75 * lengths[identity] / mean)
        assert score == pytest.approx(idf * 2.2 / (1 + norm), rel=1e-3)
    assert len(scores) == 100


def test_unknown_words_make_more_possible_than_was_found_and_an_identifier_nobody_wrote_none(
    store: layout.Store,
) -> None:
    given.fact(store, "The cache of a token")

    assert possible(store, "cache zebra") > 1.5 * possible(store, "cache")
    assert possible(store, "token_cache") == possible(store, "token cache")


def test_words_that_most_texts_have_do_not_cost_a_walk_through_all(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query, "BUDGET", 50)
    monkeypatch.setattr(query, "ALONE", 50)
    for number in range(100):
        given.fact(store, f"common word number{number}")

    scores = scores_of(store, "common number7")
    newest = scores_of(store, "common", limit=3)

    assert len(scores) == 1
    assert len(newest) == 3


@pytest.fixture
def gateways(store: layout.Store) -> str:
    """The fact with both of two words that eight facts each have."""
    both = given.fact(store, "The gateway and its proxy")
    for number in range(8):
        given.fact(store, f"The gateway is number{number}")
        given.fact(store, f"A proxy and another one of them is number{number}, wherever it stands")
    return both.id


def test_a_common_word_decides_among_texts_with_a_rare_one_though_it_is_not_scored(
    store: layout.Store, gateways: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_full = scores_of(store, "gateway proxy", limit=20)
    monkeypatch.setattr(query, "BUDGET", 9)
    bounded = scores_of(store, "gateway proxy")
    monkeypatch.setattr(query, "BESIDE", 0)
    without = scores_of(store, "gateway proxy")

    assert next(iter(in_full)) == next(iter(bounded)) == gateways
    assert len(in_full) == 17  # those with either word
    assert len(bounded) == 9
    assert bounded[gateways] > 1.3 * without[gateways]


def test_where_all_words_are_common_those_texts_are_found_that_have_two(
    store: layout.Store, gateways: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_full = scores_of(store, "gateway proxy")
    monkeypatch.setattr(query, "BUDGET", 4)
    monkeypatch.setattr(query, "COUNTED", 2)
    bounded = scores_of(store, "gateway proxy")

    assert next(iter(bounded)) == gateways
    assert len(bounded) == 3  # and two of the newest
    assert bounded[gateways] == pytest.approx(in_full[gateways], rel=0.4)


def test_a_frequent_word_is_estimated_from_the_newest(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(60):
        given.fact(store, f"text {'often' if number % 2 else 'seldom'} {number}")
    exact = possible(store, "often")
    monkeypatch.setattr(query, "COUNTED", 10)

    assert possible(store, "often") == pytest.approx(exact, rel=0.1)


def test_filters_are_applied(store: layout.Store) -> None:
    chosen.assert_filters_are_applied(store, lambda **wanted: scores_of(store, "deploy", **wanted))
