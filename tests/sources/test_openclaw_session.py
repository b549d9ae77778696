"""OpenClaw's transcripts: the words of the person and the agent, and nothing beside them."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import clock
from memory_store.sources import recorded

if TYPE_CHECKING:
    from pathlib import Path

HEADER = {"type": "session", "version": 3, "id": "oc-1", "cwd": "/home/dev/.openclaw/workspace"}


def message(role: str, *texts: str, at: str = "2026-02-15T08:00:00.000Z", **inner: Any) -> Any:
    content = [{"type": "text", "text": text} for text in texts]
    own = {"role": role, "content": content, **inner}
    return {"type": "message", "id": f"{role[0]}1", "timestamp": at, "message": own}


def read(tmp_path: Path, *lines: Any) -> recorded.Recording:
    path = tmp_path / "oc-1.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in (HEADER, *lines)), encoding="utf-8")
    (found,) = recorded.read(str(path))
    return found


def test_what_was_said_is_read_with_its_times(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        {"type": "model_change", "id": "x"},
        message("user", "记住：周报周五发。"),
        message("toolResult", "PASSED OVER"),
        {**message("assistant", "好的。"), "timestamp": None},
        message("assistant", "NO_REPLY"),
        {"type": "custom_message", "message": {"role": "user", "content": "PASSED OVER"}},
    )

    assert (found.id, found.form, found.project) == ("oc-1", recorded.OPENCLAW, HEADER["cwd"])
    assert [(one["type"], one["text"]) for one in found.said()] == [
        ("prompt", "记住：周报周五发。"),
        ("response", "好的。"),
    ]
    assert found.said()[0]["moment"] == clock.parse("2026-02-15T08:00:00.000Z")


def test_a_time_in_milliseconds_is_one_too(tmp_path: Path) -> None:
    line = {**message("user", "hello", timestamp=1_771_142_400_000), "timestamp": None}

    assert read(tmp_path, line).said()[0]["moment"] == 1_771_142_400.0


INFO = """Conversation info (untrusted metadata):
```json
{
  "message_id": "4542",
  "timestamp": "Sat 2026-03-28 16:12 PDT"
}
```

Sender (untrusted metadata):
```json
{"label": "Lin (5003)"}
```

"""


PORT = "用 8080 端口"
BRACKETS = [
    "[x] done, [2] next",
    f"[TODO: tomorrow] {PORT}",
    "Sender info:\n```json\n{}\n```\nis sent",
]


@pytest.mark.parametrize(
    ("sent", "own"),
    [
        (PORT, PORT),
        (f"[Sat 2026-02-14 18:49 GMT+8] {PORT}", PORT),
        (f"[WhatsApp Lin +15550100 +2m 2026-01-18T14:05Z] {PORT}", PORT),
        (f"{INFO}{PORT}", PORT),
        (f"[Sat 2026-02-14 18:49 GMT+8] {INFO}{PORT}", PORT),
        (f"[message_id: om_x100b]\n{PORT}", PORT),
        (
            f"System: [2026-02-15 08:00:00] Exec finished\n\n[Sun 2026-02-15 16:00 GMT+8] {PORT}",
            PORT,
        ),
        (f'Sender: ⟦openclaw:ctx⟧\n```json\n{{"name": "Lin"}}\n```\n\n{PORT}', PORT),
        (f"Thread: ⟦openclaw:ctx⟧\nsomebody else said this\n\n{PORT}", PORT),
        (f"{PORT}\n\nContext: ⟦openclaw:ctx⟧\nthe channel's topic", PORT),
        (f"<relevant-memories>\n1. old\n</relevant-memories>\n{PORT}", PORT),
        *((own, own) for own in BRACKETS),
        ("A new session was started via /new or /reset. Say hi briefly.", None),
        ("Read HEARTBEAT.md if it exists (workspace context). Follow it strictly.", None),
        ("[Sat 2026-02-14 18:49 GMT+8] Pre-compaction memory flush. Store memories.", None),
        ("[cron:b1 report] Write the weekly report.", None),
    ],
)
def test_what_the_gateway_wraps_or_asks_by_itself_is_nobodys_words(
    tmp_path: Path, sent: str, own: str | None
) -> None:
    """A person's own brackets and blocks stay."""
    answer = message("assistant", "[[reply_to_current]] 好的。", "[[reply_to: 12]]")

    said = [one["text"] for one in read(tmp_path, message("user", sent), answer).said()]

    assert said == ([own, "好的。"] if own else ["好的。"])


def test_the_first_format_has_no_ids_and_a_text_for_content(tmp_path: Path) -> None:
    header = {
        "type": "session",
        "id": "oc-1",
        "timestamp": "2025-12-01T08:00:00.000Z",
        "cwd": "/w",
    }
    line = {"type": "message", "timestamp": "2025-12-01T08:00:01.000Z",
            "message": {"role": "user", "content": "hello there"}}  # fmt: skip
    path = tmp_path / "old.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in (header, line)), encoding="utf-8")

    (found,) = recorded.read(str(path))

    assert (found.id, [one["text"] for one in found.said()]) == ("oc-1", ["hello there"])


def test_the_sessions_of_an_agents_database_are_read_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "openclaw-agent.sqlite"
    db = sqlite3.connect(path)
    db.executescript("""
      PRAGMA journal_mode = WAL;
      CREATE TABLE session_windows (session_id TEXT PRIMARY KEY, session_key TEXT) STRICT;
      CREATE TABLE transcript_events (
        session_id TEXT NOT NULL, seq INTEGER NOT NULL, event_json TEXT NOT NULL,
        created_at INTEGER NOT NULL, PRIMARY KEY (session_id, seq)) STRICT;
    """)
    lines = [HEADER, message("user", "first"), message("assistant", "second")]
    for session in ("oc-1", "oc-2"):
        for seq in (2, 0, 1):
            event = json.dumps({**lines[seq], **({"id": session} if not seq else {})})
            db.execute("INSERT INTO transcript_events VALUES (?, ?, ?, 0)", (session, seq, event))
    db.commit()  # it stands in the write-ahead log alone

    found = recorded.read(str(path))

    assert [one.id for one in found] == ["oc-1", "oc-2"]
    assert [[said["text"] for said in one.said()] for one in found] == [["first", "second"]] * 2
    db.close()


def test_a_database_from_before_sessions_were_in_it_holds_none(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "openclaw-agent.sqlite")
    db.execute("CREATE TABLE auth (id TEXT)")
    db.commit()
    db.close()

    assert recorded.read(str(tmp_path / "openclaw-agent.sqlite")) == []
    (tmp_path / "broken.sqlite").write_bytes(b"SQLite format 3\0" + b"\1" * 200)
    with pytest.raises(ValueError, match="no database of OpenClaw's"):
        recorded.read(str(tmp_path / "broken.sqlite"))
