"""Real sessions of one project, lived again in their order: what came with each prompt.

    python benchmarks/recall_replay.py FOLDER [--host cursor|claude] [--embedder none|auto]
        [--briefing] [--only-recalled]

FOLDER holds a file for each session, named by its moment (2026-01-06_17-17.jsonl) so that names
sort by time; each line is {"role": "user" | "assistant", "text": …}. Prints each prompt and what
was recalled with it, then the sums; with --briefing also what the next session is told at its
start. Who reads it judges. All of it happens in a temporary directory.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks.replay import player, report, stage
from memory_store import model
from memory_store.sources import recorded_session

_ROLES = {"user": model.PROMPT, "assistant": model.RESPONSE}
_PROMPT_CHARS = 300
_STAMP = "%Y-%m-%d_%H-%M"
_STAMP_CHARS = len("2026-01-06_17-17")
_TURN_SECONDS = 45.0
_DAY_SECONDS = 86_400.0


def main(arguments: list[str] | None = None) -> int:
    """Replay and print; 0, or 2 where the folder holds no session."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--host", choices=(model.CURSOR, model.CLAUDE), default=model.CURSOR)
    parser.add_argument("--embedder", default="none", help="none (default): by words alone")
    parser.add_argument("--briefing", action="store_true", help="and the next session's briefing")
    parser.add_argument("--only-recalled", action="store_true", help="no prompt that got nothing")
    parsed = parser.parse_args(arguments)
    paths = sorted(parsed.folder.glob("*.jsonl"))
    if not paths:
        print(f"error: no *.jsonl in {parsed.folder}", file=sys.stderr)
        return 2
    environment = {"MEMORY_STORE_EMBEDDER": parsed.embedder, "MEMORY_STORE_SESSION_SAVE": "never"}
    prompts = recalled = characters = 0
    with (
        tempfile.TemporaryDirectory(prefix="memory-store-replay-") as directory,
        stage.alone(directory, _moment(paths[0]), environment) as where,
    ):
        for path in paths:
            session = _play(path, parsed.host, where)
            for told in session.told:
                prompts += 1
                text = told.parts.get("recall", "")
                recalled += bool(text)
                characters += len(text)
                if text or not parsed.only_recalled:
                    print("\n".join(_lines(path.stem, prompts, told)), flush=True)
        took = report.at(session.took["recall_memory"], 0.95)
        print(f"{prompts} prompts, {recalled} with recall, {characters} characters recalled")
        print(f"last session's P95 without the start of a process: {took:.0f} ms")
        if parsed.briefing:
            where.wait_until(where.now + _DAY_SECONDS)
            end = recorded_session.Recording("after-all", parsed.host, [])
            print(player.Player(end, parsed.host, where).begin())
    return 0


def _play(path: Path, host: str, where: stage.Stage) -> player.Player:
    """Live one session, from its start to its end."""
    said = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    events = [{"type": _ROLES[one["role"]], "text": one["text"]} for one in said]
    session = player.Player(recorded_session.Recording(path.stem, host, events), host, where)
    where.wait_until(_moment(path))
    session.begin()
    kinds = [event["type"] for event in events]
    for at, event in enumerate(events):
        where.wait_until(where.now + _TURN_SECONDS)
        is_last = event["type"] == model.RESPONSE and model.RESPONSE not in kinds[at + 1 : at + 2]
        session.play(event, ends_turn=is_last)
    where.wait_until(where.now + _TURN_SECONDS)
    session.end()
    return session


def _moment(path: Path) -> float:
    return time.mktime(time.strptime(path.stem[:_STAMP_CHARS], _STAMP))


def _lines(session: str, number: int, told: player.Told) -> list[str]:
    prompt = " ".join(told.prompt[:_PROMPT_CHARS].split())
    text = told.parts.get("recall", "")
    kept = [
        line for line in text.split("\n")[1:] if not line.startswith(("<memory-", "</memory-"))
    ]
    return [f"{number} {session} {prompt}", *(f"    {line}" for line in kept)]


if __name__ == "__main__":
    sys.exit(main())
