"""The tools of the MCP server; each runs the command of its name.

So trust, redaction and scopes are those of the commands.
"""

from __future__ import annotations

import os
import uuid
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import ToolAnnotations
from pydantic import BaseModel, ConfigDict, Field

from memory_store import __version__, errors, place
from memory_store.cli import dispatch, table, terminal
from memory_store.commands import chosen_facts
from memory_store.journal import read
from memory_store.store import layout
from memory_store.text import encoding, redact

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

INSTRUCTIONS = (
    "Search this memory before you answer about earlier work, decisions, people or preferences; "
    "save what will still hold next week, in the turn in which you say that you noted it."
)
_CORE_BYTES = 65_536
_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_WRITES = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
_REMOVES = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)


class Result(BaseModel):
    """A record as a command gives it; further fields are passed on."""

    model_config = ConfigDict(extra="allow")


class Hit(Result):
    """A search result."""

    id: str
    kind: str
    text: str
    score: float


class Found(Result):
    """The result of a search."""

    results: list[Hit]


class Fact(Result):
    """A fact of the list."""

    id: str
    tier: str
    type: str
    content: str


class Listed(Result):
    """The facts that are wanted, newest first."""

    facts: list[Fact]
    more: int


class Saved(Result):
    """The result of a save."""

    status: str
    id: str


def server(directory: str) -> MCPServer[Any]:
    """The server for the memory of the project in `directory`."""
    session = f"mcp-{uuid.uuid4()}"  # what it saves is the agent's, of one session

    def memory_search(query: str, limit: Annotated[int, Field(ge=1, le=50)] = 6) -> Found:
        """Find what earlier sessions learnt, by words and by meaning."""
        return Found(**_record(directory, "search", f"--limit={limit}", "--", query))

    def memory_get(id: str) -> Result:  # noqa: A002  the name that an agent uses
        """One record by its id, or lines of a file of the memory: MEMORY.md:3-9."""
        return Result(**_record(directory, "get", "--", id))

    def memory_list(
        tier: Literal["standing", "candidates", "all"] = "standing",
        limit: Annotated[int, Field(ge=1, le=200)] = 50,
    ) -> Listed:
        """The newest facts: what stands, or what waits for the user to confirm it."""
        row = table.rows()["list"]
        words = dispatch.read(row, [f"--{tier}"])
        listed, more = _outcome(
            lambda: chosen_facts.newest(table.Call(words, _place(directory)), limit)
        )
        facts = [
            Fact.model_validate({**one.record, "tier": one.tier, "scope": one.store.scope})
            for one in listed
        ]
        return Listed(facts=facts, more=more)

    def memory_save(
        content: Annotated[str, Field(description="one fact, one sentence, a conclusion")],
        type: Annotated[  # noqa: A002  see memory_get
            Literal["W", "B", "O", "S"], Field(description="W fact, B done, O rule, S stage")
        ] = "W",
        supersedes: Annotated[str, Field(description="id of the fact it replaces")] = "",
    ) -> Saved:
        """Save what will still hold next week."""
        words = [f"--content={content}", f"--type={type}", f"--session={session}"]
        words += [f"--supersedes={supersedes}"] if supersedes else []
        return Saved(**_record(directory, "save-fact", *words))

    def memory_forget(
        what: Annotated[str, Field(description="an id, or a text")], *, confirmed: bool = False
    ) -> Result:
        """Remove it for good. Shows what would go, unless confirmed by the user."""
        return Result(
            **_record(directory, "forget", *(["--yes"] if confirmed else []), "--", what)
        )

    served: MCPServer[Any] = MCPServer(
        "memory-store",
        instructions=INSTRUCTIONS,
        version=__version__,
        log_level="ERROR",
        tools=[
            _tool(memory_search, _READS),
            _tool(memory_get, _READS),
            _tool(memory_list, _READS),
            _tool(memory_save, _WRITES),
            _tool(memory_forget, _REMOVES),
        ],
    )

    @served.resource("memory://core", title="MEMORY.md", mime_type="text/markdown")
    def core() -> str:
        """Core memory: the user's MEMORY.md, then the project's."""
        stores = _outcome(lambda: terminal.stores_of(_place(directory), None))
        return "\n\n".join(filter(None, (_core(one) for one in reversed(stores))))

    return served


def _tool(work: Callable[..., object], does: ToolAnnotations) -> Tool:
    """A tool, without the titles that pydantic gives: a model pays for each word."""
    tool = Tool.from_function(work, annotations=does, structured_output=True)
    tool.parameters = _untitled(tool.parameters)
    return tool


def _untitled(schema: dict[str, Any]) -> dict[str, Any]:
    named = schema.get("properties", {})
    bare = {name: value for name, value in schema.items() if name not in ("title", "properties")}
    properties = {name: _untitled(value) for name, value in named.items()}
    return {**bare, "properties": properties} if named else bare


def _record(directory: str, name: str, *words: str) -> dict[str, Any]:
    """The answer of a command as JSON."""
    return _outcome(lambda: dispatch.call(name, list(words), _place(directory))).record


def _place(directory: str) -> place.Place:
    """The place of work as it is now; UsageError where it is gone, or memory is switched off."""
    if not os.path.isdir(directory):  # a save would make the project's directory again
        raise errors.UsageError(
            "the project is gone: {directory}",
            "start the server again where it is now",
            directory=directory,
        )
    where = place.resolve(directory)
    terminal.refuse_if_off(where)
    return where


def _outcome(work: Callable[[], T]) -> T:
    """The result of the work; its failures as an agent is told them."""
    try:
        return work()
    except errors.MemoryStoreError as error:
        raise ToolError(f"{error}. {error.hint}".strip()) from error
    except SystemExit as error:  # argparse, whose words are on standard error
        raise ToolError("the arguments are not understood") from error


def _core(store: layout.Store) -> str:
    try:
        raw = read.text(store, layout.CORE, _CORE_BYTES)
    except OSError:
        return ""
    name = os.path.join(store.path, layout.CORE)
    return f"<!-- {name} -->\n{redact.secrets(encoding.shown(raw))[0]}"
