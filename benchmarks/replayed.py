"""Has the captured sessions played by the product's own replay, and tells their cost.

Each replay is a new project on a machine of its own, without a model. Must not print.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks import machine
from memory_store import model
from memory_store.replay import run
from memory_store.sources import recorded

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks import captured

HOSTS = (model.CURSOR, model.CLAUDE)
SETTINGS = ("never", "auto", "always")


class Played(NamedTuple):
    """What playing a session came to.

    Attributes:
        session: what was played.
        requests: how often the agent was asked for a summary, each an extra turn.
        characters: what went into the model's context, by `player.KINDS`.
        summary: the session's newest summary once all was finished; None for none.
    """

    session: captured.Session
    requests: int
    characters: dict[str, int]
    summary: dict[str, Any] | None


def replay(
    sessions: list[captured.Session],
    host: str,
    setting: str,
    directory: Path,
    *,
    rounds: int = 1,
    windows: int = 1,
) -> list[Played]:
    """Play the sessions in a new project, then finish what is left.

    Args:
        sessions: in their order.
        host: `cursor` or `claude`.
        setting: of `session_save`.
        directory: an empty one, for the project and a machine of its own.
        rounds: how often all are played; with two, everything that is asked was asked before.
        windows: how many sessions are open at once, taking turns.

    Returns:
        The sessions of the last round.
    """
    recordings = [
        recorded.Recording(
            f"session-{one.id}-{turn}", recorded.CAPTURED, list(one.events), ends=one.ends
        )
        for turn in range(rounds)
        for one in sessions
    ]
    own = {name: "" for name in os.environ if name.startswith("MEMORY_STORE_")}
    places = machine.environment(directory / "machine")
    environment = {**own, **places, "MEMORY_STORE_SESSION_SAVE": setting}
    played = run.play(recordings, str(directory), environment, host=host, windows=windows)
    return [
        Played(session, one.requests, one.characters, one.summary)
        for session, one in zip(sessions, played[-len(sessions) :], strict=True)
    ]
