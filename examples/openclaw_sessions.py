"""Reads prompts and answers from OpenClaw's sessions: transcripts, and the database after them.

JSON lines of its session formats 1 to 3: a header `session`, then entries, of which `message` is
one kind. Unknown entries are skipped. The database of an agent, which replaced its transcripts in
July 2026, has such a line in each row; it is only read.
"""

from __future__ import annotations

import os
from itertools import groupby
from typing import TYPE_CHECKING

import apsw
import openclaw_words

from memory_store import clock, model
from memory_store.hosts import turns, wire
from memory_store.store import files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.codec import Record

_ROLES = {"user": model.PROMPT, "assistant": model.RESPONSE}
_SILENT = ("NO_REPLY", "HEARTBEAT_OK")
"""What its agent answers where there is nothing to say: to a heartbeat, before a compaction."""

_MILLISECONDS = 1000

MAGIC = b"SQLite format 3\0"
_TABLE = "transcript_events"
_WAIT_MILLISECONDS = 2_000
_ROWS = f"SELECT session_id, event_json FROM {_TABLE} ORDER BY session_id, seq"  # noqa: S608


def read(path: str) -> Iterator[tuple[str, list[turns.Turn]]]:
    """The id of each session in a file and what was said in it, without empty ones.

    Raises:
        OSError: it can't be read, or is no plain file.
        ValueError: it is a database that can't be read, or no session stands in it.
    """
    with os.fdopen(files.open_plain(path), "rb") as file:
        content = file.read()
    is_database = content.startswith(MAGIC)
    for identity, lines in _of_database(path) if is_database else [("", content)]:
        records = [turns.record_of(line) for line in lines.splitlines()]
        heads = [one for one in records if one.get("type") == "session"]
        if not heads:
            raise ValueError("no session of OpenClaw's")
        said = turns_of(lines)
        if said:
            yield wire.name_of(heads[0], "id") or identity, said


def _of_database(path: str) -> Iterator[tuple[str, bytes]]:
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


def turns_of(content: bytes) -> list[turns.Turn]:
    """The prompts and answers in a transcript."""
    said: list[turns.Turn] = []
    for _, line in turns.lines(content):
        record = turns.record_of(line)
        message = turns.inner(record, "message")
        role = _ROLES.get(str(message.get("role")), "")
        if record.get("type") != "message" or not role:
            continue
        text = "\n\n".join(turns.blocks(message.get("content")))
        is_prompt = role == model.PROMPT
        text = openclaw_words.person_text(text) if is_prompt else openclaw_words.answer_text(text)
        if is_prompt and turns.is_request(text):
            continue
        if text and not text.startswith(_SILENT):
            key = wire.name_of(record, "id")
            said.append(turns.Turn(role, text, key, _moment(record, message)))
    return said


def _moment(record: Record, message: Record) -> float | None:
    """When a message was said: the entry's own time, else the message's, in milliseconds."""
    stated = clock.parse(record.get("timestamp"))
    if stated is not None:
        return stated
    number = wire.number_of(message, "timestamp")
    return None if number == wire.UNSAID else number / _MILLISECONDS
