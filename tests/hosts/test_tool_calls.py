"""Tool calls by hosts' transcripts: the file or the command, and what came of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_store.hosts import tool_calls

Record = dict[str, Any]
ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("tool_calls.jsonl").read_text("utf-8").splitlines()
]


def content(lines: list[Record]) -> bytes:
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["calls"]))
def test_a_call_is_the_file_or_the_command_and_whether_it_failed(row: Record) -> None:
    """Of Claude Code's blocks, Codex's functions and patches, and what runs no command."""
    calls = [[one.path, one.command, one.failed] for one in tool_calls.read(content(row["lines"]))]

    assert calls == row["calls"]
    assert tool_calls.count(content(row["lines"])) == row["count"]


TYPES = ["tool_use", "tool_result", "function_call", "function_call_output", "custom_tool_call"]
FIELDS = "type id tool_use_id name input content call_id output arguments".split()
VALUES = st.none() | st.integers() | st.text(max_size=8) | st.lists(st.text(max_size=4))
BLOCKS = st.dictionaries(st.sampled_from(FIELDS), st.sampled_from(TYPES) | VALUES)


@pytest.mark.long
@given(st.lists(BLOCKS, max_size=4))
def test_no_content_raises(blocks: list[Record]) -> None:
    lines = [{"type": "x", "message": {"content": [block]}} for block in blocks]
    lines += [{"type": "response_item", "payload": block} for block in blocks]

    tool_calls.read(content(lines))
