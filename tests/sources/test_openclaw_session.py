"""OpenClaw's transcripts: the words of the person and the agent, and nothing beside them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

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
