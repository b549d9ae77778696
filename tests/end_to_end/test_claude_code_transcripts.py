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
from tests.end_to_end import messages_api, shims

if TYPE_CHECKING:
    from tests.end_to_end.conftest import Claude

pytestmark = pytest.mark.long


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
    claude: Claude, store: layout.Store
) -> None:
    tool = messages_api.ToolUse("Bash", {"command": "echo TOOL"})
    claude.talk(
        [tool, "Done.", "<summary>S</summary>", "Again."],
        ("Run it", "--allowedTools", "Bash"),
        ("/compact", "--continue"),
        ("And again", "--continue"),
    )
    heard = [
        ("prompt", "Run it"),
        ("response", "Done."),
        ("prompt", "And again"),
        ("response", "Again."),
    ]
    assert said(store) == heard

    sync(store, claude.home)

    assert said(store) == heard


def test_what_no_hook_heard_is_in_the_memory_after_the_end(
    claude: Claude, store: layout.Store
) -> None:
    unwire(store, "UserPromptSubmit", "Stop")
    tool = messages_api.ToolUse("Bash", {"command": "echo TOOL"})
    claude.talk([tool, "W @shop: it is Heron"], ("Run it", "--allowedTools", "Bash"))

    sync(store, claude.home)

    assert said(store) == [("prompt", "Run it"), ("response", "W @shop: it is Heron")]
    assert [one["content"] for one in given.living(store)] == ["it is Heron"]
    assert given.holding("TOOL", store.path) == []


def test_our_own_request_and_its_answer_are_not_taken_for_words(
    claude: Claude, store: layout.Store
) -> None:
    script = ["Hello.", "Nothing to save."]
    _, requests = claude.talk(script, "Hello", MEMORY_STORE_SESSION_SAVE="always")
    assert len(requests) == 2
    (path,) = claude.home.glob(".claude/projects/*/*.jsonl")
    assert b"Nothing to save." in path.read_bytes()

    sync(store, claude.home)

    assert said(store) == [("prompt", "Hello"), ("response", "Hello.")]
    assert given.holding("Nothing to save.", store.path) == []


def test_it_lies_where_we_look_and_the_host_says_so(claude: Claude, store: layout.Store) -> None:
    (ran,), _ = claude.talk(["Hello."], "Hello")

    (start,) = given.journal(store, "session_start")
    root = transcript_claude.root()
    (named, documented) = transcript_claude.names(
        store.project, ran.session_id, start.text_of("transcript")
    )
    assert named == documented
    assert Path(root, documented).is_file()


TOLD = "Remember that the codename of this project is Heron."
DAY = 86_400


def run(*words: str) -> given.Record:
    return shims.memory_store(*words, "--format", "json").answer


@pytest.mark.long
def test_a_session_from_before_the_memory_is_imported(
    claude: Claude, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(claude.home))
    (ran,), _ = claude.talk(["Noted."], TOLD)
    assert ran.hooks == ()
    (path,) = claude.home.glob(".claude/projects/*/*.jsonl")
    now, before = (clock.stamp(clock.now() - days * DAY)[:10] for days in (0, 3))
    path.write_text(path.read_text("utf-8").replace(f"{now}T", f"{before}T"), "utf-8")
    (claude.project / ".git").mkdir()

    project = ["--project", str(claude.project)]
    folder = str(path.parent)
    first, second = (run("import", "--from", "claude", folder, *project) for _ in range(2))

    assert (first["sessions"], first["turns"], first["facts"]) == (1, 2, 1)
    assert (second["sessions"], second["known"]) == (0, 1)
    store = layout.project_store(str(claude.project))
    (fact,) = given.living(store)
    assert fact["content"] == "Remember that the codename of this project is Heron."
    assert fact.text_of("created_at").startswith(before)
    assert fact.source["session_id"] == ran.session_id
