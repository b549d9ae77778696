"""The tools that an agent called, as hosts' transcripts tell them: files, commands, results.

Claude Code and Cursor write the same blocks, Cursor without results. Pure, and total: no content
raises. Must not judge what a call was for.
"""

from __future__ import annotations

from memory_store import clock
from memory_store.hosts import turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.codec import Record


_MARKS = (b'"tool_use"', b'"tool_result"')
_WRITING = ("write", "edit", "replace", "create")
_PATHS = ("file_path", "path", "target_file", "notebook_path", "relative_workspace_path")
_OUTPUT_CHARS = 4_000


class Call:
    """One call of a tool.

    Attributes:
        path: the file that it wrote; "" where it wrote none.
        command: the command line that it ran; "" where it ran none.
        output: what came of it, its beginning.
        failed: whether the host says that it failed; None where it tells no result.
        moment: when it was called, seconds since 1970; None where the host doesn't say.
    """

    __slots__ = ("command", "failed", "moment", "output", "path")

    def __init__(self, path: str, command: str, moment: float | None) -> None:
        self.path = path
        self.command = command
        self.output = ""
        self.failed: bool | None = None
        self.moment = moment


def read(content: bytes) -> list[Call]:
    """The calls in a transcript's bytes that wrote a file or ran a command, in their order."""
    found: list[Call] = []
    waiting: dict[object, Call] = {}
    for _, line in turns.lines(content):
        if not any(mark in line for mark in _MARKS):
            continue
        record = turns.record_of(line)
        moment = clock.parse(record.get("timestamp"))
        for block in _blocks(record):
            if block.get("type") == "tool_use":
                call = _call(block, moment)
                if call.path or call.command:
                    found.append(call)
                    waiting[block.get("id")] = call
            elif (called := waiting.pop(block.get("tool_use_id"), None)) is not None:
                called.failed = block.get("is_error") is True
                called.output = "\n".join(turns.blocks(block.get("content")))[:_OUTPUT_CHARS]
    return found


def count(content: bytes) -> int:
    """How many tools were called, without parsing a line."""
    return content.count(b'"type":"tool_use"') + content.count(b'"type": "tool_use"')


def _blocks(record: Record) -> Iterator[Record]:
    content = turns.inner(record, "message").get("content")
    blocks = content if isinstance(content, list) else []
    return (one for one in blocks if isinstance(one, dict))


def _call(block: Record, moment: float | None) -> Call:
    given = turns.inner(block, "input")
    name, command = str(block.get("name")).lower(), given.get("command")
    paths = (given.get(one) for one in _PATHS) if any(map(name.count, _WRITING)) else ()
    path = next((one for one in paths if isinstance(one, str) and one), "")
    return Call(path, command if isinstance(command, str) and not path else "", moment)
