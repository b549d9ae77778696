from __future__ import annotations

from memory_store import clock
from memory_store.journal import append, facts, stored
from memory_store.store import layout
from tests.given import unsaved_fact

OLDER, NEWER = "2026-11-20T00:00:00.000Z", "2099-01-01T00:00:00.000Z"


def living(*lines: stored.Fact) -> list[object]:
    """The ids that hold among lines given oldest first, newest first."""
    return [one.id for one in facts.living(reversed(lines))]


def test_the_facts_of_a_stores_tail_come_newest_first(store: layout.Store) -> None:
    append.append(
        store,
        layout.FACTS,
        [unsaved_fact("f_1"), unsaved_fact("f_2"), unsaved_fact("f_1", op="update")],
    )

    assert [one["id"] for one in facts.recent(store)] == ["f_1", "f_2"]
    assert [one["id"] for one in facts.recent(store, 1)] == []


def test_facts_of_the_future_do_not_push_others_out(store: layout.Store) -> None:
    future = [unsaved_fact(f"f_9{number}", created_at=NEWER) for number in range(20)]
    append.append(store, layout.FACTS, [*future, unsaved_fact("f_1", created_at=OLDER)])

    found = list(facts.recent(store))
    assert found[0]["id"] == "f_1"
    assert all(one.moment <= clock.now() for one in found)


def test_a_restored_fact_holds_again_also_where_its_end_had_come() -> None:
    ended = unsaved_fact("f_1", valid_to=OLDER)

    assert living(ended, ended.restored()) == ["f_1"]
    assert unsaved_fact("f_1", valid_to=NEWER).restored()["valid_to"] == NEWER
