"""The scenarios of commands, in scenarios/*.json."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests import scenes

if TYPE_CHECKING:
    from memory_store.store import layout
    from tests import given
    from tests.commands.conftest import Run


@scenes.beside(__file__)
def test_what_a_scenario_promises_holds(
    scenario: given.Record, run: Run, store: layout.Store, request: pytest.FixtureRequest
) -> None:
    scenes.play(scenario, run, store, request)


def test_a_scenario_that_expects_too_much_fails(
    run: Run, store: layout.Store, request: pytest.FixtureRequest
) -> None:
    """The control."""
    scene = scenes.Scene(run, store, request)
    scene.give("the gateway")
    faults: list[dict[str, Any]] = [
        {"code": 1},
        {"answer": {"facts": [{"content": "the queue"}]}},
        {"answer": {"facts": []}},
        {"finds": []},
        {"lists": ["the gateway", "the queue"]},
        {"says": ["the queue"]},
        {"hides": ["the gateway"]},
    ]
    for wrong in faults:
        with pytest.raises(AssertionError):
            scene.step({"run": "list", **wrong})
