"""Lists what hosts' own memories say of a project: Claude Code's, Qwen Code's and Codex's.

Of a note with a head name, type and description; of Codex's MEMORY.md the groups of tasks of this
directory. What has another form is left.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from memory_store import clock, codec, place
from memory_store.forget import hits
from memory_store.index import extra
from memory_store.journal import read
from memory_store.recall import host_memories
from memory_store.sessions import prose
from memory_store.store import derived, files, layout, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_HEAD_BYTES = 64 << 10
_RECENT, _SHARED = 3, 2  # summaries, and the words that what is near to them has of them
_DIRECTORY = re.compile(rb'"cwd": ?("(?:[^"\\]|\\.)*")')
_PART = re.compile(r"\A---\n(?:.*\n?)*|^# Task Group: .+\n(?:(?!# ).*\n?)*", re.MULTILINE)
_FIELD = re.compile(
    r"^ *(name|description|type|# Task Group|scope|applies_to): *"
    r"""["']?([^\s>|].{0,1000}?)["']? *$""",
    re.MULTILINE,
)
_PLACES = re.compile(r"cwd=| and |;")


def prepare(where: place.Place, store: layout.Store) -> None:
    """List them for a project: what is near to its last sessions first, then the newest."""
    recent = prose.telling(" ".join(one.text for one in [*read.summaries(store)][:_RECENT]))
    found = [
        (len(prose.telling(one[2]) & recent) >= _SHARED, moment, [*one])
        for kept in where.stores()
        for source in extra.sources(kept)
        if extra.is_native(source.name)
        for moment, one in _memories(kept, source, os.path.realpath(store.project))
    ]
    listed = [one for *_, one in sorted(found, reverse=True)]
    if listed != (derived.value(store, host_memories.NAME) or []):
        derived.keep(store, host_memories.NAME, listed)


def _memories(
    store: layout.Store, source: extra.Source, project: str
) -> Iterator[tuple[float, host_memories.Memory]]:
    """What the files of a folder say of a project, each with the time of its last change."""
    folder = Path(source.path())
    if "/projects/" in source.name and not _is_only_of(folder.parent, project):
        return
    for path in folder.glob("*.md"):
        name = source.inside(path.name)
        text, moment = hits.user_text(store, name), path.lstat().st_mtime
        for part in _PART.finditer(text):
            told = dict(_FIELD.findall(part[0].partition("\n---")[0]))
            places = _PLACES.split(told.get("applies_to", ""))
            title = told.get("name") or (project in places and told["# Task Group"])
            says = told.get("description") or told.get("scope")
            if title and says:
                says = f"{title} ({told.get('type', 'note')}): {says}"
                first = text.count("\n", 0, part.start()) + 1
                behind = first + part[0].count("\n") + 1
                whose, day = name.split("/")[1][1:], clock.local_date(moment)
                yield moment, (whose, day, says, name, first, behind)


def _is_only_of(folder: Path, project: str) -> bool:
    """Whether every transcript in a host's folder began in this project.

    Its name has a hyphen for each sign but ASCII letters and digits: two projects may share it.
    """
    try:
        heads = [
            files.read_path(str(path), _HEAD_BYTES)
            for path in (*folder.glob("*.jsonl"), *folder.glob("chats/*.jsonl"))
        ]
    except OSError as error:
        log.write("memories", error)
        return False
    begun = {found[1] for head in heads if (found := _DIRECTORY.search(head))}
    return begun <= {codec.render(project).encode()}
