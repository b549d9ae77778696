"""A hook that records what Claude Code gives it, and answers from a table.

It must not know anything of memory: it shows what the host does, for the harness's own tests.
"""

from __future__ import annotations

import json
import shlex
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

RECORDER = """\
import json, os, socket, sys
payload = json.loads(sys.stdin.buffer.read())
interfaces = [name for _, name in socket.if_nameindex()]
variant = payload.get("source") or payload.get("trigger")
name = " ".join(filter(None, (payload["hook_event_name"], variant)))
with open(sys.argv[1], "a", encoding="utf-8") as record:
    seen = {"name": name, "payload": payload, "interfaces": interfaces}
    seen["environment"] = dict(os.environ)
    record.write(json.dumps(seen) + "\\n")
answer = json.loads(sys.argv[2]).get(name)
if answer == "fail":
    sys.exit("a failure that is meant")
if answer and not payload.get("stop_hook_active"):
    print(json.dumps(answer))
"""
EVENTS = ("SessionStart", "UserPromptSubmit", "Stop", "SubagentStart", "SubagentStop")
EVENTS_UNTOLD = ("PreCompact", "PostCompact", "SessionEnd")  # of which the stream says nothing


class Recording(NamedTuple):
    """Where the recording hook writes."""

    path: Path

    @property
    def seen(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.path.read_text("utf-8").splitlines()]

    @property
    def payloads(self) -> list[dict[str, Any]]:
        return [entry["payload"] for entry in self.seen]

    @property
    def names(self) -> list[str]:
        return [entry["name"] for entry in self.seen]


def adding(event: str, text: str) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}


def wire(project: Path, answers: dict[str, Any]) -> Recording:
    """Puts the recording hook on every event of `project`.

    Args:
        project: its settings and, beside it, the script and the record are written.
        answers: what to print for an event ("Stop", "SessionStart compact"), or "fail".
    """
    script, record = project.parent / "a recorder.py", project.parent / "record.jsonl"
    script.write_text(RECORDER, encoding="utf-8")
    words = [sys.executable, "-I", "-S", str(script), str(record), json.dumps(answers)]
    hook = {"type": "command", "command": shlex.join(words), "timeout": 10}
    hooks = {event: [{"hooks": [hook]}] for event in (*EVENTS, *EVENTS_UNTOLD)}
    (project / ".claude").mkdir()
    settings = json.dumps({"hooks": hooks})
    (project / ".claude" / "settings.json").write_text(settings, encoding="utf-8")
    return Recording(path=record)
