"""Plays recorded sessions in one empty project, each event at its time.

Sessions with recorded times overlap as they did; others begin an hour and a half apart. Must not
print, or read anybody's memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.replay import player, stage
from memory_store import model
from memory_store.journal import facts, read, records, stored
from memory_store.store import layout

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memory_store.sources import recorded_session

HOSTS = (model.CURSOR, model.CLAUDE)

_SAID = (model.PROMPT, model.RESPONSE)
_START = 1_790_000_000.0  # a Monday in September 2026
_BETWEEN_SESSIONS = 5_400.0
_BETWEEN_EVENTS = 45.0
_WHOLE_BYTES = 1 << 30
_BEFORE, _AFTER = 1.0, 60.0  # seconds between a session's start and its first event, last and end

HOLDS, MERGED, REPLACED, GONE = "holding", "merged", "replaced", "taken back"
"""What became of a fact: the last is for what expired or an agent took back."""


class Fact(NamedTuple):
    """A fact that a session left.

    Attributes:
        kind, content, confidence: as it was kept first.
        fate: one of the words above.
        again: how often it was said again.
    """

    kind: str
    content: str
    confidence: float
    fate: str
    again: int


class Played(NamedTuple):
    """The result of a played session.

    Attributes:
        recording, host: what was played, and as whose.
        name: the session's, as records hold it: without a secret.
        requests: how often the agent was asked for a summary, each an extra turn.
        characters: what went into the model's context, by `player.KINDS`.
        told: each prompt, and what came with it.
        took: milliseconds until each answer was there, by hook.
        kept: the facts that it left, in their order.
        summary: its newest summary once all was finished; None for none.
    """

    recording: recorded_session.Recording
    host: str
    name: str
    requests: int
    characters: dict[str, int]
    told: list[player.Told]
    took: dict[str, list[float]]
    kept: list[Fact]
    summary: dict[str, Any] | None


class _Step(NamedTuple):
    moment: float
    session: int
    place: int


def play(
    recordings: Sequence[recorded_session.Recording],
    directory: str,
    environment: Mapping[str, str],
    *,
    host: str = "",
    windows: int = 1,
) -> list[Played]:
    """Play sessions in a new project, then do the background work.

    Args:
        recordings: in their order.
        directory: an empty one, for the project and a machine of its own.
        environment: variables beyond those of this process (see `stage.alone`).
        host: as whose they are played; "": as recorded, Cursor's where no host is known.
        windows: of those without times, how many are open at once, taking turns.
    """
    times = _schedule(recordings, windows)
    steps = sorted(
        _Step(moment, session, at)
        for session, moments in enumerate(times)
        for at, moment in enumerate(moments)
    )
    with stage.alone(directory, steps[0].moment if steps else _START, environment) as where:
        players = [player.Player(one, host or _host(one), where) for one in recordings]
        for step in steps:
            where.wait_until(step.moment)
            _take(players[step.session], step.place)
        stage.finish_all(where.project)
        return _results(players, where.store)


def _host(recording: recorded_session.Recording) -> str:
    return recording.form if recording.form in HOSTS else model.CURSOR


def _schedule(recordings: Sequence[recorded_session.Recording], windows: int) -> list[list[float]]:
    """When each session starts, has its events and ends."""
    times = []
    for number, one in enumerate(recordings):
        moments = [event.get("moment") for event in one.events]
        known = [moment for moment in moments if isinstance(moment, float)]
        if known:
            moments_of = _filled(moments, known[0])
            begins = moments_of[0] - _BEFORE
        else:  # all windows are opened before anything is asked in one of them
            begins = _START + number // windows * windows * _BETWEEN_SESSIONS
            turn = 1 + number % windows / windows
            moments_of = [begins + (at + turn) * _BETWEEN_EVENTS for at in range(len(moments))]
        times.append([begins, *moments_of, moments_of[-1] + _AFTER])
    return times


def _filled(moments: list[object], first: float) -> list[float]:
    """The moments of a session's events in order; a missing one follows the one before."""
    filled: list[float] = []
    for moment in moments:
        before = filled[-1] if filled else first
        filled.append(max(moment, before) if isinstance(moment, float) else before)
    return filled


def _take(window: player.Player, at: int) -> None:
    """The start of a session, one of its events, or its end."""
    events = window.recording.events
    if at == 0:
        window.begin()
    elif at <= len(events):
        window.play(events[at - 1], ends_turn=_ends_turn(events, at - 1))
    else:
        window.end()


def _ends_turn(events: list[dict[str, object]], at: int) -> bool:
    """Whether an event is the last answer of its turn."""
    if events[at]["type"] != model.RESPONSE:
        return False
    said = (one["type"] for one in events[at + 1 :])
    return next((kind for kind in said if kind in _SAID), "") != model.RESPONSE


def _results(players: list[player.Player], store: layout.Store) -> list[Played]:
    summary_of: dict[object, dict[str, Any]] = {}
    for summary in read.newest_first(store, layout.SESSIONS, _WHOLE_BYTES):
        summary_of.setdefault(summary.get("session_id"), summary)
    kept = _kept(list(read.newest_first(store, layout.FACTS, _WHOLE_BYTES)))
    return [
        Played(
            recording=one.recording,
            host=one.host,
            name=(name := records.session_name(one.recording.id)),
            requests=one.requests,
            characters=one.characters,
            told=one.told,
            took=one.took,
            kept=kept.get(name, []),
            summary=summary_of.get(name),
        )
        for one in players
    ]


def _kept(newest_first: list[dict[str, Any]]) -> dict[object, list[Fact]]:
    """The facts by the session that they were first kept in, in their order."""
    last = {one["id"]: one for one in reversed(newest_first) if "evidence" in one}
    living = {one.id for one in facts.living(map(stored.Fact, newest_first))}
    first = [one for one in reversed(newest_first) if "op" not in one]
    known = {one["id"] for one in first}
    evidence = {name for one in last.values() for name in one["evidence"]}
    replaced = {one.get("supersedes") for one in newest_first}
    facts_of: dict[object, list[Fact]] = {}
    for raw in first:
        identity = raw["id"]
        others = [one for one in last[identity]["evidence"] if one not in known]
        again = max(0, len(others) - len(raw["evidence"]))
        if identity in living:
            fate = HOLDS
        elif identity in evidence:
            fate = MERGED
        else:
            fate = REPLACED if identity in replaced else GONE
        fact = Fact(raw["type"], raw["content"], raw["confidence"], fate, again)
        facts_of.setdefault(raw["source"].get("session_id"), []).append(fact)
    return facts_of
