"""Prints the summaries of recorded sessions, and what memory costs such sessions.

    python benchmarks/summaries.py [--costs] [PATH ...]     (default: benchmarks/sessions)

A PATH is a file or a folder: transcripts of Claude Code and Cursor, sessions as in
benchmarks/sessions, or JSON lines of `{"role": "user"|"assistant", "text"}`. Each summary is made
as if nobody had saved one. With --costs the sessions are played through the real handlers with
recorded payloads of each host, in a new project, under each setting of `session_save`: told is
what a session costs on average in extra turns (requests for a summary that went to the agent) and
in characters put into the model's context.

Ends with status 1 if a session is left without a summary, or more than one in ten is asked.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import captured, machine
from benchmarks.replay import player, run
from memory_store.hosts import own_words
from memory_store.journal import records, stored
from memory_store.language import script
from memory_store.sessions import evidence, summary
from memory_store.sources import recorded, recorded_session

FOLDER = Path(__file__).parent / "sessions"
SETTINGS = ("never", "auto", "always")
ASKED_AT_MOST = 0.1
_BESIDE = ("think", "tool-use", "details", "oai-mem-citation")
_WINDOWS, _AGAIN = "auto, two windows", "auto, again"
_HEADS = ("host", "session_save", "asked", "lost", "turns", *player.KINDS, "all", "most")


class Cost(NamedTuple):
    """What sessions cost under one setting of one host.

    Attributes:
        host, setting: which.
        asked, lost: how many sessions' agents were asked, and how many have no summary.
        turns: extra turns a session, on average.
        characters: in the context a session, on average, by `player.KINDS`.
        most: characters of the session that cost most.
    """

    host: str
    setting: str
    asked: int
    lost: int
    turns: float
    characters: dict[str, float]
    most: int


def main(arguments: list[str] | None = None) -> int:
    """Print; 0, or 1 where the sessions can't be read or a promise is broken."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("paths", metavar="PATH", nargs="*", default=[str(FOLDER)])
    parser.add_argument("--costs", action="store_true", help="play them as well")
    parsed = parser.parse_args(arguments)
    try:
        sessions = [one for path in parsed.paths for one in read(path)]
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    for one in sessions:
        print(told(one), end="\n\n")
    costs = measure(sessions) if parsed.costs else []
    if costs:
        print(table(costs))
    return 1 if any(is_broken(one, len(sessions)) for one in costs) else 0


def read(path: str) -> list[recorded_session.Recording]:
    """The sessions at a path, in the order of their files.

    Raises:
        OSError: it can't be read.
        ValueError: a file holds no session.
    """
    found = []
    for name in recorded.find(path):
        lines = Path(name).read_text("utf-8").splitlines()
        first = json.loads(lines[0]) if lines and lines[0].startswith("{") else {}
        if "role" in first and "text" in first:
            found.append(_of_roles(name, [json.loads(line) for line in lines]))
        else:
            found += captured.read(name)
    return found


def _of_roles(name: str, lines: list[dict[str, str]]) -> recorded_session.Recording:
    kinds = {"user": "prompt", "assistant": "response"}
    events: list[dict[str, object]] = [
        {"type": kinds[one["role"]], "text": _spoken(one["text"])}
        for one in lines
        if one["role"] in kinds
    ]
    return recorded_session.Recording(Path(name).stem, captured.FORM, events)


def _spoken(text: str) -> str:
    """A text without what recorders put beside words and no hook is handed: tools, thoughts."""
    kept, inside = [], False
    for line in own_words.without(text, *_BESIDE).split("\n"):
        begins = line.startswith(("[tool ", "[result:"))
        inside = (inside or begins) and not (line.endswith("]") and (inside or begins))
        kept += [] if inside or begins or line == "]" else [line]
    return "\n".join(kept)


def told(session: recorded_session.Recording) -> str:
    """The automatic summary of a session, as a person reads it."""
    made = automatic(session)
    prompts = sum(one["type"] == "prompt" for one in session.events)
    head = f"{session.id} ({prompts} prompts)"
    return head if made is None else f"{head}\nTopic: {made.topic}\n{made.text}"


def automatic(session: recorded_session.Recording) -> summary.Draft | None:
    """The summary that is made of a session's texts as the journal would hold them.

    A host's transcript proves what was done. Of a long answer the end is taken: a recording may
    have a turn's messages in one, of which hosts tell hooks the last.
    """
    events = [
        stored.Entry(
            type=one["type"],
            text=_cut(str(one.get("text") or ""), is_prompt=one["type"] == "prompt"),
        )
        for one in session.said()
    ]
    proof = None
    if session.form in (recorded_session.CLAUDE, recorded_session.CODEX, recorded_session.CURSOR):
        content = Path(session.path).read_bytes()
        proof = evidence.of_transcript(content, session.project)
    return summary.automatic(events, script.of_session(events), proof=proof)


def _cut(text: str, *, is_prompt: bool) -> str:
    return text[: records.TEXT_CHARS] if is_prompt else text[-records.TEXT_CHARS :]


def measure(sessions: list[recorded_session.Recording]) -> list[Cost]:
    """What the sessions cost, by host and setting, in two windows, and the second time."""
    found = []
    for host in run.HOSTS:
        found += [cost(sessions, host, setting) for setting in SETTINGS]
        found.append(cost(sessions, host, _WINDOWS, windows=2))
        found.append(cost(sessions, host, _AGAIN, rounds=2))
    return found


def cost(
    sessions: list[recorded_session.Recording],
    host: str,
    setting: str,
    *,
    rounds: int = 1,
    windows: int = 1,
) -> Cost:
    """What the sessions cost under one setting, the last round of a replay in a new project."""
    recordings = [
        recorded_session.Recording(f"{one.id}-{turn}", captured.FORM, one.events, ends=one.ends)
        for turn in range(rounds)
        for one in sessions
    ]
    own = {name: "" for name in os.environ if name.startswith("MEMORY_STORE_")}
    with tempfile.TemporaryDirectory(prefix="memory-store-summaries-") as directory:
        root = Path(directory).resolve()
        places = machine.environment(root / "machine")
        saves = {"MEMORY_STORE_SESSION_SAVE": setting.partition(",")[0]}
        played = run.play(
            recordings, str(root), {**own, **places, **saves}, host=host, windows=windows
        )[-len(sessions) :]
    count = len(played)
    return Cost(
        host=host,
        setting=setting,
        asked=sum(one.requests > 0 for one in played),
        lost=sum(one.summary is None for one in played),
        turns=sum(one.requests for one in played) / count,
        characters={
            kind: sum(one.characters[kind] for one in played) / count for kind in player.KINDS
        },
        most=max(sum(one.characters.values()) for one in played),
    )


def is_broken(found: Cost, count: int) -> bool:
    """Whether a cost breaks a promise: none lost, and by default one in ten asked at most."""
    is_default = found.setting == "auto"
    return found.lost > 0 or (is_default and found.asked > ASKED_AT_MOST * count)


def table(costs: list[Cost]) -> str:
    """The costs as a Markdown table."""
    lines = [list(_HEADS), ["---"] * 2 + ["--:"] * (len(_HEADS) - 2)]
    for one in costs:
        kinds = [f"{one.characters[kind]:.0f}" for kind in player.KINDS]
        counts = [str(one.asked), str(one.lost), f"{one.turns:.2f}"]
        whole = f"{sum(one.characters.values()):.0f}"
        lines.append([one.host, one.setting, *counts, *kinds, whole, str(one.most)])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
