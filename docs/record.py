"""Writes docs/transcript.md from a real run: `PYTHONPATH=. python docs/record.py`.

Claude Code's own binary talks to a small mock of its model on loopback; Cursor's part is its
payloads, fed to the hooks exactly as `init` wired them. Nothing is made up: what the hooks printed
and what reached the model is copied from the run.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

from memory_store import codec
from tests.end_to_end import claude_binary, claude_code, messages_api, private_network

_TRANSCRIPT = Path(__file__).parent / "transcript.md"


def main() -> None:
    """Run both parts and write the page."""
    with tempfile.TemporaryDirectory(prefix="memory store ") as scratch:
        root = Path(scratch)
        parts = [_HEAD, *_claude(root / "claude"), *_cursor(root / "cursor")]
        text = re.sub(_broken(root), "/home/dev", "\n".join(parts))
    text = text.replace(sys.executable, "/home/dev/.venv/bin/python")
    text = text.replace(str(Path(__file__).parents[1]), "/home/dev/memory-store")
    _TRANSCRIPT.write_text(text + "\n", encoding="utf-8")


def _broken(path: Path) -> str:
    """A pattern of a path that may be wrapped at its blanks."""
    return r"\s+".join(re.escape(word) for word in str(path).split(" "))


_HEAD = """# A real run

Recorded by `docs/record.py`; paths are shortened, nothing else is changed.
"""


def _claude(root: Path) -> list[str]:
    """Two sessions of the real Claude Code: the second one's model is given what was said."""
    binary = claude_binary.find()
    if binary.path is None:
        sys.exit(f"no Claude Code here: {binary.reason}")
    project, home = root / "shop", root / "home"
    (project / ".git" / "info").mkdir(parents=True)
    claude_code.prepare_home(home, project)
    _run(["init", "--host", "claude", "--project", str(project)], home)
    told = "Remember that deployments go through Argo CD, never kubectl by hand."
    with (
        private_network.opened() as network,
        messages_api.serve(["Understood.", "Through Argo CD."], network) as server,
    ):
        first = claude_code.run(told, project, home, server)
        second = claude_code.run("How do we deploy?", project, home, server)
    given = server.requests[1].text
    start = given.index("# Project memory")
    shown = given[start : given.index("</memory-", start) + 18]
    lines = ["## Claude Code: two sessions", "", f"Session one: `claude -p '{told}'`", ""]
    lines += _hooks(first)
    lines += ["", "Session two: `claude -p 'How do we deploy?'`", ""]
    lines += _hooks(second)
    return [
        *lines,
        "",
        f"Requests to the model in all: {len(server.requests)} (two prompts, no extra turn).",
        "The second one held, before the prompt:",
        "",
        *_block(shown),
        "",
    ]


def _hooks(transcript: claude_code.Transcript) -> list[str]:
    lines = ["| hook | outcome | exit | printed, characters |", "|---|---|---|---|"]
    for one in transcript.hooks:
        lines.append(f"| {one.event} | {one.outcome} | {one.exit_code} | {len(one.stdout)} |")
    lines.append("")
    lines.append(f"Failures that the stream doesn't tell: {len(transcript.failures)}.")
    return lines


def _cursor(root: Path) -> list[str]:
    """One lifecycle in Chinese, by payload, and the start of the next session."""
    project, home = root / "商店", root / "home"
    (project / ".git" / "info").mkdir(parents=True)
    home.mkdir()
    _run(["init", "--host", "cursor", "--project", str(project)], home)
    wired = json.loads((project / ".cursor" / "hooks.json").read_text(encoding="utf-8"))["hooks"]
    common = {"conversation_id": "c-1", "cursor_version": "3.20.17", "model": "default",
              "workspace_roots": [str(project)], "user_email": None, "transcript_path": None}  # fmt: skip
    first = {**common, "generation_id": "g-1"}
    second = {**common, "generation_id": "g-2"}
    events: list[tuple[str, dict[str, object]]] = [
        ("sessionStart", {**common, "generation_id": "", "is_background_agent": False}),
        ("beforeSubmitPrompt", {**first, "prompt": "记住：部署前总是先跑 make smoke。", "attachments": []}),
        ("afterAgentResponse", {**first, "text": "好的，部署前先跑 make smoke。"}),
        ("preCompact", {**first, "trigger": "auto", "context_usage_percent": 82,
                        "message_count": 57, "is_first_compaction": True}),
        ("preCompact", {**first, "trigger": "auto", "context_usage_percent": 82,
                        "message_count": 57, "is_first_compaction": True}),
        ("beforeSubmitPrompt", {**second, "prompt": "购物车为什么慢？", "attachments": []}),
        ("afterAgentResponse", {**second, "text": "cart.user_id 没有索引，已加上。\n- [ ] 给订单表也加索引"}),
        ("stop", {**second, "status": "completed", "loop_count": 0}),
        ("sessionEnd", {**second, "reason": "user_close", "duration_ms": 61000,
                        "is_background_agent": False, "final_status": "completed"}),
        ("sessionEnd", {**second, "reason": "user_close", "duration_ms": 61000,
                        "is_background_agent": False, "final_status": "completed"}),
        ("sessionStart", {**common, "conversation_id": "c-2", "generation_id": "",
                          "is_background_agent": False}),
    ]  # fmt: skip
    lines = ["## Cursor: a lifecycle by payload", ""]
    for name, payload in events:
        lines += _event(wired, home, project, name, {**payload, "hook_event_name": name})
    facts = (project / ".memory" / "facts.jsonl").read_text(encoding="utf-8").strip()
    days = sorted((project / ".memory" / "daily").iterdir())
    ends = sum(day.read_text(encoding="utf-8").count('"session_end"') for day in days)
    summaries = (project / ".memory" / "sessions.jsonl").read_text(encoding="utf-8").strip()
    return [*lines, "What is in the files (`facts.jsonl`, `sessions.jsonl`):", "",
            *_block(facts), "", *_block(summaries), "",
            f"`session_end` events for the two sessionEnd payloads: {ends}."]  # fmt: skip


def _event(
    wired: dict[str, list[dict[str, str]]],
    home: Path,
    project: Path,
    name: str,
    payload: dict[str, object],
) -> list[str]:
    """Feed one event to the command that the file names, through a shell, as Cursor does."""
    done = subprocess.run(
        ["sh", "-c", wired[name][0]["command"]],
        input=codec.render(payload).encode(),
        capture_output=True,
        cwd=project,
        env={**_environment(home), "CURSOR_VERSION": "3.20.17"},
        check=True,
    )
    asked = payload.get("prompt") or payload.get("text") or ""
    said = f" «{str(asked).splitlines()[0]}»" if asked else ""
    answer = json.loads(done.stdout)
    text = next((one for one in answer.values() if isinstance(one, str)), "")
    printed = _block(text) if text else ["`{}`"]
    return [f"**{name}**{said} → exit {done.returncode}, {', '.join(answer) or 'nothing to say'}",
            "", *printed, ""]  # fmt: skip


def _block(text: str) -> list[str]:
    wrapped = [part for line in text.split("\n") for part in _wrap(line) or [""]]
    return ["```text", *wrapped, "```"]


def _wrap(line: str) -> list[str]:
    return textwrap.wrap(line, 110, break_on_hyphens=False, subsequent_indent="    ")


def _environment(home: Path) -> dict[str, str]:
    return {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}


def _run(words: list[str], home: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "memory_store", *words],
        env={**_environment(home), "PYTHONPATH": os.getcwd()},
        check=True,
        capture_output=True,
    )


if __name__ == "__main__":
    main()
