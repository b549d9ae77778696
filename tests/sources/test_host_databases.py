"""Titles and summaries in the databases of Cursor and OpenCode."""

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
