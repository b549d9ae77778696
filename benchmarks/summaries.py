"""How well automatic summaries tell fifty sessions, and what memory costs each session.

    python benchmarks/summaries.py [--split dev|test|all] [--verbose] [--skip-replay]
                                   [--format text|json]

First each session's events (benchmarks/sessions, README.md there) go through
`learn.summarise.automatic`, and what comes out is compared with the session's labels: which groups
of keywords its topic, its summary, its decisions and its todos hold.

Then the sessions are played again through the real handlers with recorded payloads of each host,
under each setting of `session_save`, in a new project. Told is what a session costs on average:
extra turns (requests for a summary that went to the agent) and characters put into the model's
context. The row `two windows` plays them two at a time, each told what the other learns; `again`
plays everything twice and tells the second time, where every question was asked before.

Ends with status 1 if a session is left without a summary, or more than one in ten is asked.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import captured, replayed
from memory_store.learn import summarise
from memory_store.replay import player

ASKED_AT_MOST = 0.1
_WINDOWS, _AGAIN = "auto, two windows", "auto, again"
_HEADS = ("host", "session_save", "asked", "lost", "turns", *player.KINDS, "all", "most")


class Cost(NamedTuple):
    """What sessions cost under one setting of one host.

    Attributes:
        host, setting: which.
        asked, lost: the ids of the sessions whose agent was asked, and that have no summary.
        turns: extra turns a session, on average.
        characters: in the context a session, on average, by `player.KINDS`.
        most: characters of the session that cost most.
    """

    host: str
    setting: str
    asked: list[str]
    lost: list[str]
    turns: float
    characters: dict[str, float]
    most: int


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 0, or 1 where the sessions can't be read or a promise is broken."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--split", choices=(*captured.SPLITS, "all"), default="all")
    parser.add_argument("--verbose", action="store_true", help="each summary")
    parser.add_argument("--skip-replay", action="store_true", help="summaries alone")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parsed = parser.parse_args(arguments)
    try:
        sessions = captured.read(captured.SPLITS if parsed.split == "all" else (parsed.split,))
    except (OSError, ValueError, KeyError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    pairs = [(one, summary(one)) for one in sessions]
    costs = [] if parsed.skip_replay else measure(sessions)
    if parsed.format == "json":
        print(json.dumps(report(pairs, costs), ensure_ascii=False))
    else:
        print(render(pairs, costs, verbose=parsed.verbose))
    return 1 if any(faults(cost, len(sessions)) for cost in costs) else 0


def summary(session: captured.Session) -> dict[str, Any]:
    """The automatic summary of a session, as if nobody had saved one."""
    found = summarise.automatic(list(session.events), session.lang)
    assert found is not None  # noqa: S101  in each of them something is said
    return found


def measure(sessions: list[captured.Session]) -> list[Cost]:
    """What the sessions cost, by host and setting, in two windows, and the second time."""
    found = []
    for host in replayed.HOSTS:
        for setting in replayed.SETTINGS:
            found.append(cost(sessions, host, setting))
        found.append(cost(sessions, host, _WINDOWS, windows=2))
        found.append(cost(sessions, host, _AGAIN, rounds=2))
    return found


def cost(
    sessions: list[captured.Session], host: str, setting: str, *, rounds: int = 1, windows: int = 1
) -> Cost:
    """What the sessions cost under one setting, from a replay of its own."""
    with tempfile.TemporaryDirectory(prefix="memory-store-summaries-") as directory:
        played = replayed.replay(
            sessions,
            host,
            setting.partition(",")[0],
            Path(directory).resolve(),
            rounds=rounds,
            windows=windows,
        )
    count = len(played)
    return Cost(
        host=host,
        setting=setting,
        asked=[one.session.id for one in played if one.requests],
        lost=[one.session.id for one in played if one.summary is None],
        turns=sum(one.requests for one in played) / count,
        characters={
            kind: sum(one.characters[kind] for one in played) / count for kind in player.KINDS
        },
        most=max(sum(one.characters.values()) for one in played),
    )


def faults(found: Cost, count: int) -> list[str]:
    """Which promises a cost breaks, in words: none lost, and by default one in ten asked."""
    broken = [f"{one} has no summary" for one in found.lost]
    if found.setting == "auto" and len(found.asked) > ASKED_AT_MOST * count:
        broken.append(f"{len(found.asked)} of {count} were asked")
    return broken


def report(
    pairs: list[tuple[captured.Session, dict[str, Any]]], costs: list[Cost]
) -> dict[str, Any]:
    """All figures: coverage by split and language, lengths, costs."""
    return {
        "coverage": {
            name: {field: one._asdict() for field, one in captured.coverage(chosen).items()}
            for name, chosen in groups(pairs).items()
        },
        "length": lengths(pairs),
        "costs": [one._asdict() for one in costs],
    }


def groups(
    pairs: list[tuple[captured.Session, dict[str, Any]]],
) -> dict[str, list[tuple[captured.Session, dict[str, Any]]]]:
    """The sessions by split and language (`dev en`), and of a split as a whole (`dev`)."""
    found: dict[str, list[tuple[captured.Session, dict[str, Any]]]] = {}
    for session, made in pairs:
        for name in (f"{session.split} {session.lang}", session.split):
            found.setdefault(name, []).append((session, made))
    return dict(sorted(found.items(), key=lambda one: (one[0].split()[0], -len(one[0]), one[0])))


def lengths(pairs: list[tuple[captured.Session, dict[str, Any]]]) -> dict[str, float]:
    """Characters of a summary with all its parts: on average, and of the longest."""
    found = [captured.length(made) for _, made in pairs]
    return {"mean": sum(found) / len(found), "most": max(found)}


def render(
    pairs: list[tuple[captured.Session, dict[str, Any]]],
    costs: list[Cost],
    *,
    verbose: bool = False,
) -> str:
    """The figures as Markdown tables; before them, if `verbose`, each summary."""
    heads = ["split", "sessions"]
    heads += [f"{name} {what}" for name in captured.FIELDS for what in _told_of(name)]
    rows = []
    for name, chosen in groups(pairs).items():
        row = [name, str(len(chosen))]
        for field, one in captured.coverage(chosen).items():
            row.append(f"{one.covered} of {one.labels}")
            row += [f"{one.expected} of {one.lines}"] if len(_told_of(field)) > 1 else []
        rows.append(row)
    size = lengths(pairs)
    parts = [_told(*pair) for pair in pairs] if verbose else []
    parts.append(_table(heads, rows))
    parts.append(f"characters of a summary: {size['mean']:.0f} on average, {size['most']} at most")
    if costs:
        parts.append(_table(list(_HEADS), [_row(one) for one in costs]))
        parts += [
            f"asked ({one.host}, {one.setting}): {' '.join(one.asked)}" for one in costs[1:2]
        ]
    return "\n\n".join(parts)


def _told_of(field: str) -> tuple[str, ...]:
    return ("covered", "expected") if field in ("decided", "open") else ("covered",)


def _row(one: Cost) -> list[str]:
    whole = sum(one.characters.values())
    told = [f"{one.characters[kind]:.0f}" for kind in player.KINDS]
    counts = [str(len(one.asked)), str(len(one.lost)), f"{one.turns:.2f}"]
    return [one.host, one.setting, *counts, *told, f"{whole:.0f}", str(one.most)]


def _told(session: captured.Session, made: dict[str, Any]) -> str:
    lines = [f"{session.id} ({session.shape})"]
    for field in captured.FIELDS:
        lines += [f"  {field}: {text}" for text in captured.texts(made, field)]
    return "\n".join(lines)


def _table(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] * 2 + ["--:"] * (len(heads) - 2), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
