"""The MCP server: five tools that are commands, with their trust, redaction and scopes."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from memory_store.cli import table
from memory_store.commands import mcp_tools
from memory_store.journal import stored
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


TOOLS = ["memory_forget", "memory_get", "memory_list", "memory_save", "memory_search"]
MOST_BYTES = 1_500


def ask(store: layout.Store, work: Callable[[Client], Awaitable[Any]]) -> Any:
    """What a client in this process gets of the server for a store's project."""

    async def asking() -> Any:
        async with Client(mcp_tools.server(store.project)) as client:
            return await work(client)

    return asyncio.run(asking())


def call(store: layout.Store, tool: str, **arguments: object) -> dict[str, Any]:
    """A tool's structured answer."""
    answer = ask(store, lambda client: client.call_tool(tool, arguments))
    assert not answer.is_error, answer.content
    found: dict[str, Any] = answer.structured_content
    return found


def fault(store: layout.Store, tool: str, **arguments: object) -> str:
    """How a tool says that it did not work."""
    answer = ask(store, lambda client: client.call_tool(tool, arguments))
    assert answer.is_error
    return str(answer.content[0].text)


def test_what_an_agent_saves_it_finds_lists_reads_and_forgets(store: layout.Store) -> None:
    saved = call(store, "memory_save", content="billing uses Postgres 16")

    assert (
        call(store, "memory_search", query="账单用什么数据库")["results"][0]["id"] == saved["id"]
    )
    assert call(store, "memory_list")["facts"][0]["content"] == "billing uses Postgres 16"
    assert call(store, "memory_get", what=saved["id"])["content"] == "billing uses Postgres 16"
    call(store, "memory_forget", what=saved["id"])  # a preview
    assert given.living(store)
    call(store, "memory_forget", what=saved["id"], yes=True)
    assert given.living(store) == []


def test_each_argument_has_the_name_and_the_default_of_a_flag_of_the_command(
    store: layout.Store,
) -> None:
    tools = ask(store, lambda client: client.list_tools()).tools
    commands = {"memory_save": "save-fact"}
    rows = {
        one.name: table.rows()[commands.get(one.name, one.name.removeprefix("memory_"))]
        for one in tools
    }

    for tool in tools:
        flags = {flag.field: flag for flag in rows[tool.name].flags}
        for name, schema in tool.input_schema["properties"].items():
            assert schema.get("default") == (flags[name].default() or schema.get("default"))
            assert (name in tool.input_schema.get("required", ())) == flags[name].is_required


def test_a_dash_is_a_text_and_no_standard_input(store: layout.Store) -> None:
    assert call(store, "memory_save", content="-")["status"] == "saved"


def test_what_it_saves_is_the_agents_and_holds_no_secret(store: layout.Store) -> None:
    key = "ghp_" + "a1B2" * 9
    refused = fault(store, "memory_save", content=f"the key is {key}", type="O")
    call(store, "memory_save", content=f"the API is at https://bot:{key}@acme.test/", type="O")

    assert "not kept: it looks like a secret" in refused
    (one,) = given.living(store)
    assert one.source["via"] == "agent"
    assert key not in Path(store.path, layout.FACTS).read_text("utf-8")


def test_candidates_are_listed_apart_and_no_number_of_the_persons_list_changes(
    store: layout.Store,
) -> None:
    given.fact(store, "the CLI is slow", status=stored.CANDIDATE, source={"via": "capture"})
    for at in range(3):
        given.fact(store, f"fact number {at}")

    assert len(call(store, "memory_list", candidates=True)["facts"]) == 1
    some = call(store, "memory_list", standing=True, limit=2)
    assert (len(some["facts"]), some["more"]) == (2, 1)
    assert not Path(layout.cache_directory(store), "listed.json").exists()


def test_core_memory_is_a_resource(store: layout.Store) -> None:
    Path(store.path, layout.CORE).write_text("# Memory\n\n- never push to main\n", "utf-8")

    answer = ask(store, lambda client: client.read_resource("memory://core"))

    assert "never push to main" in answer.contents[0].text


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("memory_save", {"content": " "}, "the content is empty"),
        ("memory_search", {"query": ""}, "the query is empty"),
        ("memory_save", {"content": "x", "supersedes": "f_none"}, "f_none"),
        ("memory_search", {"query": "x", "limit": 0}, "limit"),
    ],
)
def test_a_mistake_is_told_and_changes_nothing(
    store: layout.Store, tool: str, arguments: dict[str, object], told: str
) -> None:
    assert told in fault(store, tool, **arguments)
    assert given.living(store) == []


def test_a_memory_that_is_switched_off_answers_nothing(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    given.fact(store, "billing uses Postgres 16")
    monkeypatch.setenv("MEMORY_STORE_DISABLE", "1")

    assert "switched off" in fault(store, "memory_search", query="billing")


@pytest.mark.parametrize(
    ("tool", "arguments"), [("memory_save", {"content": "we use pnpm"}), ("memory_list", {})]
)
def test_a_project_that_was_moved_away_is_not_made_again(
    store: layout.Store, tool: str, arguments: dict[str, object]
) -> None:
    here = Path(store.project)
    here.rename(moved := here.with_name("moved"))

    assert "the project is gone" in fault(store, tool, **arguments)
    assert not here.exists()
    moved.rename(here)
    assert call(store, tool, **arguments)  # the control


def test_five_tools_whose_definitions_are_short_and_which_say_what_they_do(
    store: layout.Store,
) -> None:
    tools = ask(store, lambda client: client.list_tools()).tools

    sent = [
        {"name": one.name, "description": one.description, "input_schema": one.input_schema}
        for one in tools
    ]
    assert sorted(one.name for one in tools) == TOOLS
    assert len(json.dumps(sent, ensure_ascii=False, separators=(",", ":"))) <= MOST_BYTES
    reading = {one.name for one in tools if one.annotations and one.annotations.read_only_hint}
    assert reading == {"memory_search", "memory_get", "memory_list"}
    assert all(one.output_schema for one in tools)


@pytest.mark.long
def test_it_serves_over_standard_input_and_output(store: layout.Store) -> None:
    given.fact(store, "billing uses Postgres 16")
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "memory_store", "mcp", "--project", store.project],
        env=dict(os.environ),
    )

    async def asking() -> Any:
        async with Client(stdio_client(server)) as client:
            return await client.call_tool("memory_search", {"query": "billing"})

    answer = asyncio.run(asking())

    assert answer.structured_content["results"][0]["text"] == "billing uses Postgres 16"
