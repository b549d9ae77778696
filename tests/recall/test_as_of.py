"""A search of the past: what was believed then, by words and by meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from memory_store import clock
from memory_store.embedders import catalog
from memory_store.facts import settling
from memory_store.index import filters, piece
from memory_store.recall import searching
from tests import given
from tests.index import tiny

if TYPE_CHECKING:
    from memory_store.store import layout

DAY = 86_400


@pytest.fixture(autouse=True)
def small_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "load", lambda *_: tiny.TinyEmbedder())


def then(days_ago: float, **wanted: Any) -> filters.Filters:
    """Facts as they were so many days ago."""
    return filters.Filters(now=clock.now() - days_ago * DAY, kinds=(piece.FACT,), **wanted)


def believed(
    store: layout.Store, text: str, days_ago: float, method: str = searching.HYBRID, **wanted: Any
) -> list[str]:
    """The facts found that held so many days ago."""
    config = given.where(store).config
    asked = then(days_ago, **wanted)
    found = searching.search([store], text, asked, config=config, method=method, as_of=True)
    return [str(one["text"]) for one in found.results]


@pytest.mark.parametrize("method", ["hybrid", "fts", "vector"])
def test_each_method_finds_what_held_then(store: layout.Store, method: str) -> None:
    old = given.fact(store, "install with npm", days=9)
    given.fact(store, "install with pnpm", days=3, supersedes=old["id"])

    assert believed(store, "install with", 5, method=method) == ["install with npm"]
    assert believed(store, "install with", 1, method=method) == ["install with pnpm"]
    assert believed(store, "install with", 20, method=method) == []


def test_what_had_expired_by_then_is_not_found(store: layout.Store) -> None:
    end = clock.stamp(clock.now() - 4 * DAY)
    given.fact(store, "the window is frozen", days=9, valid_to=end)

    assert believed(store, "frozen", 6) == ["the window is frozen"]
    assert believed(store, "frozen", 2) == []


def test_what_consolidation_replaced_today_was_still_believed_yesterday(
    store: layout.Store,
) -> None:
    given.fact(store, "We deploy with Jenkins", days=9)
    newer = given.fact(store, "We switched from Jenkins to Argo CD")
    near: settling.Near = [(one, None) for one in given.living(store)]
    settling.consolidate(store, [newer], lambda _: [one for one in near if one[0] != newer])

    assert believed(store, "deploy Jenkins", 1) == ["We deploy with Jenkins"]
    assert believed(store, "deploy Jenkins", -1) == ["We switched from Jenkins to Argo CD"]


def test_type_and_session_are_asked_for_as_ever(store: layout.Store) -> None:
    given.fact(store, "always use tabs", days=3, kind="O", session="a")
    given.fact(store, "we use tabs", days=3, kind="W", session="b")

    assert believed(store, "tabs", 1, types=("O",)) == ["always use tabs"]
    assert believed(store, "tabs", 1, session="b") == ["we use tabs"]


def test_without_a_model_words_answer_and_say_so(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    given.fact(store, "use tabs", days=3)
    monkeypatch.undo()
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "none")
    config = given.where(store).config

    found = searching.search([store], "tabs", then(0), config=config, as_of=True)

    assert [one["text"] for one in found.results] == ["use tabs"]
    assert "words alone" in str(found.degraded)


def test_both_stores_are_asked_and_the_limit_holds(
    store: layout.Store, user_store: layout.Store
) -> None:
    given.fact(store, "tabs in this project", days=3)
    given.fact(user_store, "tabs everywhere", days=3)
    config = given.where(store).config
    both = [store, user_store]

    found = searching.search(
        both, "tabs", then(0), config=config, method=searching.FTS, as_of=True
    )
    one = searching.search(both, "tabs", then(0), config=config, limit=1, as_of=True)

    assert {str(hit["text"]) for hit in found.results} == {
        "tabs in this project",
        "tabs everywhere",
    }
    assert len(one.results) == 1
