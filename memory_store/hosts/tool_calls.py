"""Reads tool calls from transcripts: files written, commands, results.

Claude Code and Cursor write the same blocks, Cursor without results; Codex calls functions. Pure.
Must not raise for any content, or judge the purpose of a call.
"""

from __future__ import annotations

from memory_store import clock, codec, model
from memory_store.hosts import turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.codec import Record


_MARKS = (b'"tool_use"', b'"tool_result"', b"function_call", b"tool_call", b"<user_query>")
_CODEX_CALLS = ("function_call", "custom_tool_call")
_PATCHED = ("*** Add File: ", "*** Update File: ", "*** Delete File: ")
_EXIT = "Exit code: "
_WRITING = ("write", "edit", "replace", "create")
_PATHS = ("file_path", "path", "target_file", "notebook_path", "relative_workspace_path")
_OUTPUT_CHARS = 4_000


class Call(model.Value):
    """A call of a tool.

    Attributes:
        path: the file that it wrote; "" where it wrote none.
        command: the command line that it ran; "" where it ran none.
        output: what came of it, its beginning.
        failed: whether the host says that it failed; None where it tells no result.
        moment: when it was called, seconds since 1970; None where the host doesn't say.
        asked: what stood in the line before it that a person wrote, where the host tells no
            times; as the host wrote it.
    """

    path: str
    command: str
    moment: float | None
    output: str = ""
    failed: bool | None = None
    asked: str = ""


def read(content: bytes) -> list[Call]:
    """The calls in a transcript's bytes that wrote a file or ran a command, in their order."""
    calls: list[Call] = []
    unanswered: dict[str, list[Call]] = {}
    asked = ""
    for _, line in turns.lines(content):
        record = turns.record_of(line) if any(mark in line for mark in _MARKS) else {}
        if record.get("role") == "user":  # Cursor's
            asked = "\n".join(turns.blocks(turns.inner(record, "message").get("content")))
        before = len(calls)
        for part in _parts(record):
            kind, moment = part.get("type"), clock.parse(record.get("timestamp"))
            if kind == "tool_use":
                calls += _waiting(unanswered, part.get("id"), _call(part, moment))
            elif kind in _CODEX_CALLS:
                calls += _waiting(unanswered, part.get("call_id"), _codex_call(part, moment))
            elif "call_id" in part:
                output = str(part.get("output"))
                failed = _codex_status(output) != 0
                _answer(unanswered, part.get("call_id"), output, failed=failed)
            elif "tool_use_id" in part:
                output = "\n".join(turns.blocks(part.get("content")))
                failed = part.get("is_error") is True
                _answer(unanswered, part.get("tool_use_id"), output, failed=failed)
        for call in calls[before:]:
            call.asked = asked
    return calls


def count(content: bytes) -> int:
    """How many tools were called, without parsing a line."""
    names = ("tool_use", *_CODEX_CALLS)
    return sum(
        content.count(f'"type":{gap}"{name}"'.encode()) for name in names for gap in ("", " ")
    )


def _parts(record: Record) -> list[Record]:
    """The blocks of a message, or Codex's payload."""
    content = turns.inner(record, "message").get("content")
    blocks = content if isinstance(content, list) else []
    return [*(one for one in blocks if isinstance(one, dict)), turns.inner(record, "payload")]


def _waiting(unanswered: dict[str, list[Call]], identity: object, calls: list[Call]) -> list[Call]:
    unanswered[str(identity)] = calls
    return calls


def _answer(
    unanswered: dict[str, list[Call]], identity: object, output: str, *, failed: bool
) -> None:
    for call in unanswered.pop(str(identity), ()):
        call.failed = failed
        call.output = _beginning(output)


def _beginning(output: str) -> str:
    """The first lines of an output, whole: a secret that is cut is not known any more."""
    if len(output) <= _OUTPUT_CHARS:
        return output
    return output[:_OUTPUT_CHARS].rpartition("\n")[0]


def _call(block: Record, moment: float | None) -> list[Call]:
    given = turns.inner(block, "input")
    name, command = str(block.get("name")).lower(), given.get("command")
    paths = (given.get(one) for one in _PATHS) if any(map(name.count, _WRITING)) else ()
    path = next((one for one in paths if isinstance(one, str) and one), "")
    if path:
        return [Call(path, "", moment)]
    return [Call("", command, moment)] if isinstance(command, str) and command else []


def _codex_call(payload: Record, moment: float | None) -> list[Call]:
    """The files of a patch, or the command of a shell function."""
    patch = payload.get("input")
    if isinstance(patch, str):
        named = [line.strip() for line in patch.split("\n") if line.startswith(_PATCHED)]
        return [Call(line.partition(": ")[2], "", moment) for line in named]
    try:
        given = codec.parse(str(payload.get("arguments")))
    except ValueError:
        return []
    command = (given.get("command") or given.get("cmd")) if isinstance(given, dict) else None
    words = codec.texts(command)  # `bash -lc COMMAND`, in older versions
    line = words[-1] if words else command
    return [Call("", line, moment)] if isinstance(line, str) and line else []


def _codex_status(output: str) -> int | None:
    """The exit status in Codex's output of a command; None without one."""
    if output.startswith(_EXIT):
        try:
            return int(output[len(_EXIT) :].partition("\n")[0])
        except ValueError:  # any tool's output may begin so, a web page's too
            return None
    try:
        noted = codec.parse(output)
    except ValueError:
        return None
    status = turns.inner(noted, "metadata").get("exit_code") if isinstance(noted, dict) else None
    return status if isinstance(status, int) else None
