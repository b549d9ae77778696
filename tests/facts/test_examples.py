"""What becomes of facts when newer ones come: the examples of examples.json."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any

import pytest

from memory_store.facts import consolidation, relation
from tests import examples, given

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.store import layout


def decided(
    store: layout.Store, first: given.Record, second: given.Record, cosine: float = 0.6
) -> list[list[object]]:
    """Which fact each line is of, and the fields that it changes, ids and times by name."""
    older, newer = given.fact(store, **first), given.fact(store, **second)
    lines = consolidation.decided(older, newer, cosine)
    was = {older.id: older, newer.id: newer}
    names = ("op", "status", "supersedes", "related", "evidence", "valid_to", "amended_by")
    changes = [
        [
            one.id,
            {
                name: one[name]
                for name in names
                if one.get(name) not in (was[one.id].get(name), "update")
            },
        ]
        for one in lines
    ]
    text = json.dumps(changes).replace(older.id, "older").replace(newer.id, "newer")
    named: list[list[object]] = json.loads(text.replace(str(newer["created_at"]), "newer's time"))
    return named


def superseded(store: layout.Store, content: str, *known: str) -> str | None:
    facts = [given.fact(store, one) for one in known]
    return next((one.content for one in consolidation.changed_by(content, facts)), None)


def changes(_: layout.Store, *said: str) -> list[tuple[str, str]]:
    """The pairs of statements, said in this order, of which one changes the other."""
    pairs = itertools.combinations(said, 2)
    return [pair for pair in pairs if relation.relation(*pair) != relation.DIFFERENT]


CALLS: dict[str, Callable[..., Any]] = {
    "changes": changes,
    "decided": decided,
    "superseded": superseded,
    "kept": given.kept,
    "relation": lambda _, older, newer: relation.relation(older, newer),
    "says_again": lambda _, older, newer: relation.says_again(older, newer),
}


@pytest.mark.parametrize(("call", "arguments", "gives"), examples.beside(__file__))
def test_facts_change_as_their_example_says(
    store: layout.Store, call: str, arguments: list[Any], gives: object
) -> None:
    assert CALLS[call](store, *arguments) == gives


def test_a_plan_ends_nothing_and_knows_its_day(store: layout.Store) -> None:
    older = given.fact(store, "We deploy on Heroku")
    newer = given.fact(store, "We're moving deployments from Heroku to Fly.io next month")

    (line,) = consolidation.decided(older, newer, None)

    assert line["supersedes"] == older["id"]
    assert str(line["valid_from"]) > str(newer["created_at"])
