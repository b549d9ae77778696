"""Play recorded sessions again, and show what would be kept, recalled, told and asked.

DIR holds transcripts of Claude Code (*.jsonl) or Cursor, or sessions as one JSON object a line.
They are played through the real hooks, in a project and a home that are thrown away; nothing of
yours is read or written. Settings come from the environment: MEMORY_STORE_RECALL_LIMIT=5.
"""

from __future__ import annotations

import os
import shutil
import tempfile

from memory_store import errors, model, place
from memory_store.cli import printing
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags
    from memory_store.sources import recorded

_HOSTS = (model.CURSOR, model.CLAUDE)


def add_arguments(parser: flags.Parser) -> None:
    """The directory and the flags."""
    parser.add_argument("dir", metavar="DIR", help="recorded sessions: a directory, or one file")
    parser.add_argument(
        "--host", choices=_HOSTS, help="play all as this host's (default: as recorded)"
    )
    parser.add_argument(
        "--times", action="store_true", help="milliseconds of each hook in JSON too"
    )


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Play, and report.

    Raises:
        UsageError: there are no sessions at the path.
    """
    del where
    from memory_store.replay import report  # the whole product
    from memory_store.replay import run as playing

    recordings = _recordings(arguments.dir)
    directory = tempfile.mkdtemp(prefix="memory-store-replay-")
    try:
        # the models' mapped weights lie there, which are made in half a minute
        environment = {"XDG_CACHE_HOME": os.path.dirname(layout.cache_root())}
        played = playing.play(recordings, directory, environment, host=arguments.host or "")
    finally:
        project = layout.project_store(os.path.join(directory, "project"))
        shutil.rmtree(layout.cache_directory(project), ignore_errors=True)
        shutil.rmtree(directory, ignore_errors=True)
    answer = report.record(played)
    if arguments.times:
        answer["times"] = report.times(played)
    return model.Answer(answer, report.text(played))


def _recordings(path: str) -> list[recorded.Recording]:
    """The sessions at a path, in the order of their files; other files are reported."""
    from memory_store.sources import recorded  # see run

    recordings: list[recorded.Recording] = []
    try:
        names = recorded.find(path)
    except OSError as error:
        raise errors.UsageError(f"{path}: {error.strerror}", "name a directory or file") from error
    for name in names:
        try:
            recordings += recorded.read(name)
        except (OSError, ValueError) as error:
            printing.tell(f"left out: {name}: {error}")
    if not recordings:
        raise errors.UsageError(
            f"no recorded sessions in {path}",
            "transcripts are in ~/.claude/projects and ~/.cursor/projects/*/agent-transcripts",
        )
    return recordings
