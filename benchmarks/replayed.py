"""Plays captured sessions again in one project of a machine of their own, and tells their cost.

They begin an hour and a half apart, by a clock of the replay's own; what a hook leaves to the
background is done at once. Must not print.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks import machine, player
from memory_store import background, clock, layout, model, place
from memory_store.journal import create, read
from memory_store.learn import finish

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from benchmarks import captured

HOSTS = (model.CURSOR, model.CLAUDE)
SETTINGS = ("never", "auto", "always")
_START = 1_790_000_000.0  # a Monday in September 2026
_BETWEEN_SESSIONS = 5_400.0
_WHOLE_BYTES = 1 << 26
_OVER = object()


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
    project = directory / "project"
    project.mkdir(parents=True)
    with _alone(directory, setting) as now:
        store = layout.project_store(str(project))
        create.create(store)
        number = 0
        for turn in range(rounds):
            players = [player.Player(one, host, str(project), now, turn) for one in sessions]
            for at in range(0, len(players), windows):
                now[0] = _START + number * _BETWEEN_SESSIONS
                number += windows
                _take_turns([one.play() for one in players[at : at + windows]])
        _finish(str(project))
        told: dict[object, dict[str, Any]] = {}
        for one in read.newest_first(store, layout.SESSIONS, _WHOLE_BYTES):
            told.setdefault(one.get("session_id"), one)
    return [
        Played(one.session, one.requests, one.characters, told.get(one.name)) for one in players
    ]


def _take_turns(plays: list[Iterator[None]]) -> None:
    while plays:
        plays = [one for one in plays if next(one, _OVER) is not _OVER]


@contextlib.contextmanager
def _alone(directory: Path, setting: str) -> Iterator[list[float]]:
    """A machine and a clock of the replay's own; the background's work is done at once."""
    before, real_now, real_sync = dict(os.environ), clock.now, background.sync
    now = [_START]
    for name in [one for one in os.environ if one.startswith("MEMORY_STORE_")]:
        del os.environ[name]
    os.environ |= machine.environment(directory / "machine")
    os.environ["MEMORY_STORE_SESSION_SAVE"] = setting
    clock.now = lambda: now[0]
    background.sync = _finish
    try:
        yield now
    finally:
        clock.now, background.sync = real_now, real_sync
        os.environ.clear()
        os.environ |= before


def _finish(project: str) -> None:
    finish.bring_up_to_date(place.resolve(project), embed_seconds=None)
