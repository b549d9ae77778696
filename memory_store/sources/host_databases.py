"""Reads what Cursor and OpenCode keep of sessions in their databases, also while they run.

A database is a stranger's: what can't be read in it costs one session, nothing in it is run, and
nothing is put beside it.
"""

from __future__ import annotations

import os
import pathlib
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
_MOST_BYTES = 256 << 20  # of a value
_STEPS, _MOST_STEPS = 1_000_000, 2_000  # of SQLite's machine, up to a row: some ten seconds
_MILLISECONDS = 1_000.0
_LAST_MILLISECOND = 10**14  # of any time that a clock shows
_OPENCODE = "opencode"
_COMPOSER = "SELECT CAST(value AS BLOB) FROM cursorDiskKV WHERE key = 'composerData:' || ?"
_COMPOSERS = "FROM cursorDiskKV WHERE key >= 'composerData:' AND key < 'composerData;'"
_BUBBLE = "SELECT CAST(value AS BLOB) FROM cursorDiskKV WHERE key = 'bubbleId:' || ? || ':' || ?"
_OF_WORKSPACE = "SELECT CAST(value AS BLOB) FROM ItemTable WHERE key = 'composer.composerData'"
_TITLE = """
SELECT CAST(json_object('composerId', id, 'name', title) AS BLOB) FROM session
WHERE id = ? AND title NOT LIKE '% session - 2%'
"""  # which is its first title
_SESSIONS = "FROM session WHERE parent_id IS NULL"  # a sub-agent's has a parent
_SESSION = "SELECT CAST(directory AS BLOB), time_updated FROM session WHERE id = ?"
_PARTS = """
SELECT CAST(iif(json_valid(message.data), message.data ->> 'role', '') AS BLOB),
CAST(part.data ->> 'text' AS BLOB), part.time_created FROM part
JOIN message ON message.id = part.message_id
WHERE part.session_id = ? AND iif(json_valid(part.data),
part.data ->> 'type' = 'text' AND part.data ->> 'synthetic' IS NULL, 0)
ORDER BY message.time_created, part.id
"""
_KEYS = f"SELECT CAST(substr(key, 14) AS BLOB) {_COMPOSERS} ORDER BY key"
_IDS = f"SELECT CAST(id AS BLOB) {_SESSIONS} ORDER BY time_created"
_WAL = b"\2"
"""In a database's header, bytes 18 and 19, where it writes ahead (sqlite.org/fileformat2.html)."""
_IS_PLAIN = "SELECT rootpage > 0 AND type = 'table' FROM sqlite_schema WHERE name = ?"
_NAMED = r"""(?:(?<=file://)|(?<=["'`(\s])){}(?=[/\\"])"""
"""A folder in a conversation's JSON: not within a longer path, nor with a longer name."""
_TABLES = {True: ("cursorDiskKV",), False: ("session", "message", "part")}
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
            db.check(_TABLES[host == model.CURSOR][0])
            found = db.one(_COMPOSER if host == model.CURSOR else _TITLE, session_id)
    except (apsw.Error, OSError) as error:
        log.write("transcripts", f"{path}: {error}")
        return b""
    return found[0] if found and isinstance(found[0], bytes) else b""


def count(path: str) -> int:
    """How many sessions a database holds; 0 where it can't be read."""
    try:
        with _Database(path) as db:
            db.check(*_TABLES[_is_cursors(path)])
            found = db.one(f"SELECT count(*) {_COMPOSERS if _is_cursors(path) else _SESSIONS}")
    except (apsw.Error, OSError):
        return 0
    return int(str(found[0])) if found else 0


def sessions(path: str) -> Iterator[recorded_session.Recording]:
    """The sessions of a database, one after the other.

    One that can't be read is told in the log, and those after it are read.

    Raises:
        OSError: it can't be opened.
        ValueError: it is no database of Cursor's or OpenCode's.
    """
    os.stat(path)
    is_cursors = _is_cursors(path)
    try:
        with _Database(path) as db:
            db.check(*_TABLES[is_cursors])
            folders = _folders(path) if is_cursors else {}
            for identity in db.column(_KEYS if is_cursors else _IDS):
                try:
                    one = (
                        _conversation(db, path, identity, folders)
                        if is_cursors
                        else _of_opencode(db, path, identity)
                    )
                except Exception as error:  # noqa: BLE001  a stranger's row ends no import
                    log.write("transcripts", f"{path}: {identity}: {error}")
                    continue
                if one.events:
                    yield one
    except apsw.Error as error:
        raise ValueError(f"no session in a form that is known: {error}") from error


class _Database:
    """A database that is read alone.

    SQLite puts its own `-wal` and `-shm` beside one in WAL mode that nobody has open, unless it is
    told that none writes to it.
    """

    def __init__(self, path: str) -> None:
        with open(path, "rb") as file:
            is_wal = _WAL in file.read(20)[18:]
        is_at_rest = is_wal and not any(os.path.exists(path + end) for end in ("-wal", "-shm"))
        address = f"{pathlib.Path(path).absolute().as_uri()}?immutable={int(is_at_rest)}"
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        self._db = apsw.Connection(address, flags=flags)
        self._db.set_busy_timeout(_WAIT_MILLISECONDS)
        self._db.limit(apsw.SQLITE_LIMIT_LENGTH, _MOST_BYTES)
        self._db.execute("PRAGMA trusted_schema = OFF").fetchall()
        self._steps = 0
        self._db.set_progress_handler(self._is_endless, _STEPS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def _is_endless(self) -> bool:
        self._steps += 1
        return self._steps > _MOST_STEPS

    def check(self, *tables: str) -> None:
        """Refuse a database that has something else under these names: a view may never end.

        Raises:
            apsw.SQLError: it has.
        """
        for name in tables:
            found = self.one(_IS_PLAIN, name)
            if not (found and found[0]):
                raise apsw.SQLError(f"no table {name}")

    def all(self, query: str, *values: str) -> Iterator[tuple[object, ...]]:
        """The rows of a query."""
        self._steps = 0
        for row in self._db.execute(query, values):
            self._steps = 0
            yield row

    def one(self, query: str, *values: str) -> tuple[object, ...] | None:
        """The first row of a query."""
        return next(self.all(query, *values), None)

    def column(self, query: str) -> list[str]:
        """The texts that a query gives, up to where the file is damaged.

        Raises:
            apsw.Error: none can be read.
        """
        found: list[str] = []
        try:
            found += (_text(one) for (one,) in self.all(query))
        except apsw.Error as error:
            if not found:
                raise
            log.write("transcripts", error)
        return found


def _is_cursors(path: str) -> bool:
    return path.endswith(".vscdb")


def _of_opencode(db: _Database, path: str, identity: str) -> recorded_session.Recording:
    directory, changed = db.one(_SESSION, identity) or (b"", 0)
    parsed = turns.Transcript()
    for role, text, moment in db.all(_PARTS, identity):
        kind = _ROLES.get(_text(role))
        if kind and text:
            said = own_words.without(_unquoted(_text(text)))
            parsed.add(turns.Turn(kind, said, moment=_seconds(moment)))
    return recorded_session.Recording(
        identity,
        _OPENCODE,
        [recorded_session.event(one) for one in parsed.turns if one.text],
        path=path,
        project=_text(directory),
        changed=_seconds(changed) or 0.0,
    )


def _text(value: object) -> str:
    """A value as text, whatever its bytes are."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value or "")


def _unquoted(text: str) -> str:
    """A prompt without the quotes that `opencode run` puts around it."""
    return text[1:-1] if text[:1] == text[-1:] == '"' and len(text) > 1 else text


def _conversation(
    db: _Database, path: str, identity: str, folders: dict[str, str]
) -> recorded_session.Recording:
    (raw,) = db.one(_COMPOSER, identity) or (b"",)
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
    return recorded_session.Recording(
        identity,
        model.CURSOR,
        list(map(recorded_session.event, parsed.turns)),
        path=path,
        project=folders.get(identity) or _folder_in(_text(raw), folders),
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
    is_time = isinstance(milliseconds, (int, float)) and 0 < milliseconds < _LAST_MILLISECOND
    return float(str(milliseconds)) / _MILLISECONDS if is_time else None


def _object(raw: object) -> Record:
    try:
        found = codec.parse(_text(raw)) if raw else {}
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
            db.check("ItemTable")
            row = db.one(_OF_WORKSPACE)
    except (apsw.Error, OSError):
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
