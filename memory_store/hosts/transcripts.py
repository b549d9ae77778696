"""The hosts' transcripts: which module reads which, and where a session's file lies.

Apart from the registry, which every hook loads. Must not read one itself.
"""

from __future__ import annotations

import os
import stat

from memory_store import model
from memory_store.hosts import (
    transcript_claude,
    transcript_codex,
    transcript_copilot,
    transcript_cursor,
    turns,
)

DIALECTS: dict[str, turns.Dialect] = {
    model.CURSOR: transcript_cursor,
    model.CLAUDE: transcript_claude,
    "copilot": transcript_copilot,
    "codex": transcript_codex,
}


def locate(host: str, project: str, session_id: str, told: str) -> tuple[str, str] | None:
    """A session's transcript: its host's directory and the file's name beneath it.

    Args:
        host: whose session it is.
        project: the project's directory.
        session_id: the session.
        told: where a payload said that it lies, "" where none did.

    None where the host has none: it is looked for beneath the host's own directory alone, and may
    be no link.
    """
    dialect = DIALECTS.get(host)
    if dialect is None:
        return None
    root = os.path.realpath(dialect.root())
    for name in dialect.names(project, session_id, told):
        try:
            state = os.lstat(os.path.join(root, name))
        except (OSError, ValueError):
            continue
        if stat.S_ISREG(state.st_mode):
            return root, name
    return None
