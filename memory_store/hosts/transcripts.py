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
    "kimi": "transcript_kimi",
}
"""By host, the module that reads its transcripts."""

_UNHEARD = ("gemini", "qwen")
"""Hosts whose transcripts lie where a payload says; only their models' words are read there."""


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
    if host in DIALECTS:
        reader = dialect(host)
        root = reader.root()
        names = reader.names(project, session_id, path)
    elif host in _UNHEARD:
        from memory_store.hosts import turns  # see above

        root = turns.directory("", f".{host}")
        names = ["/".join(turns.beneath(root, path))]
    else:
        return None
    root = os.path.realpath(root)
    for name in names:
        try:
            state = os.lstat(os.path.join(root, name))
        except (OSError, ValueError):
            continue
        if stat.S_ISREG(state.st_mode):
            return root, name
    return None
