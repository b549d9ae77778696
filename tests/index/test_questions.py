"""The index tells of each fact what its whole history does."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import clock
from memory_store.index import database, questions, update
from memory_store.journal import append, history, stored
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from memory_store.journal.stored import Fact

pytestmark = pytest.mark.usefixtures("words_alone")

TIERS = (
    *(history.STANDING, history.CANDIDATE, history.PLANNED),
    *(history.REPLACED, history.RETRACTED),
)
_DAY = 86_400


def fill(store: layout.Store, seed: int, count: int = 80) -> None:
    """Facts that replace, amend, plan, end, retract and restore each other."""
    choose = random.Random(seed)
    known: list[Fact] = []
    now = clock.now()
    captured = {"source": {"via": stored.CAPTURE}, "status": stored.CANDIDATE}
    for number in range(count):
        then = now - (count - number) * 60
        fields: dict[str, Any] = {"created_at": clock.stamp(then)}
        if known and choose.random() < 0.3:
            fields["supersedes"] = choose.choice(known).id
        if known and choose.random() < 0.1:
            fields["related"] = [choose.choice(known).id]
        more: list[dict[str, Any]] = [
            {"valid_from": clock.stamp(now + _DAY)},
            {"valid_from": clock.stamp(now - _DAY)},
            {"valid_to": clock.stamp(now - 1)},
            captured,
        ]
        fields |= choose.choice([*more, {}, {}, {}])
        known.append(given.fact(store, f"The service {number} listens on {number}", **fields))
        older = choose.choice(known)
        changes = [older.retracted(), older.restored(), older.amended_by(known[-1])]
        if choose.random() < 0.3:
            append.append(store, layout.FACTS, [choose.choice(changes)])


def told(past: history.History | questions.Records, fact: Fact) -> tuple[object, ...]:
    identity = fact.id
    said = past.said_before(fact), sorted(past.said_since(fact))
    return fact, past.tier(identity), past.is_others(identity), *said


@pytest.mark.parametrize("seed", range(4))
def test_it_is_what_the_history_tells(store: layout.Store, seed: int) -> None:
    fill(store, seed)
    past, held = history.History(store), questions.Records(store)

    for tier in TIERS:
        expected = [told(past, one) for one in past.which(tier)]
        wanted = questions.Wanted((tier,))
        assert [told(held, one) for one in held.facts(wanted)] == expected
        assert held.count(wanted) == len(expected)
        assert held.ids(wanted) == [one.id for one in past.which(tier)]


def test_a_damaged_index_is_not_believed(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = given.fact(store, "one")
    held = questions.Records(store)
    asked = held.count(questions.Wanted(TIERS))
    held._index.db.execute("DROP TABLE line")

    assert asked == held.count(questions.Wanted(TIERS)) == 1
    assert held.fact(made.id) == made

    def locked(*_: object, **__: object) -> None:
        raise database.Unusable("in use")

    monkeypatch.setattr(update, "bring_up", locked)
    assert questions.Records(store).count(questions.Wanted(TIERS)) == 1
