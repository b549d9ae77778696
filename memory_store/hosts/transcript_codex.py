"""Codex's transcripts: what the person and the agent said in one session's `rollout-*.jsonl`.

Lines as of version 0.169.0 (docs/hosts.md 4); other types are passed over. Must not take for
somebody's words what a hook or Codex put into the file.
"""

from __future__ import annotations

import os

from memory_store import clock, model
from memory_store.hosts import base, turns
from memory_store.store import layout

GROWS = True

_ROLES = {"UserMessage": model.PROMPT, "AgentMessage": model.RESPONSE}


def root() -> str:
    """Codex's own directory: CODEX_HOME, else `~/.codex`."""
    named = os.environ.get("CODEX_HOME", "")
    return named if os.path.isabs(named) else os.path.join(layout.home(), ".codex")


def names(project: str, session_id: str, told: str) -> list[str]:
    """Where the transcript lies beneath the root: the payload alone says it."""
    del project
    path = turns.beneath(root(), told)
    return ["/".join(path)] if path and session_id and session_id in path[-1] else []


def parse(content: bytes, session_id: str) -> turns.Found:
    """The turns in a transcript's bytes, which begin with a line.

    What the agent answers to a request of ours is left out, up to the next prompt.
    """
    del session_id  # a file holds one session
    found = turns.Found()
    for offset, line in turns.lines(content):
        record = turns.record_of(line)
        payload = turns.inner(record, "payload")
        item = turns.inner(payload, "item")
        role = _ROLES.get(base.text_of(item, "type"))
        text = "\n".join(_texts(item.get("content")))
        if role is None or base.text_of(payload, "type") != "item_completed" or not text:
            continue
        key, moment = base.name_of(payload, "turn_id"), clock.parse(record.get("timestamp"))
        found.add(turns.Turn(role, text, key, moment), offset)
    found.end = content.rfind(b"\n") + 1
    return found


def _texts(content: object) -> list[str]:
    parts = content if isinstance(content, list) else []
    return [text for one in parts if isinstance(one, dict) and (text := base.text_of(one, "text"))]
