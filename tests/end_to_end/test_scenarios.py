"""Stories of sessions, clones and files, in scenarios/*.json: hooks and commands as calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests import scenes
from tests.commands.conftest import plain_machine, run

if TYPE_CHECKING:
    from memory_store.store import layout
    from tests import given
    from tests.commands.conftest import Run

__all__ = ["plain_machine", "run"]


@scenes.beside(__file__)
def test_what_a_scenario_promises_holds(
    scenario: given.Record, run: Run, store: layout.Store, request: pytest.FixtureRequest
) -> None:
    scenes.play(scenario, run, store, request)


def test_a_hook_that_is_expected_to_say_something_else_fails(
    run: Run, store: layout.Store, request: pytest.FixtureRequest
) -> None:
    """The control."""
    scene = scenes.Scene(run, store, request)
    scene.give("the gateway listens")
    faults: list[dict[str, Any]] = [
        {"hears": {}},
        {"answer": {"additional_context": "nothing"}},
        {"says": ["the queue"]},
        {"hides": ["the gateway"]},
    ]
    for at, wrong in enumerate(faults):
        with pytest.raises(AssertionError):
            scene.step({"hook": "cursor/session-start", "session": f"s-{at}", **wrong})
    for left in ({"journal": {"session_start": len(faults) + 1}}, {"holds": ["the queue"]}):
        with pytest.raises(AssertionError):
            scenes.look_behind(left, store, [])
