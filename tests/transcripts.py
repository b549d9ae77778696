"""Transcripts as hosts write them, line by line, for tests that need one of their own.

The shapes are those recorded in tests/payloads; must not know how they are read.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memory_store import clock
from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout

SESSION = "8ad298cf-d01a-47d9-bb37-ad006292bc15"


class Claude:
    """A transcript of Claude Code that grows as a session does."""

    def __init__(
        self, session: str = SESSION, *, ago: float = 600, project: object = "/w"
    ) -> None:
        self.session = session
        self.project = str(project)
        self.lines: list[given.Record] = []
        self._is_live = ago == 0
        self._moment = clock.now() - ago
        self._key = ""
        self._message = ""

    def add(self, kind: str, **fields: Any) -> Claude:
        """A line of any type: a second later than the one before; of now, with `ago` 0."""
        self._moment = clock.now() if self._is_live else self._moment + 1
        self.lines.append(
            {
                "parentUuid": self.lines[-1]["uuid"] if self.lines else None,
                "isSidechain": False,
                "type": kind,
                "uuid": str(uuid.UUID(int=len(self.lines) + 1)),
                "timestamp": clock.stamp(self._moment),
                "userType": "external",
                "cwd": "/w",
                "sessionId": self.session,
                "version": "2.1.330",
                **fields,
            }
        )
        return self

    def ask(self, text: object, key: str = "", **fields: Any) -> Claude:
        """A prompt; a list stands for blocks."""
        self._key = key or f"prompt-{len(self.lines)}"
        self._message = ""
        message = {"role": "user", "content": text}
        return self.add("user", promptId=self._key, message=message, **fields)

    def think(self, text: str) -> Claude:
        """A block of thinking of the message that follows."""
        return self._block({"type": "thinking", "thinking": text, "signature": "c2ln"})

    def say(self, text: str, *, more: bool = False, **fields: Any) -> Claude:
        """A block of visible text; with `more`, of the message before."""
        self._message = self._message if more else ""
        return self._block({"type": "text", "text": text}, **fields)

    def use(self, output: str) -> Claude:
        """A tool's use and its result."""
        return self.call("Bash", {"command": "x"}, output)

    def call(
        self, name: str, given_: given.Record, output: str, *, failed: bool = False
    ) -> Claude:
        """The call of a tool, and what came of it."""
        self._block({"type": "tool_use", "id": "toolu_1", "name": name, "input": given_})
        result: given.Record = {"type": "tool_result", "tool_use_id": "toolu_1", "content": output}
        result |= {"is_error": True} if failed else {}
        self._message = ""
        return self.add(
            "user",
            promptId=self._key,
            message={"role": "user", "content": [result]},
            toolUseResult={"stdout": output},
        )

    def _block(self, block: given.Record, **fields: Any) -> Claude:
        self._message = self._message or f"msg_{len(self.lines)}"
        message = {"id": self._message, "role": "assistant", "model": "claude-opus-5-5"}
        content = {"content": [block], "stop_reason": "tool_use"}
        return self.add("assistant", message={**message, **content}, requestRef="r-1", **fields)

    def moment(self, line: int) -> str:
        """The time of a line."""
        return str(self.lines[line]["timestamp"])

    def content(self) -> bytes:
        """The file's content."""
        lines = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in self.lines]
        return "".join(f"{line}\n" for line in lines).encode()

    def path(self) -> Path:
        """Where Claude Code keeps it."""
        named = "".join(one if one.isascii() and one.isalnum() else "-" for one in self.project)
        return Path(os.environ["HOME"], ".claude", "projects", named, f"{self.session}.jsonl")

    def write(self, instead: bytes | None = None, *, quiet: bool = True) -> Path:
        """Write the file, or something in its place; `quiet`: ten minutes ago."""
        return put(self.path(), self.content() if instead is None else instead, quiet=quiet)


class Cursor:
    """A transcript of Cursor, rewritten whole each time."""

    def __init__(self, session: str = "c-1", *, project: object = "/w") -> None:
        self.session = session
        self.project = str(project)
        self.lines: list[given.Record] = []

    def ask(self, text: str) -> Cursor:
        """A prompt, wrapped as Cursor does."""
        wrapped = f"<timestamp>Saturday, Nov 21</timestamp>\n<user_query>\n{text}\n</user_query>"
        return self._add("user", {"type": "text", "text": wrapped})

    def say(self, text: str, reasoning: str = "") -> Cursor:
        """An answer, and the reasoning that Cursor joins to it."""
        joined = f"{text}\n\n{reasoning}" if reasoning else text
        use = {"type": "tool_use", "name": "Shell", "input": {"command": "secret command"}}
        return self._add("assistant", {"type": "text", "text": joined}, use)

    def use(self, name: str, given_: given.Record) -> Cursor:
        """The call of a tool."""
        return self._add("assistant", {"type": "tool_use", "name": name, "input": given_})

    def end(self, status: str = "success") -> Cursor:
        """The end of a turn."""
        self.lines.append({"type": "turn_ended", "status": status})
        return self

    def _add(self, role: str, *content: given.Record) -> Cursor:
        self.lines.append({"role": role, "message": {"content": list(content)}})
        return self

    def content(self) -> bytes:
        """The file's content, which has no newline at its end."""
        return "\n".join(json.dumps(one, ensure_ascii=False) for one in self.lines).encode()

    def path(self) -> Path:
        """Where Cursor keeps it."""
        words = "".join(
            one if one.isascii() and one.isalnum() else " " for one in self.project
        ).split()
        above = Path(os.environ["HOME"], ".cursor", "projects", "-".join(words))
        return above / "agent-transcripts" / self.session / f"{self.session}.jsonl"

    def write(self, instead: bytes | None = None, *, quiet: bool = True) -> Path:
        """Write the file, or something in its place; `quiet`: ten minutes ago."""
        return put(self.path(), self.content() if instead is None else instead, quiet=quiet)


def started(
    store: layout.Store, session: str, host: str = "claude", *, ago: float = 700, path: object = ""
) -> None:
    """What the first hook of a session noted, whose transcript is at `path`."""
    given.event(
        store, "session_start", session, ago=ago, host=host, source="startup", transcript=str(path)
    )


def put(path: Path, content: bytes, *, quiet: bool = True) -> Path:
    """A file of a host, changed ten minutes ago or just now."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    if quiet:
        then = clock.now() - 600
        os.utime(path, (then, then))
    return path


def local_day(stamp: str) -> str:
    """The local day of a time as files write it."""
    moment = dt.datetime.fromisoformat(stamp)
    return moment.astimezone().date().isoformat()
