"""Finds copies outside the memory: hosts' transcripts, git's history, files beside the store.

They are shown to the user, who alone may delete them. Must not change anything.
"""

from __future__ import annotations

import os

from memory_store.capture import backfill
from memory_store.forget import hits
from memory_store.journal import read, rewrite
from memory_store.store import files, layout
from memory_store.trust import git_index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.forget import target as wanting

_BYTES = backfill.MOST_BYTES


def in_transcripts(store: layout.Store, wanted: wanting.Wanted) -> list[str]:
    """The paths of transcripts, of the last seven journal days, that hold a wanted text."""
    return [
        os.path.join(file.root, file.name)
        for file in backfill.transcripts(store)
        if _is_in_file(file.root, file.name, wanted)
    ]


def beside(store: layout.Store, wanted: wanting.Wanted) -> list[str]:
    """The paths of files beside the store's own, and of backups, that hold a wanted text.

    Editors, merges and sync services leave them: `facts.jsonl.bak`, `facts.jsonl~`, conflicted
    copies.
    """
    known = {*rewrite.names(store), *hits.user_files(store), layout.FORGOTTEN, layout.LOCK}
    backups = os.path.join(layout.config_directory(), layout.BACKUPS)
    paths = []
    for root, own in ((store.path, known), (backups, ())):
        for above, _, names in os.walk(root):
            for path in (os.path.join(above, one) for one in sorted(names)):
                name = os.path.relpath(path, root).replace(os.sep, "/")
                is_own = name in own or name.endswith(".tmp")
                if not is_own and _is_in_file(root, name, wanted):
                    paths.append(path)
    return paths


def _is_in_file(root: str, name: str, wanted: wanting.Wanted) -> bool:
    try:
        raw = files.read(root, name, _BYTES)
    except OSError:
        return False  # a folder, or what nothing is told from
    return any(
        wanted.is_in_text(line.decode("utf-8", "replace"))
        or wanted.is_in_damaged(line)
        or any(wanted.is_in(one) for one in read.parse_line(line))
        for line in raw.replace(b"\0", b"\n").split(b"\n")
        if wanted.may_stand_in(line)
    )


def in_git(store: layout.Store, paths: set[str]) -> list[str]:
    """The files of a store that git tracks, whose content its history keeps, of these paths."""
    names = git_index.names(store)
    return sorted(one for one in names if os.path.join(store.path, *one.split("/")) in paths)
