from __future__ import annotations

from typing import TYPE_CHECKING

from memory_store import clock
from memory_store.index import filters, indexer, piece, ranking_features, tables
from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout


def test_kind_length_and_script_of_a_text_are_known(store: layout.Store) -> None:
    english = given.fact(store, "in English").id
    chinese = given.fact(store, "用中文回答").id
    short = given.event(store, "response", text="Great!").id
    with indexer.bring_up(store)[0] as index:
        names = dict(tables.rows(index.db, "SELECT id, record FROM piece"))
        features = ranking_features.features(index.db, names)

    assert {names[one]: (has.kind, has.letters, has.han) for one, has in features.items()} == {
        english: (piece.FACT, 10, False),
        chinese: (piece.FACT, 15, True),
        short: (piece.TURN, 6, False),
    }


def test_what_was_said_before_and_after_in_a_session_and_holds_stands_beside(
    store: layout.Store,
) -> None:
    given.fact(store, "of no session", session="")
    given.fact(store, "nor this one", session="")
    holds = given.fact(store, "this holds", session="s0").id
    ended = given.fact(store, "this no more", session="s0", valid_to="2020-01-01T00:00:00Z").id
    first, second, third = (
        given.event(store, "prompt", text=text, session="s1").id
        for text in ("one", "two", "three")
    )
    given.event(store, "prompt", text="elsewhere", session="s2")
    with indexer.bring_up(store)[0] as index:
        names = dict(tables.rows(index.db, "SELECT id, record FROM piece"))
        wanted = filters.Filters(now=clock.now())
        neighbours = ranking_features.neighbours(index.db, names, wanted)

    assert {names[one]: {names[other] for other in near} for one, near in neighbours.items()} == {
        ended: {holds},
        first: {second},
        second: {first, third},
        third: {second},
    }
