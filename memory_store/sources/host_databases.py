"""Reads what Cursor and OpenCode keep of a session in their databases.

Must not write to a database, not even SQLite's own housekeeping.
"""

from __future__ import annotations

import os
import sys

import apsw

from memory_store import model
from memory_store.store import layout, log

_ABOVE = {"darwin": "Library/Application Support", "win32": "AppData/Roaming"}
_WAIT_MILLISECONDS = 1_000
_COMPOSER = "SELECT CAST(value AS TEXT) FROM cursorDiskKV WHERE key = 'composerData:' || ?"
_SESSION = """
SELECT json_object('composerId', id, 'name', title) FROM session
WHERE id = ? AND title NOT LIKE '% session - 2%'
"""  # which is its first title


def of_session(host: str, session_id: str) -> bytes:
    """Cursor's own JSON of a conversation, or OpenCode's title in the same shape; else nothing."""
    home = layout.home()
    above = os.path.join(home, _ABOVE.get(sys.platform, ".config"))
    path, query = f"{above}/Cursor/User/globalStorage/state.vscdb", _COMPOSER
    if host != model.CURSOR:
        above = os.environ.get("XDG_DATA_HOME") or os.path.join(home, ".local/share")
        path, query = f"{above}/opencode/opencode.db", _SESSION
    if not os.path.isfile(path):
        return b""
    try:
        db = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
        db.set_busy_timeout(_WAIT_MILLISECONDS)
        found = db.execute(query, (session_id,)).fetchone()
        db.close()
    except apsw.Error as error:
        log.write("transcripts", f"{path}: {error}")
        return b""
    return str(found[0]).encode("utf-8", "replace") if found else b""
