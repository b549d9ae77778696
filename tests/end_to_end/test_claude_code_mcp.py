"""The real Claude Code calls the tools of `memory-store mcp`."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from memory_store.store import layout
from tests import given
from tests.end_to_end import messages_api

if TYPE_CHECKING:
    from pathlib import Path

    from tests.end_to_end.conftest import Claude


@pytest.mark.long
def test_a_tool_of_ours_saves_and_another_finds_it(claude: Claude, wired: Path) -> None:
    store = layout.project_store(str(wired))
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
