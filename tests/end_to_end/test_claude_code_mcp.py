"""The real Claude Code calls the tools of `memory-store mcp`."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from memory_store.store import layout
from tests import given
from tests.end_to_end import claude_code, messages_api

if TYPE_CHECKING:
    from pathlib import Path

    from tests.end_to_end import private_network


def test_a_tool_of_ours_saves_and_another_finds_it(
    wired: Path, claude_home: Path, network: private_network.Network
) -> None:
    store = layout.project_store(str(wired))
    server = {"command": sys.executable, "args": ["-I", "-m", "memory_store", "mcp"]}
    config = json.dumps({"mcpServers": {"memory-store": server}})
    save = messages_api.ToolUse(
        "mcp__memory-store__memory_save", {"content": "The gateway listens on port 8123"}
    )
    search = messages_api.ToolUse("mcp__memory-store__memory_search", {"query": "gateway port"})

    with messages_api.serve([save, search, "It is 8123."], network) as model:
        ran = claude_code.run(
            "Save the port, then look it up.",
            wired,
            claude_home,
            model,
            *("--mcp-config", config, "--allowedTools", "mcp__memory-store"),
            seconds=60,
            environment={"MEMORY_STORE_EMBEDDER": "none"},  # a new home has no weights mapped yet
        )

    assert ran.answer == "It is 8123."
    assert [one["content"] for one in given.living(store)] == ["The gateway listens on port 8123"]
    assert "8123" in model.requests[2].text
