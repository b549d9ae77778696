"""Reads prompts and answers from Copilot CLI's transcripts, `events.jsonl`.

Lines as of version 1.0.102 (docs/hosts.md 3); other types are skipped. Must not take text of a
hook for a person's words.
"""

from __future__ import annotations

from memory_store import clock, model
from memory_store.hosts import own_words, turns, wire

_DIRECTORY, _FILE = "session-state", "events.jsonl"
_ROLES = {"user.message": model.PROMPT, "assistant.message": model.RESPONSE}


def root() -> str:
    """Copilot's own directory: COPILOT_HOME, else `~/.copilot`."""
    return turns.directory("COPILOT_HOME", ".copilot")


def names(project: str, session_id: str, path: str) -> list[str]:
    """Where the transcript lies beneath the root: the session's id alone says it."""
    del project, path
    if not session_id.replace("-", "").isalnum():
        return []
    return [f"{_DIRECTORY}/{session_id}/{_FILE}"]


def parse(content: bytes, session_id: str) -> turns.Transcript:
    """The turns in a transcript's bytes, which begin with a line.

    What the agent answers to a request of ours is left out, up to the next prompt.
    """
    del session_id  # a file holds one session
    parsed = turns.Transcript()
    for _, line in turns.lines(content):
        record = turns.record_of(line)
        role = _ROLES.get(wire.text_of(record, "type"))
        data = turns.inner(record, "data")
        text = own_words.without(wire.text_of(data, "content"), "system_reminder")
        if role is None or not text or wire.name_of(data, "parentToolCallId"):
            continue
        parsed.add(turns.Turn(role, text, moment=clock.parse(record.get("timestamp"))))
    return parsed
