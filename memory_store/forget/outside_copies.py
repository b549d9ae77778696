"""Where else it stands what is forgotten here: the hosts' own transcripts, and what git keeps.

Told to the user, who alone may delete it there. Must not change anything.
"""

from __future__ import annotations

import os

from memory_store import files, layout
from memory_store.journal import read
from memory_store.learn import known, transcripts
from memory_store.trust import git_index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.forget import query as wanting

_BYTES = transcripts.MOST_BYTES


def in_transcripts(store: layout.Store, wanted: wanting.Wanted) -> list[str]:
    """The transcripts that hold it, of the sessions of the last seven journal days; paths."""
    found = []
    for session in known.sessions(store, read.daily_names(store)):
        file = transcripts.locate(store, session)
        if file is not None and _holds(file, wanted):
            found.append(os.path.join(file.root, file.name))
    return found


def _holds(file: transcripts.File, wanted: wanting.Wanted) -> bool:
    try:
        raw = files.read(file.root, file.name, _BYTES)
    except OSError:
        return False
    return any(
        wanted.is_in(one)
        for line in raw.split(b"\n")
        if wanted.may_stand_in(line)
        for one in read.parse_line(line)
    )


def in_git(store: layout.Store, names: set[str]) -> list[str]:
    """Which of these files of a store git tracks, so that its history keeps what they held."""
    return sorted(names & set(git_index.names(store)))
