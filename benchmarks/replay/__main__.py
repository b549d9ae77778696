"""Plays recorded sessions again, and shows what would be kept, recalled, told and asked.

    python -m benchmarks.replay DIR [--host cursor|claude] [--times] [--format text|json]

DIR holds transcripts of Claude Code (*.jsonl) or Cursor, or sessions as one JSON object a line.
They are played through the real hooks, in a project and a home that are thrown away; nothing of
yours is read or written. Settings come from the environment: MEMORY_STORE_RECALL_LIMIT=5.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile

from benchmarks import captured
from benchmarks.replay import report
from benchmarks.replay import run as playing
from memory_store import model
from memory_store.sources import recorded, recorded_session
from memory_store.store import layout

_HOSTS = (model.CURSOR, model.CLAUDE)


def main(arguments: list[str] | None = None) -> int:
    """Play and print; 0, or 2 where there are no sessions at the path."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("dir", metavar="DIR", help="recorded sessions: a directory, or one file")
    parser.add_argument("--host", choices=_HOSTS, help="play all as this host's")
    parser.add_argument("--times", action="store_true", help="milliseconds of hooks in JSON too")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parsed = parser.parse_args(arguments)
    recordings = _recordings(parsed.dir)
    if not recordings:
        print(f"error: no recorded sessions in {parsed.dir}", file=sys.stderr)
        print("hint: they are in ~/.claude/projects, ~/.cursor/projects", file=sys.stderr)
        return 2
    played = _played(recordings, parsed.host or "")
    if parsed.format == "text":
        print(report.text(played))
        return 0
    answer = report.record(played)
    if parsed.times:
        answer["times"] = report.times(played)
    print(json.dumps(answer, ensure_ascii=False))
    return 0


def _played(recordings: list[recorded_session.Recording], host: str) -> list[playing.Played]:
    directory = tempfile.mkdtemp(prefix="memory-store-replay-")
    try:
        # the models' mapped weights lie there, which are made in half a minute
        environment = {"XDG_CACHE_HOME": os.path.dirname(layout.cache_root())}
        return playing.play(recordings, directory, environment, host=host)
    finally:
        project = layout.project_store(os.path.join(directory, "project"))
        shutil.rmtree(layout.cache_directory(project), ignore_errors=True)
        shutil.rmtree(directory, ignore_errors=True)


def _recordings(path: str) -> list[recorded_session.Recording]:
    """The sessions at a path, in the order of their files; other files are reported."""
    recordings: list[recorded_session.Recording] = []
    try:
        names = recorded.find(path)
    except OSError as error:
        print(f"error: {path}: {error.strerror}", file=sys.stderr)
        return []
    for name in names:
        try:
            recordings += captured.read(name)
        except (OSError, ValueError) as error:
            print(f"left out: {name}: {error}", file=sys.stderr)
    return recordings


if __name__ == "__main__":
    sys.exit(main())
