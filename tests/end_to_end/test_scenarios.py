"""Stories of sessions, clones and files, in scenarios/*.json: hooks and commands as calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests import scenes
from tests.commands.conftest import plain_machine, run

if TYPE_CHECKING:
    import pytest

    from memory_store.store import layout
    from tests import given
    from tests.commands.conftest import Run

__all__ = ["plain_machine", "run"]


@scenes.beside(__file__)
def test_what_a_scenario_promises_holds(
    scenario: given.Record, run: Run, store: layout.Store, request: pytest.FixtureRequest
) -> None:
    scenes.play(scenario, run, store, request)
