"""Serve the memory to any agent that speaks MCP, on standard input and output."""

from __future__ import annotations

from memory_store import model, place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Serve until standard input ends.

    Raises:
        UsageError: the package that it needs is not installed.
    """
    del arguments
    try:
        from memory_store.commands import mcp_tools
    except ImportError as error:
        raise place.not_installed("the MCP server", "mcp", error) from error
    mcp_tools.server(where.directory).run()
    return model.Answer({"status": "closed"}, "")
