"""Reads OpenClaw's database of an agent, which replaced its transcripts in July 2026.

A row is a line of a transcript. Must not write to the database, not even SQLite's own
housekeeping.
"""

from __future__ import annotations

import os
from itertools import groupby

import apsw

from memory_store.store import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAGIC = b"SQLite format 3\0"
_TABLE = "transcript_events"
_WAIT_MILLISECONDS = 2_000
_ROWS = f"SELECT session_id, event_json FROM {_TABLE} ORDER BY session_id, seq"  # noqa: S608


def sessions(path: str) -> Iterator[tuple[str, bytes]]:
    """The id of each session with its transcript's lines; empty for older databases.

    Raises:
        OSError: there is no such file, or it is no plain one.
        ValueError: it is no database that can be read.
    """
    os.close(files.open_plain(path))  # SQLite would wait at a pipe
    try:
        db = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
        db.set_busy_timeout(_WAIT_MILLISECONDS)
        there = {name for (name,) in db.execute("SELECT name FROM sqlite_schema")}
        rows = db.execute(_ROWS) if _TABLE in there else ()
        for session, own in groupby(rows, lambda row: row[0]):
            yield str(session), b"\n".join(str(line).encode() for _, line in own)
        db.close()
    except apsw.Error as error:
        raise ValueError(f"no database of OpenClaw's: {error}") from error
