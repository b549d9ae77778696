"""Reads what Cursor and OpenCode keep of sessions in their databases, also while they run.

Must not write to a database, not even SQLite's own housekeeping.
"""

from __future__ import annotations

import os
import re
import sys
import urllib.parse

import apsw

from memory_store import clock, codec, model
from memory_store.hosts import cursor, own_words, turns
from memory_store.sources import recorded_session
from memory_store.store import layout, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    from memory_store.codec import Record

_ABOVE = {"darwin": "Library/Application Support", "win32": "AppData/Roaming"}
_WAIT_MILLISECONDS = 1_000
_MILLISECONDS = 1_000.0
_OPENCODE = "opencode"
_COMPOSER = "SELECT CAST(value AS TEXT) FROM cursorDiskKV WHERE key = 'composerData:' || ?"
_COMPOSERS = "FROM cursorDiskKV WHERE key >= 'composerData:' AND key < 'composerData;'"
_BUBBLE = "SELECT CAST(value AS TEXT) FROM cursorDiskKV WHERE key = 'bubbleId:' || ? || ':' || ?"
_OF_WORKSPACE = "SELECT CAST(value AS TEXT) FROM ItemTable WHERE key = 'composer.composerData'"
_SESSION = """
SELECT json_object('composerId', id, 'name', title) FROM session
WHERE id = ? AND title NOT LIKE '% session - 2%'
"""  # which is its first title
_SESSIONS = "FROM session WHERE parent_id IS NULL"  # a sub-agent's has a parent
_PARTS = """
SELECT message.data ->> 'role', part.data ->> 'text', part.time_created FROM part
JOIN message ON message.id = part.message_id
WHERE part.session_id = ? AND part.data ->> 'type' = 'text' AND part.data ->> 'synthetic' IS NULL
ORDER BY message.time_created, part.id
"""
_NAMED = r"""(?:(?<=file://)|(?<=["'`(\s])){}(?=[/\\"])"""
"""A folder in a conversation's JSON: not within a longer path, nor with a longer name."""
_ROLES = {1: model.PROMPT, 2: model.RESPONSE, "user": model.PROMPT, "assistant": model.RESPONSE}


def path_of(host: str) -> str:
    """Where a host's database is on this machine."""
    home = layout.home()
    if host == model.CURSOR:
        above = os.path.join(home, *_ABOVE.get(sys.platform, ".config").split("/"))
        return os.path.join(above, "Cursor", "User", "globalStorage", "state.vscdb")
    above = os.environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    return os.path.join(above, _OPENCODE, "opencode.db")


def of_session(host: str, session_id: str) -> bytes:
    """Cursor's own JSON of a conversation, or OpenCode's title in the same shape; else nothing."""
    path = path_of(host)
    if not os.path.isfile(path):
        return b""
    try:
        with _Database(path) as db:
            found = db.one(_COMPOSER if host == model.CURSOR else _SESSION, session_id)
    except apsw.Error as error:
        log.write("transcripts", f"{path}: {error}")
        return b""
    return str(found[0]).encode("utf-8", "replace") if found else b""


def count(path: str) -> int:
    """How many sessions a database holds; 0 where it can't be read."""
    try:
        with _Database(path) as db:
            found = db.one(f"SELECT count(*) {_COMPOSERS if _is_cursors(path) else _SESSIONS}")
    except (apsw.Error, OSError):
        return 0
    return int(str(found[0])) if found else 0


def sessions(path: str) -> Iterator[recorded_session.Recording]:
    """The sessions of a database, one after the other.

    Raises:
        OSError: it can't be opened.
        ValueError: it is no database of Cursor's or OpenCode's.
    """
    os.stat(path)
    try:
        with _Database(path) as db:
            found = _conversations(db, path) if _is_cursors(path) else _opencode(db, path)
            yield from (one for one in found if one.events)
    except apsw.Error as error:
        raise ValueError(f"no session in a form that is known: {error}") from error


class _Database:
    """A database that is read alone."""

    def __init__(self, path: str) -> None:
        self._db = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
        self._db.set_busy_timeout(_WAIT_MILLISECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def all(self, query: str, *values: str) -> Iterator[tuple[object, ...]]:
        """The rows of a query."""
        yield from self._db.execute(query, values)

    def one(self, query: str, *values: str) -> tuple[object, ...] | None:
        """The first row of a query."""
        return next(self.all(query, *values), None)


def _is_cursors(path: str) -> bool:
    return path.endswith(".vscdb")


def _opencode(db: _Database, path: str) -> Iterator[recorded_session.Recording]:
    columns = f"SELECT id, directory, time_updated {_SESSIONS} ORDER BY time_created"
    for identity, directory, changed in db.all(columns):
        said = [
            turns.Turn(_ROLES[str(role)], _unquoted(str(text)), moment=_seconds(moment))
            for role, text, moment in db.all(_PARTS, str(identity))
            if str(role) in _ROLES and text
        ]
        parsed = turns.Transcript()
        for turn in said:
            turn.text = own_words.without(turn.text)
            parsed.add(turn)
        yield recorded_session.Recording(
            str(identity),
            _OPENCODE,
            [recorded_session.event(one) for one in parsed.turns if one.text],
            path=path,
            project=str(directory),
            changed=_seconds(changed) or 0.0,
        )


def _unquoted(text: str) -> str:
    """A prompt without the quotes that `opencode run` puts around it."""
    return text[1:-1] if text[:1] == text[-1:] == '"' and len(text) > 1 else text


def _conversations(db: _Database, path: str) -> Iterator[recorded_session.Recording]:
    folders = _folders(path)
    for key, raw in db.all(f"SELECT key, CAST(value AS TEXT) {_COMPOSERS}"):
        identity = str(key).partition(":")[2]
        composer = _object(raw)
        parsed = turns.Transcript()
        at = _seconds(composer.get("createdAt"))
        for bubble in _bubbles(db, identity, composer):
            kind = bubble.get("type")
            role = _ROLES.get(kind) if isinstance(kind, int) else None
            text = bubble.get("text")
            at = _said_at(bubble) or at
            if role and isinstance(text, str):
                text = own_words.without(text, *(cursor.PUT_BESIDE if kind == 1 else ()))
                if text:
                    parsed.add(turns.Turn(role, text, moment=at))
        yield recorded_session.Recording(
            identity,
            model.CURSOR,
            list(map(recorded_session.event, parsed.turns)),
            path=path,
            project=folders.get(identity) or _folder_in(str(raw), folders),
            changed=_seconds(composer.get("lastUpdatedAt")) or at or 0.0,
        )


def _bubbles(db: _Database, identity: str, composer: Record) -> Iterator[Record]:
    """The messages of a conversation in their order; of older versions they stand in it."""
    heads = composer.get("fullConversationHeadersOnly") or composer.get("conversation")
    for head in heads if isinstance(heads, list) else ():
        if isinstance(head, dict):
            row = (
                db.one(_BUBBLE, identity, str(head.get("bubbleId")))
                if "text" not in head
                else None
            )
            yield {**head, **_object(row[0] if row else None)}


def _said_at(bubble: Record) -> float | None:
    timing = turns.inner(bubble, "timingInfo")
    sent = timing.get("clientRpcSendTime") or timing.get("clientStartTime")
    return clock.parse(bubble.get("createdAt")) or _seconds(sent)


def _seconds(milliseconds: object) -> float | None:
    is_time = isinstance(milliseconds, (int, float)) and milliseconds > 0
    return float(str(milliseconds)) / _MILLISECONDS if is_time else None


def _object(raw: object) -> Record:
    try:
        found = codec.parse(str(raw)) if raw else {}
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _folders(path: str) -> dict[str, str]:
    """The folder of each conversation that a workspace lists, and each folder by itself."""
    found: dict[str, str] = {}
    above = os.path.join(os.path.dirname(os.path.dirname(path)), "workspaceStorage")
    for name in sorted(os.listdir(above)) if os.path.isdir(above) else ():
        workspace = os.path.join(above, name)
        try:
            with open(os.path.join(workspace, "workspace.json"), "rb") as file:
                folder = str(_object(file.read().decode("utf-8", "replace")).get("folder") or "")
        except OSError:
            continue
        directory = urllib.parse.unquote(urllib.parse.urlsplit(folder).path)
        if not folder.startswith("file://"):
            continue
        directory = cursor.native_path(directory, windows=os.name == "nt")
        found[directory] = directory
        for identity in _listed(os.path.join(workspace, "state.vscdb")):
            found[identity] = directory
    return found


def _listed(path: str) -> Iterator[str]:
    """The conversations that a workspace's own database lists."""
    if not os.path.isfile(path):
        return
    try:
        with _Database(path) as db:
            row = db.one(_OF_WORKSPACE)
    except apsw.Error:
        return
    composers = _object(row[0] if row else None).get("allComposers")
    for one in composers if isinstance(composers, list) else ():
        if isinstance(one, dict):
            yield str(one.get("composerId"))


def _folder_in(raw: str, folders: dict[str, str]) -> str:
    """The folder that a conversation names most often, by whole parts of a path; "" for none."""
    known = {one for one in folders.values() if folders.get(one) == one}
    counted = {one: len(re.findall(_NAMED.format(re.escape(one)), raw)) for one in known}
    named = max(known, key=lambda one: (counted[one], len(one)), default="")
    return named if named and counted[named] else ""
