"""The harness itself: the real Claude Code runs hooks as docs and recordings say it does.

The hooks here record what they were given and answer from a table; the project's own are tested
beside this file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import psutil
import pytest

from tests.end_to_end import claude_code, messages_api, recording_hook

if TYPE_CHECKING:
    from tests.end_to_end.conftest import Claude

pytestmark = pytest.mark.long

SUMMARY = "<summary>MOCK SUMMARY</summary>"
EVERY = {"session_id": str, "transcript_path": str, "cwd": str, "hook_event_name": str}
TURN = {**EVERY, "prompt_id": str, "permission_mode": str}
STOPS = {
    "effort": dict,
    "stop_hook_active": bool,
    "last_assistant_message": str,
    "background_tasks": list,
    "session_crons": list,
}
AGENT = {"agent_id": str, "agent_type": str, "agent_transcript_path": str}
SHAPES: dict[str, dict[str, type]] = {
    "SessionStart startup": {**EVERY, "source": str},
    "SessionStart resume": {
        **EVERY,
        "source": str,
        "seconds_since_last_response": int,
        "context_tokens": int,
        "prompt_cache_likely_expired": bool,
        "estimated_cache_write_usd": float,
    },
    "SessionStart compact": {**EVERY, "prompt_id": str, "source": str, "model": str},
    "UserPromptSubmit": {**TURN, "prompt": str},
    "Stop": {**TURN, **STOPS},
    "SubagentStop": {**TURN, **STOPS, **AGENT},
    "PreCompact manual": {**EVERY, "prompt_id": str, "trigger": str, "custom_instructions": str},
    "PostCompact manual": {**EVERY, "prompt_id": str, "trigger": str, "compact_summary": str},
    "SessionEnd": {**EVERY, "prompt_id": str, "reason": str},
}


def _shape(payload: dict[str, Any]) -> dict[str, type]:
    return {key: type(value) for key, value in payload.items()}


def test_a_session_runs_each_hook_once_with_a_payload_of_the_recorded_shape(
    claude: Claude,
) -> None:
    recording = recording_hook.wire(claude.project, {})

    (transcript,), _ = claude.talk(["你好。"], "hello 世界")

    assert (transcript.exit_code, transcript.stderr, transcript.answer) == (0, "", "你好。")
    assert transcript.failures == ()
    assert [hook.event for hook in transcript.hooks] == [
        "SessionStart",
        "UserPromptSubmit",
        "Stop",
    ]
    assert {(hook.outcome, hook.exit_code) for hook in transcript.hooks} == {("success", 0)}
    start, prompt, stop, end = recording.payloads
    assert recording.names == ["SessionStart startup", "UserPromptSubmit", "Stop", "SessionEnd"]
    assert [_shape(payload) for payload in recording.payloads] == [
        SHAPES[name] for name in recording.names
    ]
    assert {payload["session_id"] for payload in recording.payloads} == {transcript.session_id}
    assert start["cwd"] == str(claude.project)
    assert start["transcript_path"].startswith(str(claude.home))
    assert prompt["prompt"] == "hello 世界"
    assert (stop["stop_hook_active"], stop["last_assistant_message"]) == (False, "你好。")
    assert end["reason"] == "other"


def test_compact_runs_pre_compact_and_then_a_session_start_that_says_so(
    claude: Claude,
) -> None:
    recording = recording_hook.wire(claude.project, {})

    (first, compacted), requests = claude.talk(
        ["Hello.", SUMMARY], "a prompt", ("/compact keep the codename", "--continue")
    )

    names = recording.names[4:]
    assert names == [
        "SessionStart resume",
        "PreCompact manual",
        "SubagentStop",  # the summariser
        "SessionStart compact",
        "PostCompact manual",
        "SessionEnd",
    ]
    payloads = dict(zip(names, recording.payloads[4:], strict=True))
    assert {name: _shape(payload) for name, payload in payloads.items()} == {
        name: SHAPES[name] for name in names
    }
    assert payloads["PreCompact manual"]["custom_instructions"] == "keep the codename"
    assert payloads["SubagentStop"]["agent_type"] == ""
    assert "keep the codename" in requests[1].text
    assert first.session_id == compacted.session_id
    assert first.failures == compacted.failures == ()


def test_a_hook_that_fails_is_told_even_where_the_stream_is_silent(
    claude: Claude,
) -> None:
    recording_hook.wire(claude.project, dict.fromkeys(SHAPES, "fail"))

    (whole, compacted), _ = claude.talk(
        ["Hello.", SUMMARY], "a prompt", ("/compact", "--continue")
    )

    assert [failure.split()[0] for failure in whole.failures] == [
        "SessionStart",
        "UserPromptSubmit",
        "Stop",
        "SessionEnd",
    ]
    assert {failure.split()[0] for failure in compacted.failures} == {
        "SessionStart",
        "SubagentStop",
        "PreCompact",
        "PostCompact",
        "SessionEnd",
    }
    assert all("a failure that is meant" in f for f in whole.failures + compacted.failures)


def test_sessions_and_hooks_need_no_network_but_loopback(
    claude: Claude,
) -> None:
    if not claude.network.isolated:
        pytest.skip("this machine allows no network namespace (unshare, nsenter)")
    recording = recording_hook.wire(claude.project, {})

    (transcript,), _ = claude.talk(["Hello."], "a prompt")

    assert transcript.answer == "Hello."
    assert [seen["interfaces"] for seen in recording.seen] == [["lo"]] * 4


def test_a_turn_more_than_the_script_holds_ends_the_run_and_fails_the_test(
    claude: Claude,
) -> None:
    recording_hook.wire(claude.project, {"Stop": {"decision": "block", "reason": "once more"}})

    with pytest.raises(AssertionError, match="request 2 to the model; the test allows 1"):
        claude.talk(["Only this."], "a prompt")


def test_a_run_that_takes_too_long_is_ended_with_its_tools_and_says_what_it_printed(
    claude: Claude,
) -> None:
    slow = messages_api.ToolUse(name="Bash", input={"command": "echo $$ > pid; exec sleep 600"})

    def has_begun() -> bool:
        return (claude.project / "pid").exists()

    with (
        messages_api.serve([slow], claude.network) as server,
        pytest.raises(TimeoutError, match=r"too long(?s:.*)tool_use"),
    ):
        claude_code.run(
            "go", claude.project, claude.home, server, "--allowedTools", "Bash", until=has_begun
        )

    assert not _runs(int((claude.project / "pid").read_text("utf-8")))


def _runs(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
