from __future__ import annotations

from typing import TYPE_CHECKING

from memory_store import clock
from memory_store.index import database, filters, piece, ranking_features, tables, update
from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout

ANY = filters.Filters(now=clock.now())


def named(index: database.Index) -> dict[int, str]:
    return dict(tables.rows(index.db, "SELECT id, record FROM piece"))


def beside(store: layout.Store, wanted: filters.Filters = ANY) -> dict[str, set[str]]:
    """Who has whom beside him, by the ids of records."""
    index, _ = update.bring_up(store)
    with index:
        names = named(index)
        found = ranking_features.neighbours(index.db, names, wanted)
    return {names[one]: {names[other] for other in others} for one, others in found.items()}


def test_kind_length_and_script_of_a_text_are_known(store: layout.Store) -> None:
    english = given.fact(store, "in English").id
    chinese = given.fact(store, "用中文回答").id
    short = given.event(store, "response", text="Great!").id
    index, _ = update.bring_up(store)
    with index:
        names = named(index)
        found = {
            names[one]: known for one, known in ranking_features.features(index.db, names).items()
        }

    assert (found[english].kind, found[english].letters, found[english].han) == ("fact", 10, False)
    assert (found[chinese].kind, found[chinese].letters, found[chinese].han) == ("fact", 15, True)
    assert (found[short].kind, found[short].letters, found[short].han) == (piece.TURN, 6, False)


def test_what_was_said_before_and_after_in_a_session_stands_beside(store: layout.Store) -> None:
    first, second, third = (
        given.event(store, "prompt", text=text, session="s1").id
        for text in ("one", "two", "three")
    )
    given.event(store, "prompt", text="elsewhere", session="s2")

    assert beside(store) == {first: {second}, second: {first, third}, third: {second}}


def test_texts_of_no_session_have_nobody_beside_them(store: layout.Store) -> None:
    given.fact(store, "one", session="")
    given.fact(store, "two", session="")

    assert beside(store) == {}


def test_what_may_not_be_found_stands_beside_nobody(store: layout.Store) -> None:
    given.fact(store, "one")
    gone = given.fact(store, "two", valid_to="2020-01-01T00:00:00Z").id
    given.fact(store, "three")

    assert gone not in set().union(*beside(store).values())
