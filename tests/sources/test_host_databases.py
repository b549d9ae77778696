"""Titles, summaries and whole sessions in the databases of Cursor and OpenCode."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import apsw
import pytest

from memory_store.hosts import model_words
from memory_store.sources import host_databases

CURSOR = {"darwin": "Library/Application Support", "win32": "AppData/Roaming"}
COMPOSER = {
    "composerId": "c-1",
    "name": "Labels print twice",
    "fullConversationHeadersOnly": [{"bubbleId": "b-1", "type": 1}],
    "latestConversationSummary": {
        "lastBubbleId": "b-9",
        "summary": {"summary": "The queue was read twice.", "includesToolResults": True},
    },
}


def words(host: str, session: str) -> model_words.Words:
    return model_words.read(host_databases.of_session(host, session), session)


def database(path: Path, *statements: tuple[str, tuple[object, ...]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    db = apsw.Connection(str(path))
    for sql, values in statements:
        db.execute(sql, values)
    db.close()


def cursor(value: object) -> None:
    above = Path(os.environ["HOME"], CURSOR.get(sys.platform, ".config"))
    database(
        above / "Cursor/User/globalStorage/state.vscdb",
        ("CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB)", ()),
        ("INSERT INTO cursorDiskKV VALUES (?, ?)", ("composerData:c-1", value)),
    )


@pytest.mark.parametrize("kind", [str, str.encode])
@pytest.mark.usefixtures("machine")
def test_cursor_names_a_conversation_and_sums_it_up(kind: type) -> None:
    cursor(kind(json.dumps(COMPOSER)))

    read = words("cursor", "c-1")

    assert (read.title, read.summary) == ("Labels print twice", "The queue was read twice.")
    assert words("cursor", "c-2").title == ""


@pytest.mark.parametrize(
    "value",
    [None, 7, "no JSON", "[]", '{"name": 7, "latestConversationSummary": {"summary": "a text"}}'],
)
@pytest.mark.usefixtures("machine")
def test_a_form_that_is_not_known_is_left(value: object) -> None:
    cursor(value)

    read = words("cursor", "c-1")

    assert (read.title, read.summary) == ("", "")


@pytest.mark.parametrize(
    ("title", "told"),
    [("修复登录超时", "修复登录超时"), ("New session - 2026-11-21T20:40:00.000Z", "")],
)
@pytest.mark.parametrize("variable", [False, True])
def test_opencodes_title_is_read_unless_it_is_the_first_one(
    machine: Path, monkeypatch: pytest.MonkeyPatch, title: str, told: str, *, variable: bool
) -> None:
    data = machine / "home/.local/share"
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    if variable:
        data = machine / "elsewhere"
        monkeypatch.setenv("XDG_DATA_HOME", str(data))
    database(
        data / "opencode/opencode.db",
        ("CREATE TABLE session (id TEXT PRIMARY KEY, directory TEXT, title TEXT)", ()),
        ("INSERT INTO session VALUES (?, ?, ?)", ("ses_1", "/w", title)),
    )

    assert words("opencode", "ses_1").title == told


def test_a_database_that_is_none_is_named_in_the_log(machine: Path) -> None:
    path = machine / "home/.local/share/opencode/opencode.db"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no database at all, " * 200)

    assert words("opencode", "ses_1").title == ""


def bubbles(path: Path, composer: dict[str, object], *said: tuple[str, dict[str, object]]) -> None:
    """A conversation in Cursor's database."""
    rows = [(f"composerData:{composer['composerId']}", composer)]
    rows += [(f"bubbleId:{composer['composerId']}:{name}", one) for name, one in said]
    create = "CREATE TABLE IF NOT EXISTS cursorDiskKV (key TEXT UNIQUE, value BLOB)"
    insert = "INSERT INTO cursorDiskKV VALUES (?, ?)"
    lines = [(insert, (key, json.dumps(one))) for key, one in rows]
    database(path, (create, ()), *lines)


def workspace(path: Path, name: str, folder: str, *listed: str) -> None:
    """A workspace of Cursor's, which may list conversations."""
    above = path.parents[1] / "workspaceStorage" / name
    above.mkdir(parents=True)
    (above / "workspace.json").write_text(json.dumps({"folder": folder}), "utf-8")
    composers = {"allComposers": [{"composerId": one} for one in listed]}
    database(
        above / "state.vscdb",
        ("CREATE TABLE ItemTable (key TEXT, value BLOB)", ()),
        ("INSERT INTO ItemTable VALUES ('composer.composerData', ?)", (json.dumps(composers),)),
    )


def heads(*names: str) -> list[dict[str, object]]:
    return [{"bubbleId": one, "type": 1 + at % 2} for at, one in enumerate(names)]


def test_cursors_conversations_are_read_while_cursor_writes_them(tmp_path: Path) -> None:
    path = tmp_path / "User/globalStorage/state.vscdb"
    first = {"composerId": "c-1", "createdAt": 1789000000000, "lastUpdatedAt": 1789000060000}
    bubbles(
        path,
        {**first, "fullConversationHeadersOnly": heads("b2", "b1")},
        ("b1", {"type": 2, "text": "Noted."}),
        ("b2", {"type": 1, "text": "<user_info>x</user_info>Deploy with make ship."}),
        ("b0", {"type": 1, "text": "TAKEN BACK"}),
    )
    bubbles(path, {"composerId": "c-2", "conversation": [{"type": 1, "text": "an older one"}]})
    bubbles(path, {"composerId": "c-3", "at": "/w/named/x.py", "conversation": []})
    workspace(path, "a", "file:///home/dev/my%20shop", "c-1")
    workspace(path, "b", "vscode-remote://ssh/w")
    writer = apsw.Connection(str(path))
    writer.execute("BEGIN IMMEDIATE; UPDATE cursorDiskKV SET value = value")
    before = path.read_bytes()

    found = {one.id: one for one in host_databases.sessions(str(path))}

    said = [(one["type"], one["text"], one["moment"]) for one in found["c-1"].said()]
    assert said == [
        ("prompt", "Deploy with make ship.", 1789000000.0),
        ("response", "Noted.", 1789000000.0),
    ]
    assert found["c-1"].project == "/home/dev/my shop"
    assert found["c-1"].changed == 1789000060.0
    assert [one["text"] for one in found["c-2"].said()] == ["an older one"]
    assert found.keys() == {"c-1", "c-2"}
    assert host_databases.count(str(path)) == 3
    assert path.read_bytes() == before
    writer.close()


@pytest.mark.parametrize(
    ("folders", "project"),
    [
        (["file:///w/shop"], "/w/shop"),
        (["file:///w/shop", "file:///w/shop/api"], "/w/shop/api"),
        (["file:///w/other", "file:///w/third"], ""),
        (["file:///w/other"], ""),
        (["file:///w/sho"], ""),
        (["file:///shop"], ""),
        ([], ""),
    ],
)
def test_a_conversation_that_no_workspace_lists_is_of_the_folder_that_it_names(
    tmp_path: Path, folders: list[str], project: str
) -> None:
    path = tmp_path / "User/globalStorage/state.vscdb"
    said = {"conversation": [{"type": 1, "text": "hello"}], "file": "/w/shop/api/x.py"}
    bubbles(path, {"composerId": "c-1", **said})
    for at, folder in enumerate(folders):
        workspace(path, str(at), folder)

    (found,) = host_databases.sessions(str(path))

    assert found.project == project


SESSION = "INSERT INTO session VALUES (?, ?, '/w', 'x', 1789000000000, 1789000060000)"
MESSAGE = "INSERT INTO message VALUES (?, 'ses_1', ?, 0, ?)"
PART = "INSERT INTO part VALUES (?, ?, 'ses_1', ?, 0, ?)"


def opencode(path: Path, *more: tuple[str, tuple[object, ...]]) -> None:
    """OpenCode's database with a session of a prompt and an answer."""
    head = (
        "id TEXT, parent_id TEXT, directory TEXT, title TEXT, time_created INT, time_updated INT"
    )
    columns = "id TEXT, {} session_id TEXT, time_created INT, time_updated INT, data TEXT"
    database(
        path,
        (f"CREATE TABLE session ({head})", ()),
        (f"CREATE TABLE message ({columns.format('')})", ()),
        (f"CREATE TABLE part ({columns.format('message_id TEXT,')})", ()),
        (SESSION, ("ses_1", None)),
        (MESSAGE, ("m2", 2, '{"role":"assistant"}')),
        (MESSAGE, ("m1", 1, '{"role":"user"}')),
        (PART, ("p1", "m1", 1789000001000, '{"type":"text","text":"\\"Use pnpm.\\""}')),
        (PART, ("p4", "m2", 1789000002000, '{"type":"text","text":"Yes."}')),
        *more,
    )


def test_opencodes_sessions_are_read_without_sub_agents_and_synthetic_parts(
    tmp_path: Path,
) -> None:
    path = tmp_path / "opencode.db"
    opencode(
        path,
        (SESSION, ("ses_2", "ses_1")),
        (PART, ("p2", "m1", 1, '{"type":"text","text":"NO","synthetic":true}')),
        (PART, ("p3", "m2", 1, '{"type":"reasoning","text":"NO"}')),
    )

    (found,) = host_databases.sessions(str(path))

    said = [(one["type"], one["text"], one["moment"]) for one in found.said()]
    assert said == [("prompt", "Use pnpm.", 1789000001.0), ("response", "Yes.", 1789000002.0)]
    assert (found.form, found.id, found.project) == ("opencode", "ses_1", "/w")
    assert host_databases.count(str(path)) == 1


@pytest.mark.parametrize("name", ["state.vscdb", "opencode.db"])
def test_a_database_of_somebody_else_is_told(tmp_path: Path, name: str) -> None:
    database(tmp_path / name, ("CREATE TABLE other (x)", ()))

    with pytest.raises(ValueError, match="no session in a form that is known"):
        list(host_databases.sessions(str(tmp_path / name)))
    assert host_databases.count(str(tmp_path / name)) == 0


KV = "INSERT INTO cursorDiskKV VALUES (?, ?)"
BAD_ROWS = {
    "no JSON": (KV, ("composerData:c-0", "{")),
    "no UTF-8": (KV, ("composerData:c-0", b'{"conversation":[{"type":1,"text":"\xff\xfe"}]}')),
    "a number": (KV, ("composerData:c-0", 7)),
    "nested for ever": (KV, ("composerData:c-0", '{"conversation":' + "[" * 100_000)),
    "a time of no clock": (
        KV,
        ("composerData:c-0", '{"createdAt":1e300,"conversation":[{"type":1,"text":"x"}]}'),
    ),
    "a key of bytes": (
        "INSERT INTO cursorDiskKV VALUES (CAST(? AS TEXT), '{}')",
        (b"composerData:\xff",),
    ),
    "an id of bytes": ("INSERT INTO session (id) VALUES (CAST(? AS TEXT))", (b"\xff",)),
    "a message that is no JSON": (MESSAGE, ("m0", 0, "{")),
    "a part that is no JSON": (PART, ("p0", "m1", 0, "{")),
    "a part of bytes": (PART, ("p0", "m1", 0, b'{"type":"text","text":"\xff"}')),
    "a time that is a text": (PART, ("p0", "m1", "x", '{"type":"text"}')),
}


@pytest.mark.parametrize("bad", BAD_ROWS)
def test_a_bad_row_costs_nothing_but_itself(tmp_path: Path, bad: str) -> None:
    row = BAD_ROWS[bad]
    is_cursors = "cursorDiskKV" in row[0]
    path = tmp_path / ("state.vscdb" if is_cursors else "opencode.db")
    if is_cursors:
        said = [{"type": 1, "text": "Use pnpm."}, {"type": 2, "text": "Yes."}]
        bubbles(path, {"composerId": "c-1", "conversation": said})
        database(path, row)
    else:
        opencode(path, row)

    found = {one.id: one for one in host_databases.sessions(str(path))}

    said_in = found["c-1" if is_cursors else "ses_1"].said()
    assert [one["text"] for one in said_in][-2:] == ["Use pnpm.", "Yes."]


@pytest.mark.parametrize("name", ["state.vscdb", "opencode.db"])
@pytest.mark.parametrize(
    "table",
    [
        (
            "VIEW {} AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
            " SELECT 'composerData:' || i AS key, i AS value, i AS id, NULL AS parent_id FROM n"
        ),
        "VIRTUAL TABLE {} USING fts5 (key, value, id, parent_id)",
    ],
)
def test_what_is_no_table_is_not_asked(tmp_path: Path, name: str, table: str) -> None:
    path = tmp_path / name
    database(
        path,
        (f"CREATE {table.format('cursorDiskKV' if name != 'opencode.db' else 'session')}", ()),
    )

    with pytest.raises(ValueError, match="no table"):
        list(host_databases.sessions(str(path)))
    assert host_databases.count(str(path)) == 0


@pytest.mark.parametrize("is_written", [False, True])
def test_nothing_is_put_beside_a_database_that_writes_ahead(
    tmp_path: Path, *, is_written: bool
) -> None:
    path = tmp_path / "opencode.db"
    opencode(path)
    writer = apsw.Connection(str(path))
    writer.execute("PRAGMA journal_mode = WAL").fetchall()
    writer.execute(SESSION.replace("?, ?", "'ses_9', 'x'")).fetchall()
    if is_written:
        later = (PART, ("p5", "m2", 1789000003000, '{"type":"text","text":"Done."}'))
        writer.execute(*later).fetchall()
    else:
        writer.close()
    before = sorted(os.listdir(tmp_path))

    (found,) = host_databases.sessions(str(path))

    assert [one["text"] for one in found.said()][1:] == ["Yes.", "Done."][: 1 + is_written]
    assert (
        sorted(os.listdir(tmp_path))
        == before
        == ["opencode.db", *(["opencode.db-shm", "opencode.db-wal"] * is_written)]
    )
    writer.close()
