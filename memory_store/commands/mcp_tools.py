"""The tools of the MCP server; each runs the command of its name.

So trust, redaction and scopes are those of the commands.
"""

from __future__ import annotations

import inspect
import os
import uuid
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeVar

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

    from memory_store.cli import flags

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


class _Row(NamedTuple):
    """A tool: its command, its words, and those of the command's flags that it takes."""

    name: str
    command: str
    words: str
    takes: tuple[str, ...]
    gives: type[Result]
    does: ToolAnnotations


_ROWS = (
    _Row(
        "memory_search",
        "search",
        "Find what earlier sessions learnt, by words and by meaning.",
        ("query", "limit"),
        Found,
        _READS,
    ),
    _Row(
        "memory_get",
        "get",
        "One record by its id, or lines of a file of the memory: MEMORY.md:3-9.",
        ("what",),
        Result,
        _READS,
    ),
    _Row(
        "memory_list",
        "list",
        "The newest facts: what stands, and what waits for the user to confirm it.",
        ("standing", "candidates", "all", "limit"),
        Listed,
        _READS,
    ),
    _Row(
        "memory_save",
        "save-fact",
        "Save one fact that will still hold next week, in one sentence.",
        ("content", "type", "supersedes"),
        Saved,
        _WRITES,
    ),
    _Row(
        "memory_forget",
        "forget",
        "Remove it for good. Shows what would go; yes is the user's to say.",
        ("what", "yes"),
        Result,
        _REMOVES,
    ),
)
_TELLING = ("type", "supersedes")
"""The arguments whose help a model needs; the others' names say it."""


def server(directory: str) -> MCPServer[Any]:
    """The server for the memory of the project in `directory`."""
    session = f"mcp-{uuid.uuid4()}"  # what it saves is the agent's, of one session
    served: MCPServer[Any] = MCPServer(
        "memory-store",
        instructions=INSTRUCTIONS,
        version=__version__,
        log_level="ERROR",
        tools=[_tool(one, directory, session) for one in _ROWS],
    )

    @served.resource("memory://core", title="MEMORY.md", mime_type="text/markdown")
    def core() -> str:
        """Core memory: the user's MEMORY.md, then the project's."""
        stores = _outcome(lambda: terminal.stores_of(_place(directory), None))
        return "\n\n".join(filter(None, (_core(one) for one in reversed(stores))))

    return served


def _tool(row: _Row, directory: str, session: str) -> Tool:
    """A tool whose arguments are flags of its command, by their names, types and defaults.

    Without the titles that pydantic gives: a model pays for each word.
    """
    flags_ = table.rows()[row.command].flags
    taken = [one for name in row.takes for one in flags_ if one.field == name]

    def work(**values: object) -> Result:
        words = [f"--session={session}"] if row.command == "save-fact" else []
        words += _words(taken, values)
        return row.gives(**_outcome(lambda: _answered(row.command, words, _place(directory))))

    work.__name__, work.__doc__ = row.name, row.words
    parameters = [_parameter(one) for one in taken]
    vars(work)["__signature__"] = inspect.Signature(parameters, return_annotation=row.gives)
    tool = Tool.from_function(work, annotations=row.does, structured_output=True)
    tool.parameters = _untitled(tool.parameters)
    return tool


def _parameter(flag: flags.Flag) -> inspect.Parameter:
    kind: Any = bool if flag.is_switch else flag.how.get("type", str)
    if choices := flag.how.get("choices"):
        kind = Literal[tuple(choices)]
    default = inspect.Parameter.empty if flag.is_required else flag.default()
    if default is None:
        kind = kind | None
    if flag.field in _TELLING:
        kind = Annotated[kind, Field(description=flag.help["en"])]
    how = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(flag.field, how, default=default, annotation=kind)


def _words(taken: list[flags.Flag], values: dict[str, object]) -> list[str]:
    """The arguments as a command line has them; a dash alone is no standard input here."""
    words, bare = list[str](), list[str]()
    for flag in taken:
        value = values[flag.field]
        if flag.is_word:
            bare.append(str(value))
        elif flag.is_switch:
            words += [flag.names[0]] if value else []
        elif value not in (None, flag.default()):
            words.append(f"{flag.names[0]}={' -' if value == '-' else value}")
    return [*words, "--", *bare] if bare else words


def _answered(command: str, words: list[str], where: place.Place) -> dict[str, Any]:
    """The answer of a command as JSON; a list leaves the numbers of the person's list alone."""
    if command != "list":
        return dispatch.call(command, words, where).record
    values = dispatch.read(table.rows()[command], words)
    listed, more = chosen_facts.newest(table.Call(values, where), values.limit)
    facts = [{**one.record, "tier": one.tier, "scope": one.store.scope} for one in listed]
    return {"facts": facts, "more": more}


def _untitled(schema: dict[str, Any]) -> dict[str, Any]:
    named = schema.get("properties", {})
    bare = {name: value for name, value in schema.items() if name not in ("title", "properties")}
    properties = {name: _untitled(value) for name, value in named.items()}
    return {**bare, "properties": properties} if named else bare


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
