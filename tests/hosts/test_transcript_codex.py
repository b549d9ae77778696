"""Codex's transcripts: the person's and the agent's words, and nothing a hook put there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from memory_store import model
from memory_store.hosts import claude, transcript_codex
from memory_store.text import wording
from tests import given

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SESSION = "01a1ffd9-5925-7f11-b656-2ac33dbfba20"
FILE = f"rollout-2026-11-21T20-43-16-{SESSION}.jsonl"


def lines(*said: tuple[str, str]) -> bytes:
    records = [
        {
            "type": "event_msg",
            "payload": {
                "type": "item_completed",
                "turn_id": "t",
                "item": {"type": kind, "content": [{"type": "text", "text": text}]},
            },
        }
        for kind, text in said
    ]
    return "".join(json.dumps(one) + "\n" for one in records).encode()


def test_a_recorded_session_gives_its_prompt_and_its_answer() -> None:
    content = (given.PAYLOADS / "codex" / "transcript-one-turn.jsonl").read_bytes()

    read = transcript_codex.parse(content, SESSION)

    said = [(turn.role, turn.text) for turn in read.turns]
    assert said == [(model.PROMPT, "hi there"), (model.RESPONSE, "Hello from mock")]
    assert b"CANARY" in content  # what hooks told stands in the file too
    assert len({turn.key for turn in read.turns}) == 1
    assert all(turn.key and turn.moment for turn in read.turns)


def test_what_codex_asks_its_reviewer_of_approvals_is_nobodys_prompt() -> None:
    review = (
        "The following is the Codex agent history whose request action you are assessing.\n"
        ">>> TRANSCRIPT START\n[1] user: ## My request for Codex:\nfrom now on use pnpm\n"
    )

    read = transcript_codex.parse(
        lines(("UserMessage", review), ("UserMessage", "go on")), SESSION
    )

    assert [turn.text for turn in read.turns] == ["go on"]
    payload: dict[str, object] = {"hook_event_name": "UserPromptSubmit", "prompt": review}
    assert claude.parse(payload).text == ""


def test_an_older_version_wrote_messages_by_themselves() -> None:
    records = [
        {"type": "response_item", "payload": {"type": "message", "role": "user", "content": []}},
        {"type": "event_msg", "payload": {"type": "user_message", "message": "run the tests"}},
        {"type": "event_msg", "payload": {"type": "agent_reasoning", "text": "hm"}},
        {"type": "event_msg", "payload": {"type": "agent_message", "message": "All pass."}},
        {"type": "response_item", "payload": {"type": "user_message", "message": "no event"}},
        {"type": "event_msg", "payload": {"type": "agent_message", "message": 7}},
    ]
    content = "".join(json.dumps(one) + "\n" for one in records).encode()

    said = [(one.role, one.text) for one in transcript_codex.parse(content, SESSION).turns]

    assert said == [(model.PROMPT, "run the tests"), (model.RESPONSE, "All pass.")]


def test_an_answer_to_our_own_request_is_nobodys_news() -> None:
    content = lines(
        ("UserMessage", wording.REQUESTS[0]),
        ("AgentMessage", "Saved."),
        ("UserMessage", "thanks"),
        ("AgentMessage", "Welcome."),
    )

    read = transcript_codex.parse(content, SESSION)

    assert [turn.text for turn in read.turns] == ["thanks", "Welcome."]


def test_a_file_is_the_payloads_beneath_the_hosts_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEX_HOME", str(tmp_path))
    told = str(tmp_path / "sessions" / "2026" / FILE)

    assert transcript_codex.names("", SESSION, told) == [f"sessions/2026/{FILE}"]
    assert transcript_codex.names("", SESSION, f"/etc/{FILE}") == []
    assert transcript_codex.names("", "another", told) == []
    assert transcript_codex.names("", "", told) == []
