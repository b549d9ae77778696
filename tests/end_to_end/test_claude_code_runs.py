"""What a run promises its test: tools run, nothing leaks in or out, and it always ends."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import psutil
import pytest

from tests.end_to_end import claude_binary, claude_code, messages_api, recording_hook

if TYPE_CHECKING:
    from pathlib import Path

    from tests.end_to_end import private_network


def test_a_tool_that_the_script_asks_for_is_run_and_answered(
    claude_project: Path, claude_home: Path, network: private_network.Network
) -> None:
    written = claude_project / "written.txt"
    command = messages_api.ToolUse(name="Bash", input={"command": "echo 记住 > written.txt"})

    with messages_api.serve([command, "Done."], network) as server:
        transcript = claude_code.run(
            "go", claude_project, claude_home, server, "--allowedTools", "Bash"
        )

    assert written.read_text("utf-8") == "记住\n"
    assert transcript.answer == "Done."


def test_hooks_see_the_environment_that_the_test_gave_and_not_the_tests_own(
    claude_project: Path,
    claude_home: Path,
    network: private_network.Network,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OF_THE_TEST_RUN", "1")
    recording = recording_hook.wire(claude_project, {})

    with messages_api.serve(["Hello."], network) as server:
        given = {"GIVEN_TO_THE_RUN": "1"}
        claude_code.run("a prompt", claude_project, claude_home, server, environment=given)

    for seen in recording.seen:
        assert "OF_THE_TEST_RUN" not in seen["environment"]
        assert seen["environment"]["GIVEN_TO_THE_RUN"] == "1"
        assert seen["environment"]["HOME"] == str(claude_home)
        assert seen["environment"]["CLAUDE_PROJECT_DIR"] == str(claude_project)


def test_sessions_and_hooks_need_no_network_but_loopback(
    claude_project: Path, claude_home: Path, network: private_network.Network
) -> None:
    if not network.isolated:
        pytest.skip("this machine allows no network namespace (unshare, nsenter)")
    recording = recording_hook.wire(claude_project, {})

    with messages_api.serve(["Hello."], network) as server:
        transcript = claude_code.run("a prompt", claude_project, claude_home, server)

    assert transcript.answer == "Hello."
    assert [seen["interfaces"] for seen in recording.seen] == [["lo"]] * 4


def test_a_turn_more_than_the_script_holds_ends_the_run_and_fails_the_test(
    claude_project: Path, claude_home: Path, network: private_network.Network
) -> None:
    recording_hook.wire(claude_project, {"Stop": {"decision": "block", "reason": "once more"}})

    with (
        pytest.raises(AssertionError, match="request 2 to the model; the test allows 1"),
        messages_api.serve(["Only this."], network) as server,
    ):
        claude_code.run("a prompt", claude_project, claude_home, server)

    assert len(server.requests) == 2


def test_a_run_that_takes_too_long_is_ended_with_its_tools_and_says_what_it_printed(
    claude_project: Path, claude_home: Path, network: private_network.Network
) -> None:
    slow = messages_api.ToolUse(name="Bash", input={"command": "echo $$ > pid; exec sleep 30"})

    with (
        messages_api.serve([slow], network) as server,
        pytest.raises(TimeoutError, match=r"longer than 4\.0 s(?s:.*)tool_use"),
    ):
        claude_code.run(
            "go", claude_project, claude_home, server, "--allowedTools", "Bash", seconds=4.0
        )

    assert not _runs(int((claude_project / "pid").read_text("utf-8")))


def _runs(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


@pytest.mark.skipif(sys.platform == "win32", reason="there the harness asks for no wheel")
def test_where_the_wheel_cannot_be_had_the_reason_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))

    binary = claude_binary.fetch(tmp_path / "cache")

    assert binary.path is None
    assert binary.reason.startswith("pip download claude-agent-sdk==0.2.187 failed: ERROR: No ")
    assert [path.name for path in (tmp_path / "cache").rglob("*") if path.is_file()] == ["lock"]
