"""Which lines are one change, and what takes changes back: over any sequence of commands."""

from __future__ import annotations

import itertools
from unittest import mock

import pytest
from hypothesis import assume
from hypothesis import given as over
from hypothesis import strategies as st

from memory_store import clock
from memory_store.commands import fact_changes
from memory_store.commands import undo as undoing
from memory_store.index import questions
from memory_store.journal import append, create, stored
from memory_store.store import layout
from tests import given

ACTS = ("save", "edit", "pin", "retract", "replace")
STEPS = st.lists(
    st.tuples(st.sampled_from((*ACTS, "restore", "undo")), st.integers(0, 3)), max_size=8
)


def state(store: layout.Store) -> dict[str, tuple[object, ...]]:
    return {
        str(one["id"]): (one["content"], one.get("pinned") is True) for one in given.living(store)
    }


def undo(store: layout.Store, count: int = 1) -> None:
    with questions.Records(store) as known:
        for file in undoing.last([undoing.Changes(known, layout.FACTS)], count):
            fact_changes.write([(store, line) for _, line in file.steps()])


def act(store: layout.Store, name: str, at: int) -> None:
    """One change by the name; what it can't be done to stays."""
    held = sorted(given.living(store), key=lambda one: str(one["id"]))
    lines = given.lines(store, layout.FACTS)
    if name == "save" or not lines:
        given.fact(store, f"fact {len(lines)}")
    elif name == "undo":
        undo(store)
    elif name == "restore":
        fact_changes.write([(store, stored.Fact(lines[at % len(lines)]).restored())])
    elif held and name == "replace":
        given.fact(store, f"newer {len(lines)}", supersedes=held[at % len(held)]["id"])
    elif held:
        fact = held[at % len(held)]
        made = {
            "edit": lambda: fact.changed(content=f"reworded {len(lines)}"),
            "pin": lambda: fact.changed(pinned=fact.get("pinned") is not True),
            "retract": lambda: fact.retracted(""),
        }[name]()
        fact_changes.write([(store, made)])


@pytest.mark.parametrize(("count", "left"), [(1, [0.4]), (2, [])])
def test_how_sure_a_candidate_was_found_to_be_is_nobodys_change(
    store: layout.Store, count: int, left: list[float]
) -> None:
    source = {"via": stored.CAPTURE, stored.HOW: stored.HEARD}
    heard = given.fact(store, "The report is due on Monday", status="candidate", source=source)
    given.fact(store, "We log in UTC")
    append.append(store, layout.FACTS, [heard.weighed(0.4)], durable=False)

    undo(store, count)

    assert [one.confidence for one in given.living(store)] == left


@pytest.mark.long
@over(STEPS, st.sampled_from(ACTS), st.integers(0, 3))
def test_undo_gives_the_state_before_and_undo_again_the_state_after(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int]], last: str, at: int
) -> None:
    """Whatever came before, one undo takes exactly the last change back, the next brings it."""
    ticks = itertools.count(clock.now())
    with mock.patch.object(clock, "now", side_effect=ticks):  # no two in a millisecond
        store = layout.project_store(str(tmp_path_factory.mktemp("project")))
        create.create(store)
        for name, number in steps:
            act(store, name, number)
        before, lines = state(store), given.lines(store, layout.FACTS)
        act(store, last, at)
        assume(given.lines(store, layout.FACTS) != lines)
        after = state(store)

        undo(store)
        assert state(store) == before
        undo(store)
        assert state(store) == after
