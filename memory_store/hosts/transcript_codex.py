"""Reads prompts and answers from Codex's transcripts, `rollout-*.jsonl`.

Lines as of version 0.169.0 (docs/hosts.md 3), and of 0.63.0 to 0.80.0; other types are skipped.
Must not take text of a hook or of Codex for a person's words.
"""

from __future__ import annotations

from memory_store import clock, model
from memory_store.hosts import base, claude, turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.codec import Record

_ROLES = {"UserMessage": model.PROMPT, "AgentMessage": model.RESPONSE}
_OLDER = {"user_message": model.PROMPT, "agent_message": model.RESPONSE}


def root() -> str:
    """Codex's own directory: CODEX_HOME, else `~/.codex`."""
    return turns.directory("CODEX_HOME", ".codex")


def names(project: str, session_id: str, payload_path: str) -> list[str]:
    """Where the transcript lies beneath the root: the payload alone says it."""
    del project
    parts = turns.beneath(root(), payload_path)
    return ["/".join(parts)] if parts and session_id and session_id in parts[-1] else []


def parse(content: bytes, session_id: str) -> turns.Transcript:
    """The turns in a transcript's bytes, which begin with a line.

    What the agent answers to a request of ours is left out, up to the next prompt.
    """
    del session_id  # a file holds one session
    parsed = turns.Transcript()
    for _, line in turns.lines(content):
        record = turns.record_of(line)
        payload = turns.inner(record, "payload")
        role, text = _speech(payload)
        text = claude.prompt_text(text) if role == model.PROMPT else text
        if role and text and base.text_of(record, "type") == "event_msg":
            key, moment = base.name_of(payload, "turn_id"), clock.parse(record.get("timestamp"))
            parsed.add(turns.Turn(role, text, key, moment))
    return parsed


def _speech(payload: Record) -> tuple[str, str]:
    """The speaker and text of an event; "" if nobody spoke."""
    kind = base.text_of(payload, "type")
    if kind != "item_completed":
        return _OLDER.get(kind, ""), base.text_of(payload, "message")
    item = turns.inner(payload, "item")
    return _ROLES.get(base.text_of(item, "type"), ""), "\n".join(_texts(item.get("content")))


def _texts(content: object) -> list[str]:
    parts = content if isinstance(content, list) else []
    return [text for one in parts if isinstance(one, dict) and (text := base.text_of(one, "text"))]
