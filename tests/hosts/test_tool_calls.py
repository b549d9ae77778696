"""Tool calls by hosts' transcripts: the file or the command, and what came of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_store.hosts import tool_calls

Record = dict[str, Any]


def claude(*blocks: Record) -> bytes:
    lines = [{"type": "x", "message": {"content": [block]}} for block in blocks]
    return "".join(json.dumps(one) + "\n" for one in lines).encode()


def codex(*payloads: Record) -> bytes:
    lines = [{"type": "response_item", "payload": one} for one in payloads]
    return "".join(json.dumps(one) + "\n" for one in lines).encode()


def shell(command: object, call: str = "c1") -> Record:
    arguments = json.dumps({"command": command, "workdir": "/w"})
    return {
        "type": "function_call",
        "name": "shell_command",
        "arguments": arguments,
        "call_id": call,
    }


def told(content: bytes) -> list[tuple[str, str, object]]:
    return [(one.path, one.command, one.failed) for one in tool_calls.read(content)]


def test_claude_codes_blocks_are_files_and_commands_with_their_results() -> None:
    content = claude(
        {"type": "tool_use", "id": "a", "name": "Write", "input": {"file_path": "/w/a.py"}},
        {"type": "tool_use", "id": "b", "name": "Bash", "input": {"command": "pytest"}},
        {"type": "tool_result", "tool_use_id": "b", "is_error": True, "content": "1 failed"},
        {"type": "tool_use", "id": "c", "name": "Read", "input": {"file_path": "/w/b.py"}},
    )

    assert told(content) == [("/w/a.py", "", None), ("", "pytest", True)]
    assert tool_calls.count(content) == 3


@pytest.mark.parametrize("command", ["npm test", ["bash", "-lc", "npm test"]])
@pytest.mark.parametrize(
    ("output", "failed"),
    [
        ("Exit code: 0\nWall time: 0 seconds\nOutput:\nok", False),
        ("Exit code: 1\nWall time: 2 seconds\nOutput:\nno", True),
        (json.dumps({"output": "ok", "metadata": {"exit_code": 0}}), False),
        (json.dumps({"output": "no", "metadata": {"exit_code": 2}}), True),
        ("aborted by user", True),
    ],
)
def test_codexs_functions_are_commands_with_their_status(
    command: object, output: str, failed: object
) -> None:
    result = {"type": "function_call_output", "call_id": "c1", "output": output}

    assert told(codex(shell(command), result)) == [("", "npm test", failed)]


def test_a_patch_of_codex_names_each_file_that_it_wrote() -> None:
    patch = (
        "*** Begin Patch\n*** Add File: a.md\n+x\n*** Update File: b/c.py\n-*** y\n*** End Patch"
    )
    made = {"type": "custom_tool_call", "name": "apply_patch", "input": patch, "call_id": "p"}
    result = {
        "type": "custom_tool_call_output",
        "call_id": "p",
        "output": json.dumps({"metadata": {"exit_code": 0}}),
    }

    assert told(codex(made, result)) == [("a.md", "", False), ("b/c.py", "", False)]
    assert tool_calls.count(codex(made, shell("ls"))) == 2


def test_what_runs_no_command_is_no_call() -> None:
    plan = {"type": "function_call", "name": "update_plan", "arguments": "{}", "call_id": "x"}
    odd = [
        shell(5),
        {**plan, "arguments": "{"},
        {**plan, "arguments": 7},
        {"type": "function_call"},
    ]

    assert told(codex(plan, *odd)) == []


VALUES = (
    st.none() | st.integers() | st.text(max_size=8) | st.lists(st.text(max_size=4), max_size=2)
)
BLOCKS = st.dictionaries(
    st.sampled_from(
        ["type", "id", "tool_use_id", "name", "input", "content", "call_id", "output", "arguments"]
    ),
    st.sampled_from(
        ["tool_use", "tool_result", "function_call", "function_call_output", "custom_tool_call"]
    )
    | VALUES,
)


@given(st.lists(BLOCKS, max_size=4))
def test_no_content_raises(blocks: list[Record]) -> None:
    tool_calls.read(claude(*blocks) + codex(*blocks))
