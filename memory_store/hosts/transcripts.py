"""Finds the transcript of a session, and the module that reads it.

Every hook loads the registry, so this is a module of its own. Must not read a transcript.
"""

from __future__ import annotations

import os
import stat

from memory_store import model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.hosts import turns

DIALECTS = {
    model.CURSOR: "transcript_cursor",
    model.CLAUDE: "transcript_claude",
    "copilot": "transcript_copilot",
    "codex": "transcript_codex",
    "droid": "transcript_droid",
    "gemini": "transcript_gemini",
    "qwen": "transcript_qwen",
    "kimi": "transcript_kimi",
}
"""By host, the module that reads its transcripts."""


def dialect(host: str) -> turns.Dialect:
    """The reader of the transcripts of a host, a key of DIALECTS."""
    found: turns.Dialect = __import__(f"memory_store.hosts.{DIALECTS[host]}", fromlist=["parse"])
    return found


def locate(host: str, project: str, session_id: str, path: str) -> tuple[str, str] | None:
    """A session's transcript: its host's directory and the file's name beneath it.

    Args:
        host: whose session it is.
        project: the project's directory.
        session_id: the session.
        path: where a payload said that it lies, "" where none did.

    None where the host has none: it is looked for beneath the host's own directory alone, and may
    be no link.
    """
    if host not in DIALECTS:
        return None
    reader = dialect(host)
    root = os.path.realpath(reader.root())
    for name in reader.names(project, session_id, path):
        try:
            state = os.lstat(os.path.join(root, name))
        except (OSError, ValueError):
            continue
        if stat.S_ISREG(state.st_mode):
            return root, name
    return None
