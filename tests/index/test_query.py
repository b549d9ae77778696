from __future__ import annotations

import math
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import clock, layout
from memory_store.index import ask, database, filters, piece, query, tokens, update, vector_table
from tests import given

if TYPE_CHECKING:
    from collections.abc import Callable


def found(index: database.Index, text: str, limit: int = 10, **wanted: Any) -> dict[str, float]:
    """Contents by score, best first."""
    chosen = filters.Filters(now=clock.now(), **wanted)
    leg = query.text_leg(index.db, tokens.question(text), limit, chosen)
    named = dict(ask.rows(index.db, "SELECT id, record FROM piece"))
    return {named[one]: score for one, score in leg.scores.items()}


def possible(index: database.Index, text: str) -> float:
    chosen = filters.Filters(now=clock.now())
    return query.text_leg(index.db, tokens.question(text), 10, chosen).possible


def test_the_text_with_all_the_words_comes_first(store: layout.Store) -> None:
    whole = given.fact(store, "The token cache is written to disk")
    part = given.fact(store, "The cache is in memory")
    given.fact(store, "Something else")

    index, _ = update.bring_up(store)
    with index:
        assert list(found(index, "token cache")) == [whole["id"], part["id"]]


def test_a_rare_word_is_worth_as_much_in_a_store_of_three_facts(store: layout.Store) -> None:
    """FTS5's own idf is next to nothing where half of the texts have a word."""
    for text in ("deploy with make", "deploy by hand", "deploy never"):
        given.fact(store, text)

    index, _ = update.bring_up(store)
    with index:
        scores = found(index, "deploy hand")

        assert max(scores.values()) > 4
        assert min(scores.values()) > 3


def test_the_bm25_is_the_published_formula(store: layout.Store) -> None:
    lengths = {}
    for number in range(300):
        words = ["cache"] * (number % 3 == 0) + ["word"] * (1 + number % 5)
        made = given.fact(store, " ".join([*words, f"n{number}"]))
        lengths[made["id"]] = len(words) + 1
    index, _ = update.bring_up(store)
    with index:
        scores = found(index, "cache", limit=300)

    mean = sum(lengths.values()) / 300
    idf = math.log(1 + (300 - 100 + 0.5) / (100 + 0.5))
    for identity, score in scores.items():
        norm = 1.2 * (1 - 0.75 + 0.75 * lengths[identity] / mean)
        assert score == pytest.approx(idf * 2.2 / (1 + norm), rel=1e-3)
    assert len(scores) == 100


def test_unknown_words_make_more_possible_than_was_found(store: layout.Store) -> None:
    given.fact(store, "The cache is in memory")

    index, _ = update.bring_up(store)
    with index:
        assert possible(index, "cache zebra") > 1.5 * possible(index, "cache")


def test_an_identifier_nobody_wrote_whole_is_not_held_against_its_parts(
    store: layout.Store,
) -> None:
    given.fact(store, "The cache of a token")

    index, _ = update.bring_up(store)
    with index:
        assert possible(index, "token_cache") == possible(index, "token cache")


def test_words_that_most_texts_have_do_not_cost_a_walk_through_all(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query, "BUDGET", 50)
    for number in range(100):
        given.fact(store, f"common word number{number}")

    index, _ = update.bring_up(store)
    with index:
        scores = found(index, "common number7")
        newest = found(index, "common", limit=3)

    assert len(scores) == 1
    assert len(newest) == 3


def test_a_frequent_word_is_estimated_from_the_newest(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(60):
        given.fact(store, f"text {'often' if number % 2 else 'seldom'} {number}")
    index, _ = update.bring_up(store)
    with index:
        exact = possible(index, "often")
        monkeypatch.setattr(query, "COUNTED", 10)

        assert possible(index, "often") == pytest.approx(exact, rel=0.1)


def test_nothing_is_asked_of_a_question_without_words(store: layout.Store) -> None:
    given.fact(store, "something")

    index, _ = update.bring_up(store)
    with index:
        assert found(index, "?!") == {}


def prepared(store: layout.Store) -> dict[str, str]:
    """One piece of each kind that says `deploy`, by what it is."""
    made = {
        "old rule": given.fact(store, "deploy on Fridays", kind="O", days=9, session="a")["id"],
        "new fact": given.fact(store, "deploy by make", kind="W", session="b")["id"],
        "expired": given.fact(store, "deploy in 2020", valid_to="2020-12-31T00:00:00Z")["id"],
        "summary": given.summary(store, "deploy", session="a")["id"],
        "turn": given.event(store, "prompt", "b", text="how to deploy?")["id"],
        "core": "MEMORY.md:1-1",
    }
    Path(store.path, layout.CORE).write_text("deploy with care", "utf-8")
    return {str(identity): name for name, identity in made.items()}


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (lambda _: {}, {"old rule", "new fact", "summary", "turn", "core"}),
        (lambda _: {"kinds": (piece.FACT,)}, {"old rule", "new fact"}),
        (lambda _: {"kinds": (piece.TURN, piece.CORE)}, {"turn", "core"}),
        (lambda _: {"types": ("O",)}, {"old rule"}),
        (lambda _: {"session": "a"}, {"old rule", "summary"}),
        (lambda now: {"since": now - 86_400}, {"new fact", "summary", "turn", "core"}),
        (lambda now: {"until": now - 86_400}, {"old rule"}),
        (lambda now: {"since": now - 20 * 86_400, "until": now - 86_400}, {"old rule"}),
        (lambda _: {"session": "' OR 1 --"}, set()),
    ],
)
def test_filters_are_applied_to_both_legs(
    store: layout.Store, wanted: Callable[[float], dict[str, Any]], expected: set[str]
) -> None:
    names = prepared(store)
    chosen = wanted(clock.now())
    index, _ = update.bring_up(store)
    with index:
        by_words = {names[one] for one in found(index, "deploy", **chosen)}
        by_meaning = {names[one] for one in near(index, **chosen)}

    assert by_words == expected
    assert by_meaning == expected


def vector(*numbers: float) -> bytes:
    length = math.hypot(*numbers)
    return struct.pack("<4f", *(number / length for number in numbers))


def near(index: database.Index, **wanted: Any) -> dict[str, float]:
    """The meaning's list, each window having a vector of its own."""
    assert vector_table.load(index.db)
    vector_table.adopt(index.db, "tiny 4", 4)
    windows = [row[0] for row in ask.rows(index.db, "SELECT id FROM window")]
    vector_table.put(index.db, [(one, vector(1, one, 0, 0)) for one in windows], [])
    chosen = filters.Filters(now=clock.now(), **wanted)
    named = dict(ask.rows(index.db, "SELECT id, record FROM piece"))
    leg = query.vector_leg(index.db, vector(1, 1, 0, 0), 10, chosen)
    return {named[one]: score for one, score in leg.items()}


def test_the_cosine_of_the_nearest_part_counts(store: layout.Store) -> None:
    long = given.fact(store, "一个很长的事实。" * 120)
    short = given.fact(store, "short")

    index, _ = update.bring_up(store)
    with index:
        scores = near(index)
        ids = {row[1]: row[0] for row in ask.rows(index.db, "SELECT id, record FROM piece")}
        again = query.cosines(index.db, vector(1, 1, 0, 0), ids.values())

    assert scores[long["id"]] == pytest.approx(1, abs=1e-6)
    assert scores[short["id"]] == pytest.approx(4 / math.sqrt(20), abs=1e-6)
    assert again == pytest.approx({ids[one]: score for one, score in scores.items()})


def test_vectors_that_are_no_numbers_never_rank(store: layout.Store) -> None:
    given.fact(store, "sound")
    broken = given.fact(store, "broken")
    index, _ = update.bring_up(store)
    with index:
        near(index)
        sql = "UPDATE vector SET embedding = ? WHERE rowid = (SELECT max(id) FROM window)"
        index.db.execute(sql, (struct.pack("<4f", math.nan, 0, 0, 0),))
        chosen = filters.Filters(now=clock.now())
        leg = query.vector_leg(index.db, vector(1, 1, 0, 0), 10, chosen)
        named = dict(ask.rows(index.db, "SELECT id, record FROM piece"))
        spoken = query.cosines(index.db, vector(1, 1, 0, 0), named)

    assert broken["id"] not in {named[one] for one in leg}
    assert len(leg) == len(spoken) == 1


def test_vectors_of_another_model_are_not_asked(store: layout.Store) -> None:
    given.fact(store, "sound")
    index, _ = update.bring_up(store)
    with index:
        assert not query.has_vectors(index.db, "tiny 4")
        near(index)

        assert query.has_vectors(index.db, "tiny 4")
        assert not query.has_vectors(index.db, "other 4")


def test_script_and_substance_of_a_text_are_known(store: layout.Store) -> None:
    english = given.fact(store, "in English")["id"]
    chinese = given.fact(store, "用中文回答")["id"]
    short = given.event(store, "response", text="Great!")["id"]
    index, _ = update.bring_up(store)
    with index:
        named = dict(ask.rows(index.db, "SELECT id, record FROM piece"))
        found = {named[one]: traits for one, traits in query.traits(index.db, named).items()}

    assert found[english] == (False, 1.0)
    assert found[chinese] == (True, 1.0)
    assert found[short][1] == pytest.approx(math.sqrt(6 / 200))
