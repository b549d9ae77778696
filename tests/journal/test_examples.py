"""What lines of facts say, together and each by itself: the examples of examples.json."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from memory_store import clock
from memory_store.journal import facts, fields, schema, stored
from tests import examples
from tests.journal.conftest import NOW

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.usefixtures("in_shanghai")
WHOLE = {
    "id": "f_1",
    "type": "W",
    "content": "x",
    "entities": [],
    "confidence": 0.8,
    "created_at": "2026-11-21T22:54:01.123Z",
    "updated_at": "2026-11-21T22:54:01.123Z",
    "source": {"via": "agent"},
    "evidence": [],
}


def line(raw: dict[str, Any]) -> stored.Fact:
    """A line of a fact, whole but for what it says otherwise."""
    return stored.Fact({"content": f"of {raw.get('id')}", "type": "W", **raw})


def living(lines: list[dict[str, Any]]) -> list[str]:
    """What holds among lines given oldest first: ids and contents, the newest first."""
    return [f"{one.id}: {one.content}" for one in facts.living(map(line, reversed(lines)))]


def held(written: object) -> list[str | None]:
    """From when and until when a fact holds that names this for both."""
    fact = stored.Fact(valid_from=written, valid_to=written)
    assert fact.has_begun(NOW) == ((fact.begins or 0.0) <= NOW)
    assert fact.has_ended(NOW) == (fact.ends is not None and fact.ends <= NOW)
    return [one if one is None else clock.stamp(one) for one in (fact.begins, fact.ends)]


def are_same(both: list[str]) -> bool:
    return fields.sameness(both[0]) == fields.sameness(both[1])


CALLS: dict[str, Callable[..., Any]] = {
    "living": living,
    "held": held,
    "stands": lambda raw: line(raw).stands,
    "lasts": lambda raw: line(raw).lasts,
    "are the same": are_same,
    "is an id": fields.is_id,
    "stamp": fields.stamp,
    "faults": lambda change: schema.faults("fact", {**WHOLE, **change}),
}


@pytest.mark.parametrize(("call", "given", "gives"), examples.beside(__file__))
def test_an_example_gives_what_it_says(call: str, given: Any, gives: Any) -> None:
    assert CALLS[call](given) == gives
