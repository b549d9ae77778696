"""OpenClaw's memory: facts, notes and sessions, file by file, and taken over once."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.store import layout
from tests import given
from tests.example_programs.conftest import EXAMPLES, exported

sys.path.insert(0, str(EXAMPLES))
import import_openclaw as openclaw
import openclaw_sessions

if TYPE_CHECKING:
    from tests.commands.conftest import Run

KEPT_AT = 1_700_000_000.0


def rows(name: str) -> list[given.Record]:
    lines = Path(__file__).with_name(name).read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


SESSIONS = rows("openclaw_sessions.jsonl")


@pytest.mark.parametrize(
    "row", rows("openclaw_workspaces.jsonl"), ids=lambda row: f"{row['promise']}"
)
def test_what_openclaw_kept_is_facts_notes_and_sessions(row: given.Record, tmp_path: Path) -> None:
    for name, text in row["files"].items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        os.utime(path, (KEPT_AT, KEPT_AT))

    found = openclaw.read(str(tmp_path / row.get("read", "")))

    facts = [[one.kind, [*one.entities], one.content] for one in found.facts]
    assert facts == row.get("facts", [])
    assert {one.moment for one in found.facts} <= {KEPT_AT}
    assert found.notes == row.get("notes", {})
    sessions = [os.path.relpath(one, tmp_path) for one in found.sessions]
    assert sessions == row.get("sessions", [])


@pytest.mark.parametrize("row", SESSIONS, ids=lambda row: row["promise"])
def test_a_session_is_what_was_said_in_it(row: given.Record, tmp_path: Path) -> None:
    path = tmp_path / "recorded.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in row["lines"]), encoding="utf-8")

    found = dict(openclaw_sessions.read(str(path)))

    said = [turn for turns in found.values() for turn in turns]
    assert [[one.role, one.text] for one in said] == row["said"]
    if "id" in row:
        assert [*found] == [row["id"]]
    if "first" in row:
        assert said[0].moment == clock.parse(row["first"])


def test_the_sessions_of_an_agents_database_are_read_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "openclaw-agent.sqlite"
    db = sqlite3.connect(path)
    db.executescript("""
      PRAGMA journal_mode = WAL;
      CREATE TABLE transcript_events (
        session_id TEXT NOT NULL, seq INTEGER NOT NULL, event_json TEXT NOT NULL,
        created_at INTEGER NOT NULL, PRIMARY KEY (session_id, seq)) STRICT;
    """)
    lines = SESSIONS[0]["lines"]
    for session in ("oc-1", "oc-2"):
        for seq in (3, 0, 2, 1):
            event = json.dumps({**lines[seq], **({"id": session} if not seq else {})})
            db.execute("INSERT INTO transcript_events VALUES (?, ?, ?, 0)", (session, seq, event))
    db.commit()  # it stands in the write-ahead log alone

    found = dict(openclaw_sessions.read(str(path)))

    assert [*found] == ["oc-1", "oc-2"]
    assert [[said.text for said in one] for one in found.values()] == [["记住：周报周五发。"]] * 2
    db.close()


def test_a_database_from_before_sessions_were_in_it_holds_none(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "openclaw-agent.sqlite")
    db.execute("CREATE TABLE auth (id TEXT)")
    db.commit()
    db.close()

    assert [*openclaw_sessions.read(str(tmp_path / "openclaw-agent.sqlite"))] == []
    (tmp_path / "broken.sqlite").write_bytes(b"SQLite format 3\0" + b"\1" * 200)
    with pytest.raises(ValueError, match="no database of OpenClaw's"):
        [*openclaw_sessions.read(str(tmp_path / "broken.sqlite"))]


def test_another_directory_is_no_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")

    with pytest.raises(ValueError, match=r"MEMORY\.md"):
        openclaw.read(str(tmp_path))
    with pytest.raises(NotADirectoryError):
        openclaw.read(str(tmp_path / "file"))


@pytest.mark.long
def test_a_workspace_is_taken_over_once(run: Run, tmp_path: Path, store: layout.Store) -> None:
    said = "Remember that the gateway listens on port 8080."
    told = {
        "type": "message",
        "id": "1",
        "timestamp": "2026-02-15T08:00:00.000Z",
        "message": {"role": "user", "content": said},
    }
    head = {"type": "session", "version": 3, "id": "oc", "cwd": "/w"}
    given_files = {
        "workspace/MEMORY.md": "## Preferences\n- Prefers tabs over spaces\n",
        "workspace/memory/2026-02-15.md": "Talked about the invoice export.\n",
        "agents/main/sessions/oc.jsonl": f"{json.dumps(head)}\n{json.dumps(told)}\n",
        "agents/main/sessions/bad.jsonl": "nothing\n",
    }
    for name, text in given_files.items():
        path = tmp_path / "openclaw" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    lines, faults = exported(tmp_path, "import_openclaw.py", str(tmp_path / "openclaw"))
    first = run("import", "--from", "memory-store", str(lines)).answer
    exported(tmp_path, "import_openclaw.py", str(tmp_path / "openclaw"))
    second = run("import", "--from", "memory-store", str(lines)).answer

    assert "bad.jsonl: no session of OpenClaw's" in faults
    assert (first["new"], second["new"], second["known"]) == (5, 0, 5)
    assert {one["content"]: one["type"] for one in given.living(store)} == {
        "Prefers tabs over spaces": "O",
        said: "W",
    }
    assert [one["session_id"] for one in given.lines(store, layout.SESSIONS)] == ["oc"]
    assert [one["text"] for one in given.journal(store, "prompt")] == [said]
    run("sync")
    (found,) = run("search", "invoice export", "--kind", "note").answer["results"]
    assert found["source"]["file"] == ".memory/notes/openclaw-2026-02-15.md"
