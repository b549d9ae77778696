"""What a run promises its test: tools run, nothing leaks in or out, and it always ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psutil
import pytest

from tests.end_to_end import claude_code, messages_api, recording_hook

if TYPE_CHECKING:
    from tests.end_to_end.conftest import Claude

pytestmark = pytest.mark.long


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
    slow = messages_api.ToolUse(name="Bash", input={"command": "echo $$ > pid; exec sleep 30"})

    with (
        messages_api.serve([slow], claude.network) as server,
        pytest.raises(TimeoutError, match=r"longer than 4\.0 s(?s:.*)tool_use"),
    ):
        claude_code.run(
            "go", claude.project, claude.home, server, "--allowedTools", "Bash", seconds=4.0
        )

    assert not _runs(int((claude.project / "pid").read_text("utf-8")))


def _runs(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
