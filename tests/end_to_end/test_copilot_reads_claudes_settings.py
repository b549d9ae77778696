"""Copilot CLI runs the hooks of a `.claude/settings.json` and drops their answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import layout
from tests import given
from tests.end_to_end import shims

if TYPE_CHECKING:
    from collections.abc import Iterator

ORDER = ("session-start", "user-prompt-submit", "stop", "session-end")
SAID = "From now on always run make smoke before a deployment. Which port has the gateway?"
TELLING = {"recalled", "save_requested", "flush_requested"}


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


def test_copilot_is_told_nothing_and_nothing_is_noted_as_told(lived_in: layout.Store) -> None:
    answers = list(lived(lived_in, "copilot", COPILOT_CLI="1"))

    assert [one.strip() for one in answers] == ["{}"] * len(ORDER)
    events = given.journal(lived_in)
    assert {one["type"] for one in events} & TELLING == set()
    assert not any("seen" in one for one in events)


def test_what_a_person_says_in_copilot_is_kept_as_copilots(lived_in: layout.Store) -> None:
    list(lived(lived_in, "copilot", COPILOT_CLI="1"))

    events = given.journal(lived_in)
    assert {one["host"] for one in events} == {"copilot"}
    assert {"session_start", "prompt", "session_end"} <= {one["type"] for one in events}
    kept = [one for one in given.living(lived_in) if "make smoke" in one["content"]]
    assert [one["source"]["host"] for one in kept] == ["copilot"]


def test_claude_code_is_told_and_that_is_noted(lived_in: layout.Store) -> None:
    """The control: the same session, of the host that the hooks are wired for."""
    answers = list(lived(lived_in, "claude"))

    assert "8123" in answers[0]
    events = given.journal(lived_in)
    assert {one["host"] for one in events} == {"claude"}
    assert {one["type"] for one in events} & TELLING
    assert any("seen" in one for one in events)


def test_a_session_of_claude_code_hears_later_what_copilot_was_not_told(
    lived_in: layout.Store,
) -> None:
    list(lived(lived_in, "copilot", COPILOT_CLI="1"))

    start = given.payload("claude/session-start", lived_in.project, "s-2")

    assert "8123" in shims.hook("load_memory", start, "claude").out
    assert Path(lived_in.path, layout.SESSIONS).exists()
