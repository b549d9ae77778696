"""Reads what Cursor's and OpenCode's own models wrote of a session from these hosts' databases.

Must not write to a database, not even SQLite's own housekeeping.
"""

from __future__ import annotations

import os
import sys

import apsw

from memory_store import model
from memory_store.hosts import base, model_words, turns
from memory_store.store import layout, log

_ABOVE = {"darwin": "Library/Application Support", "win32": "AppData/Roaming"}
_WAIT_MILLISECONDS = 1_000
_COMPOSER = "SELECT CAST(value AS TEXT) FROM cursorDiskKV WHERE key = 'composerData:' || ?"
_SESSION = """
SELECT json_object('name', title) FROM session
WHERE id = ? AND title NOT LIKE '% session - 2%'
"""  # which is its first title


def of_session(host: str, session_id: str) -> model_words.Words:
    """The title and the last summary of a session of Cursor or OpenCode; empty ones for none."""
    if host == model.CURSOR:
        above = os.path.join(layout.home(), _ABOVE.get(sys.platform, ".config"))
        path, query = f"{above}/Cursor/User/globalStorage/state.vscdb", _COMPOSER
    else:
        above = os.environ.get("XDG_DATA_HOME") or os.path.join(layout.home(), ".local/share")
        path, query = f"{above}/opencode/opencode.db", _SESSION
    if not os.path.isfile(path):
        return model_words.Words()
    try:
        db = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
        db.set_busy_timeout(_WAIT_MILLISECONDS)
        found = db.execute(query, (session_id,)).fetchone()
        db.close()
    except apsw.Error as error:
        log.write("transcripts", f"{path}: {error}")
        return model_words.Words()
    composer = turns.record_of(str(*found or [""]).encode("utf-8", "replace"))
    summary = turns.inner(turns.inner(composer, "latestConversationSummary"), "summary")
    return model_words.Words(base.text_of(composer, "name"), base.text_of(summary, "summary"))
