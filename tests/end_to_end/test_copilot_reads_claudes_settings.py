"""Copilot CLI runs the hooks of a `.claude/settings.json`, and reads an answer of its own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests import given
from tests.end_to_end import shims

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memory_store.store import layout

pytestmark = pytest.mark.long

ORDER = ("session-start", "user-prompt-submit", "stop", "session-end")
SAID = "From now on always run make smoke before a deployment. Which port has the gateway?"


def lived(store: layout.Store, host: str, **environment: str) -> Iterator[str]:
    """What the hooks answer in one session of a host, as `init` wires them for Claude Code."""
    for name in ORDER:
        payload = given.payload(f"{host}/{name}", store.project, "s-1")
        payload |= {"prompt": SAID} if name == "user-prompt-submit" else {}
        hook = "prompt_session_save" if name == "stop" else shims.hook_of(payload)
        yield shims.hook(hook, payload, "claude", **environment).out


@pytest.fixture
def lived_in(store: layout.Store, monkeypatch: pytest.MonkeyPatch) -> layout.Store:
    """A memory with something to tell a session, and to ask of one."""
    monkeypatch.setenv("MEMORY_STORE_SESSION_SAVE", "always")
    given.fact(store, "The gateway listens on port 8123", kind="O", confidence=0.95)
    return store


def test_copilot_is_told_at_the_top_of_the_answer_and_never_asked_for_a_turn(
    lived_in: layout.Store,
) -> None:
    start, _, stop, end = lived(lived_in, "copilot", COPILOT_CLI="1")

    assert "8123" in json.loads(start)["additionalContext"]
    assert (json.loads(stop), json.loads(end)) == ({}, {})
    types = {one["type"] for one in given.journal(lived_in)}
    assert "recalled" in types
    assert "save_requested" not in types


OWN = {
    "load_memory": "session-start",
    "recall_memory": "user-prompt-submitted",
    "prompt_session_save": "agent-stop",
    "sync_and_cleanup": "session-end",
}
"""The payload of each of Copilot's own events, which names no event, by the hook it starts."""


def test_copilots_own_events_are_told_by_the_hook_that_they_start(
    lived_in: layout.Store,
) -> None:
    answers = {}
    for name, sent in OWN.items():
        payload = given.payload(f"copilot/own/{sent}", lived_in.project)
        payload |= {"prompt": SAID} if name == "recall_memory" else {}
        answers[name] = shims.hook(name, payload, "copilot", COPILOT_CLI="1").answer

    assert "8123" in answers["load_memory"]["additionalContext"]
    assert (answers["prompt_session_save"], answers["sync_and_cleanup"]) == ({}, {})
    assert any("make smoke" in one.content for one in given.living(lived_in))
    noted = given.journal(lived_in)
    assert {one["host"] for one in noted} == {"copilot"}
    assert {"session_start", "prompt", "session_end"} <= {one["type"] for one in noted}


def test_an_answer_is_taken_once_from_copilots_own_record_of_the_session(
    lived_in: layout.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COPILOT_HOME", str(tmp_path / "copilot"))
    record = tmp_path / "copilot" / "session-state" / "s-1" / "events.jsonl"
    record.parent.mkdir(parents=True)
    said = {"user.message": SAID, "assistant.message": "It is 8123, as ever."}
    lines = [json.dumps({"type": kind, "data": {"content": said[kind]}}) for kind in said]
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")

    list(lived(lived_in, "copilot", COPILOT_CLI="1"))
    assert shims.memory_store("sync", "--project", lived_in.project).code == 0

    events = given.journal(lived_in, "prompt", "response")
    assert [one["text"] for one in events] == list(said.values())


def test_claude_code_hears_it_in_its_own_words(lived_in: layout.Store) -> None:
    """The control: the same session, of the host that the hooks are wired for."""
    start = json.loads(next(lived(lived_in, "claude")))

    assert "8123" in start["hookSpecificOutput"]["additionalContext"]
    assert "additionalContext" not in start
