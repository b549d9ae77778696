"""Of the facts that may be loaded the newest stay, rules and others beside each other."""

from __future__ import annotations

import pytest

from memory_store.journal import fields, stored
from memory_store.recall import choice, decay
from memory_store.text import retold


def made(content: str, kind: str = "W", **fields: object) -> stored.Fact:
    identity = f"f_{abs(hash(content)):x}"
    stamp = "2026-11-21T04:00:00.000Z"
    fact = stored.Fact({"id": identity, "type": kind, "content": content, "created_at": stamp})
    return fact.with_(**{"confidence": 0.8, **fields})


def of(
    newest_first: list[stored.Fact], limit: int, core: frozenset[str] = frozenset()
) -> choice.Choice:
    return choice.choose(
        decay.Loadable(newest_first, [], [], 0, retold.Gone([], []), 1e12), limit, core
    )


def contents(found: list[stored.Fact]) -> list[str]:
    return [str(one["content"]) for one in found]


@pytest.mark.parametrize(
    ("rules", "others", "shown"), [(140, 30, (100, 15)), (40, 3, (40, 3)), (4, 30, (4, 15))]
)
def test_facts_take_no_place_of_what_holds_until_it_is_replaced(
    rules: int, others: int, shown: tuple[int, int]
) -> None:
    newest_first = [
        *(made(f"rule {one}", "O", confidence=1.0) for one in range(rules)),
        *(made(f"fact {one}") for one in range(others)),
    ]

    found = of(newest_first, 15)

    assert contents(found.rules) == [f"rule {one}" for one in range(shown[0])]
    assert contents(found.recent) == [f"fact {one}" for one in range(shown[1])]
    assert (found.more_rules, found.more_recent) == (rules - shown[0], others - shown[1])


def test_what_a_person_merely_asked_for_pushes_no_rule_out() -> None:
    asked = [made(f"asked {one}", source={"via": "user"}) for one in range(140)]
    rule = made("rule", "O")
    pinned = made("pinned", pinned=True)

    found = of([*asked, rule, pinned], 15)

    newest = [f"asked {one}" for one in range(15)]
    assert contents(found.rules)[:18] == [*newest, "rule", "pinned", "asked 15"]
    assert found.more_rules == len(asked) + 2 - len(found.rules)


def test_what_says_the_same_is_given_once_and_counts_once() -> None:
    found = of([made("A fact"), made("a  FACT"), made("another")], 2)

    assert contents(found.recent) == ["A fact", "another"]
    assert found.more_recent == 0


def test_what_stands_in_core_memory_takes_no_place() -> None:
    core = frozenset({fields.sameness("as the user worded it"), fields.sameness("Word for word.")})
    edited = made("as it was said", "O", promotion_text="As the user worded it")
    plain = made("word for word.", "O")

    found = of([edited, plain, made("another", "O")], 1, core)

    assert contents(found.rules) == ["another"]
    assert found.standing == [edited["id"], plain["id"]]
