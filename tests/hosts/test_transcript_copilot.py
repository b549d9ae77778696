"""Copilot CLI's transcripts: the person's and the agent's words, and nothing a hook put there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from memory_store import model
from memory_store.hosts import transcript_copilot
from memory_store.text import wording
from tests import given

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def lines(*said: tuple[str, str]) -> bytes:
    records = [{"type": kind, "data": {"content": text}} for kind, text in said]
    return "".join(json.dumps(one) + "\n" for one in records).encode()


def test_a_recorded_session_gives_its_prompt_and_its_answer() -> None:
    content = (given.PAYLOADS / "copilot" / "transcript-one-turn.jsonl").read_bytes()

    read = transcript_copilot.parse(content, "any")

    said = [(turn.role, turn.text) for turn in read.turns]
    assert said == [
        (
            model.PROMPT,
            "From now on always run make smoke before a deployment. Which port has the gateway?",
        ),
        (model.RESPONSE, "Hello from the mock model."),
    ]
    assert all(turn.moment for turn in read.turns)
    assert read.end == len(content)


def test_an_answer_to_our_own_request_is_nobodys_news() -> None:
    content = lines(
        ("user.message", wording.REQUESTS[0]),
        ("assistant.message", "Saved."),
        ("user.message", "thanks"),
        ("assistant.message", "Welcome."),
    )

    read = transcript_copilot.parse(content, "any")

    assert [turn.text for turn in read.turns] == ["thanks", "Welcome."]


def test_reading_can_go_on_where_the_last_prompt_begins() -> None:
    content = lines(("user.message", "one"), ("assistant.message", "1"), ("user.message", "two"))

    read = transcript_copilot.parse(content, "any")
    again = transcript_copilot.parse(content[read.resume :], "any")

    assert [turn.text for turn in again.turns] == ["two"]


def test_a_file_is_named_by_the_session_beneath_the_hosts_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COPILOT_HOME", str(tmp_path))

    assert transcript_copilot.root() == str(tmp_path)
    assert transcript_copilot.names("", "a-1", "/etc/passwd") == ["session-state/a-1/events.jsonl"]
    assert transcript_copilot.names("", "../a", "") == []
    assert transcript_copilot.names("", "", "") == []
