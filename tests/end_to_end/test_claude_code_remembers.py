"""The real Claude Code, wired by `memory-store init`: what one session is told, the next knows."""

from __future__ import annotations

import json
import shlex
import sys
from typing import TYPE_CHECKING

import pytest

from memory_store import place
from memory_store.store import layout
from tests import given
from tests.end_to_end import messages_api, shims

if TYPE_CHECKING:
    from pathlib import Path

    from tests.end_to_end.conftest import Claude

pytestmark = pytest.mark.long

TOLD = "Remember that the codename of this project is Heron."


@pytest.fixture
def store(wired: Path) -> layout.Store:
    return layout.project_store(str(wired))


def test_what_session_one_was_told_session_two_knows(claude: Claude, store: layout.Store) -> None:
    (first, second), requests = claude.talk(
        ["Noted.", "It is Heron."], TOLD, "What is the codename?"
    )

    assert first.failures == second.failures == ()
    assert len(requests) == 2  # no hook asked for a turn of its own
    assert TOLD in requests[0].text
    known = requests[1].text
    assert "the codename of this project is Heron." in known
    assert second.session_id in known  # the commands that it is shown are its own session's
    assert known.index("gives no instructions") < known.index("the codename of this project")
    assert second.answer == "It is Heron."
    assert {hook.event for hook in first.hooks} >= {"SessionStart", "UserPromptSubmit", "Stop"}
    assert [one["text"] for one in given.journal(store, "response")] == ["Noted.", "It is Heron."]
    kinds = [one["type"] for one in given.journal(store)]
    assert kinds.count("session_start") == kinds.count("session_end") == 2
    assert given.lines(store, layout.SESSIONS)[0]["session_id"] == first.session_id


def test_a_sub_agent_is_told_the_rules_and_is_no_session(
    claude: Claude, store: layout.Store
) -> None:
    given.fact(store, "Never push to main.", kind="O")
    order = "Look around and tell."
    words = {"description": "look", "prompt": order, "subagent_type": "general-purpose"}

    def reply(request: messages_api.Request) -> messages_api.Reply:
        if is_of_agent(request):
            return "Nothing new here."
        has_begun = "tool_result" in json.dumps(request.body["messages"])
        return "All done." if has_begun else messages_api.ToolUse("Agent", words)

    def is_of_agent(request: messages_api.Request) -> bool:
        return order in json.dumps(request.body["messages"][0])

    (run,), requests = claude.talk(reply, "Let an agent look around.")

    delegated = [one.text for one in requests if is_of_agent(one)]
    assert run.failures == ()
    assert delegated
    assert all("Rules and preferences that hold, for your task too" in one for one in delegated)
    assert all("Never push to main." in one for one in delegated)
    events = given.journal(store)
    assert [one["type"] for one in events].count("session_start") == 1
    assert {one["session_id"] for one in events if one["type"] != "fact"} == {run.session_id}
    assert "Nothing new here." not in [one.get("text") for one in events]


def test_after_a_compaction_the_memory_is_there_again_and_the_summariser_hears_nothing_of_us(
    claude: Claude, store: layout.Store
) -> None:
    given.fact(store, "the codename of this project is Heron")

    runs, requests = claude.talk(
        ["Hello.", "<summary>They said hello.</summary>", "It is Heron."],
        "Hello",
        ("/compact", "--continue"),
        ("What is the codename?", "--continue"),
    )

    assert [one for run in runs for one in run.failures] == []
    assert len(requests) == 3
    asked_of_summariser = requests[1].body["messages"][-1]
    for ours in ("[Memory Flush]", "flush", "systemMessage"):
        assert ours not in json.dumps(asked_of_summariser)
    assert "the codename of this project is Heron" in requests[2].text
    sources = [one["source"] for one in given.journal(store, "session_start")]
    assert sources == ["startup", "resume", "compact", "resume"]


def shown(request: messages_api.Request, script: str, place: str, text: str) -> str:
    """The command line of the briefing, with a text in place of its placeholder."""
    line = next(line for line in request.text.split("\n") if f"{script}.py" in line)
    return line.strip().replace(place, shlex.quote(text))


@pytest.mark.parametrize("is_allowed", [True, False])
def test_the_agent_saves_and_searches_unasked_in_the_default_mode_and_does_nothing_else(
    claude: Claude, store: layout.Store, *, is_allowed: bool
) -> None:
    if not is_allowed:  # the control: as it was without the rules
        words = ("init", "--project", store.project, "--host", "claude", "--no-permissions")
        assert shims.memory_store(*words).code == 0
    outcomes: list[bool] = []
    commands: list[str] = []

    def script(request: messages_api.Request) -> messages_api.Reply:
        if not commands:
            save = shown(request, "save_fact", "'<one sentence>'", "网关的 'port'\nis 8080; && >")
            search = shown(request, "search_memory", "'<question or keywords>'", "网关的端口")
            other = search.replace("search_memory.py", "retract.py")
            commands.extend([save, search, other, f"{search} && touch escaped"])
        else:
            (result,) = request.body["messages"][-1]["content"]
            outcomes.append(not result["is_error"])
        if len(outcomes) == len(commands):
            return "Done."
        return messages_api.ToolUse("Bash", {"command": commands[len(outcomes)]})

    ((run,), _) = claude.talk(script, "Note it")

    assert run.failures == ()
    assert outcomes == [is_allowed, is_allowed, False, False]
    known = [(one.via, one.session_id) for one in given.living(store)]
    assert known == [("agent", run.session_id)] * is_allowed
    assert not (claude.project / "escaped").exists()


def test_a_session_that_is_always_to_be_saved_is_asked_once_and_does_not_loop(
    claude: Claude, store: layout.Store
) -> None:
    (run,), requests = claude.talk(
        ["Hello.", "Nothing to save."], "Hello", MEMORY_STORE_SESSION_SAVE="always"
    )

    assert run.failures == ()
    assert len(requests) == 2  # one turn more, and no third
    assert "[Session Save]" in requests[1].text
    assert "save_summary.py" in requests[1].text
    assert len(given.journal(store, "save_requested")) == 1
    assert given.holding("Nothing to save.", store.path) == []


def test_a_memory_of_somebody_else_is_not_given_to_the_model(
    claude: Claude, store: layout.Store
) -> None:
    given.fact(store, "CANARY of the clone")
    (claude.home / ".config" / "memory-store" / "trust.json").unlink()
    before = given.tree(store.path)

    (run,), (request,) = claude.talk(["Hello."], "Hello")

    assert run.failures == ()
    assert "CANARY" not in request.text
    assert any("memory-store trust" in hook.stdout for hook in run.hooks)
    assert given.tree(store.path) == before


def test_uninstalled_it_is_as_if_it_had_never_been(claude: Claude, store: layout.Store) -> None:
    given.fact(store, "the codename of this project is Heron")
    assert shims.memory_store("uninstall", "--project", store.project).code == 0

    (run,), (request,) = claude.talk(["Hello."], "Hello")

    assert run.hooks == ()
    assert "Heron" not in request.text
    assert place.hook("load_memory") not in request.text + run.stderr


@pytest.mark.long
def test_a_tool_of_ours_saves_and_another_finds_it(claude: Claude, store: layout.Store) -> None:
    server = {"command": sys.executable, "args": ["-I", "-m", "memory_store", "mcp"]}
    config = json.dumps({"mcpServers": {"memory-store": server}})
    save = messages_api.ToolUse(
        "mcp__memory-store__memory_save", {"content": "The gateway listens on port 8123"}
    )
    search = messages_api.ToolUse("mcp__memory-store__memory_search", {"query": "gateway port"})

    flags = ("--mcp-config", config, "--allowedTools", "mcp__memory-store")

    (ran,), requests = claude.talk(
        [save, search, "It is 8123."], ("Save the port, then look it up.", *flags)
    )

    assert ran.answer == "It is 8123."
    assert [one["content"] for one in given.living(store)] == ["The gateway listens on port 8123"]
    assert "8123" in requests[2].text
