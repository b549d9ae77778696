from __future__ import annotations

import pytest

from memory_store import clock
from memory_store.journal import append, facts, fields, stored
from memory_store.store import layout

OLDER, NEWER = "2026-11-20T00:00:00.000Z", "2099-01-01T00:00:00.000Z"


def fact(identity: str, **fields: object) -> stored.Fact:
    return stored.Fact(
        {"id": identity, "content": f"content of {identity}", "type": "W", **fields}
    )


def living(*lines: stored.Fact) -> list[object]:
    """The ids that hold among lines given oldest first, newest first."""
    return [one.id for one in facts.living(reversed(lines))]


def test_the_newest_line_of_an_id_wins() -> None:
    first, second = fact("f_1"), fact("f_1", content="changed", op="update")

    (found,) = facts.living([second, first])
    assert found["content"] == "changed"
    assert living(fact("f_1"), fact("f_2"), fact("f_1", op="update")) == ["f_1", "f_2"]


def test_a_retracted_fact_is_gone_until_it_is_restored() -> None:
    kept = fact("f_1")
    gone = fact("f_1", op="retract")
    back = fact("f_1", op="restore")

    assert living(kept, gone) == []
    assert living(kept, gone, back) == ["f_1"]
    assert living(kept, gone, back, gone) == []
    assert living(kept, stored.Fact(id="f_1", op="retract")) == []


def test_a_superseded_fact_is_gone_also_where_its_successor_came_in_a_chain() -> None:
    a, b, c = fact("f_a"), fact("f_b", supersedes="f_a"), fact("f_c", supersedes="f_b")

    assert living(a, b) == ["f_b"]
    assert living(a, b, c) == ["f_c"]


def test_a_superseded_fact_is_back_once_its_successor_is_retracted() -> None:
    successor = fact("f_b", supersedes="f_a")

    assert living(fact("f_a"), successor, successor.with_(op="retract")) == ["f_a"]


def test_a_fact_that_supersedes_itself_holds() -> None:
    assert living(fact("f_a", supersedes="f_a")) == ["f_a"]


def test_facts_that_supersede_each_other_leave_the_newest() -> None:
    assert living(fact("f_a", supersedes="f_b"), fact("f_b", supersedes="f_a")) == ["f_b"]


def test_a_fact_holds_up_to_its_end() -> None:
    assert living(fact("f_1", valid_to=OLDER)) == []
    assert living(fact("f_1", valid_to=NEWER)) == ["f_1"]
    assert living(fact("f_1", valid_to="2020-01-01")) == []
    assert living(fact("f_1", valid_to="whenever"), fact("f_2", valid_to=None)) == ["f_2", "f_1"]


@pytest.mark.parametrize(
    "damaged",
    [
        {"id": "f_1", "op": "update"},
        {"id": "f_1", "content": None},
        {"id": "f_1", "content": " "},
        {"id": "f_1", "content": {"text": "x"}},
    ],
)
def test_a_damaged_change_leaves_the_fact_as_it_was(damaged: dict[str, object]) -> None:
    assert living(fact("f_1"), stored.Fact(damaged)) == ["f_1"]


def test_records_of_kinds_that_nobody_knows_are_passed_over() -> None:
    assert living(stored.Fact(id=7), stored.Fact(type="note"), stored.Fact(), fact("f_1")) == [
        "f_1"
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use uv.", "use  UV. "),
        ("用 ｕｖ", "用 uv"),
        ("a\nb", "A b"),
        ("Straße", "STRASSE"),
        ("\u00e9", "e\u0301"),
    ],
)
def test_what_differs_by_case_width_and_blanks_alone_is_the_same(one: str, other: str) -> None:
    assert fields.sameness(one) == fields.sameness(other)


@pytest.mark.parametrize(
    ("one", "other"), [("port 80", "port 81"), ("use uv", "use uvx"), ("不要用", "要用")]
)
def test_what_differs_in_a_word_is_not_the_same(one: str, other: str) -> None:
    assert fields.sameness(one) != fields.sameness(other)


def test_the_facts_of_a_stores_tail_come_newest_first(store: layout.Store) -> None:
    append.append(store, layout.FACTS, [fact("f_1"), fact("f_2"), fact("f_1", op="update")])

    assert [one["id"] for one in facts.recent(store)] == ["f_1", "f_2"]
    assert [one["id"] for one in facts.recent(store, 1)] == []


def test_facts_of_the_future_do_not_push_others_out(store: layout.Store) -> None:
    future = [fact(f"f_9{number}", created_at=NEWER) for number in range(20)]
    append.append(store, layout.FACTS, [*future, fact("f_1", created_at=OLDER)])

    found = list(facts.recent(store))
    assert found[0]["id"] == "f_1"
    assert all(one.moment <= clock.now() for one in found)


def test_a_restored_fact_holds_again_also_where_its_end_had_come() -> None:
    ended = fact("f_1", valid_to=OLDER)

    assert living(ended, ended.restored()) == ["f_1"]
    assert fact("f_1", valid_to=NEWER).restored()["valid_to"] == NEWER
