"""The real Claude Code's own transcripts: what hooks missed is taken from them, nothing twice."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.hosts import transcript_claude
from memory_store.store import layout
from tests import given
from tests.end_to_end import claude_code, messages_api, shims

if TYPE_CHECKING:
    from tests.end_to_end import private_network

WITHOUT_MODEL = {"MEMORY_STORE_EMBEDDER": "none"}


@pytest.fixture
def store(wired: Path) -> layout.Store:
    return layout.project_store(str(wired))


def sync(store: layout.Store, home: Path) -> None:
    """`memory-store sync`, some minutes after the sessions."""
    then = clock.now() - 600
    for path in home.glob(".claude/projects/*/*.jsonl"):
        os.utime(path, (then, then))
    done = shims.memory_store("sync", "--project", store.project)
    assert done.code == 0, done.err


def unwire(store: layout.Store, *events: str) -> None:
    """Take hooks out, as if they failed."""
    path = Path(store.project, ".claude", "settings.json")
    settings = json.loads(path.read_text("utf-8"))
    for event in events:
        del settings["hooks"][event]
    path.write_text(json.dumps(settings), "utf-8")


def said(store: layout.Store) -> list[tuple[str, str]]:
    events = given.journal(store, "prompt", "response")
    return [(one.type, one.text) for one in events]


def test_a_session_whose_hooks_heard_all_of_it_gains_nothing(
    store: layout.Store, claude_home: Path, network: private_network.Network
) -> None:
    replies: list[messages_api.Reply] = [
        messages_api.ToolUse("Bash", {"command": "echo TOOL"}),
        "Done.",
        "<summary>S</summary>",
    ]
    with messages_api.serve([*replies, "Again."], network) as server:
        for prompt, *flags in (
            ("Run it", "--allowedTools", "Bash"),
            ("/compact", "--continue"),
            ("And again", "--continue"),
        ):
            claude_code.run(
                prompt, Path(store.project), claude_home, server, *flags, environment=WITHOUT_MODEL
            )
    heard = [
        ("prompt", "Run it"),
        ("response", "Done."),
        ("prompt", "And again"),
        ("response", "Again."),
    ]
    assert said(store) == heard

    sync(store, claude_home)

    assert said(store) == heard


def test_what_no_hook_heard_is_in_the_memory_after_the_end(
    store: layout.Store, claude_home: Path, network: private_network.Network
) -> None:
    unwire(store, "UserPromptSubmit", "Stop")
    replies: list[messages_api.Reply] = [
        messages_api.ToolUse("Bash", {"command": "echo TOOL"}),
        "W @shop: it is Heron",
    ]
    with messages_api.serve(replies, network) as server:
        claude_code.run(
            "Run it", Path(store.project), claude_home, server, "--allowedTools", "Bash",
            environment=WITHOUT_MODEL,
        )  # fmt: skip

    sync(store, claude_home)

    assert said(store) == [("prompt", "Run it"), ("response", "W @shop: it is Heron")]
    assert [one["content"] for one in given.living(store)] == ["it is Heron"]
    assert given.holding("TOOL", store.path) == []


def test_our_own_request_and_its_answer_are_not_taken_for_words(
    store: layout.Store, claude_home: Path, network: private_network.Network
) -> None:
    environment = {**WITHOUT_MODEL, "MEMORY_STORE_SESSION_SAVE": "always"}
    with messages_api.serve(["Hello.", "Nothing to save."], network) as server:
        claude_code.run("Hello", Path(store.project), claude_home, server, environment=environment)
        assert len(server.requests) == 2
    (path,) = claude_home.glob(".claude/projects/*/*.jsonl")
    assert b"Nothing to save." in path.read_bytes()

    sync(store, claude_home)

    assert said(store) == [("prompt", "Hello"), ("response", "Hello.")]
    assert given.holding("Nothing to save.", store.path) == []


def test_it_lies_where_we_look_and_the_host_says_so(
    store: layout.Store, claude_home: Path, network: private_network.Network
) -> None:
    with messages_api.serve(["Hello."], network) as server:
        ran = claude_code.run(
            "Hello", Path(store.project), claude_home, server, environment=WITHOUT_MODEL
        )

    (start,) = given.journal(store, "session_start")
    root = transcript_claude.root()
    (named, documented) = transcript_claude.names(
        store.project, ran.session_id, start.text_of("transcript")
    )
    assert named == documented
    assert Path(root, documented).is_file()
