"""What becomes of facts when newer ones come; examples.json has the pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory_store.facts import consolidation
from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout


def test_a_plan_ends_nothing_and_knows_its_day(store: layout.Store) -> None:
    older = given.fact(store, "We deploy on Heroku")
    newer = given.fact(store, "We're moving deployments from Heroku to Fly.io next month")

    (line,) = consolidation.decided(older, newer, None)

    assert line["supersedes"] == older["id"]
    assert str(line["valid_from"]) > str(newer["created_at"])


def test_a_fact_that_somebody_restored_stays(store: layout.Store) -> None:
    older = given.fact(store, "the api listens on port 8080", days=2)
    newer = given.fact(store, "the api now listens on port 9090", days=1)

    assert consolidation.decided(older.restored(), newer, None) == []
    assert consolidation.decided(older, newer, None)
