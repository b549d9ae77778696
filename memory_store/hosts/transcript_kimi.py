"""Reads prompts and answers from Kimi Code's transcripts, `wire.jsonl`.

Lines as of version 2.1.0 (docs/hosts.md 3). Must not take a hook's answer, a reminder or a
sub-agent for a person's words.
"""

from __future__ import annotations

import os

from memory_store import model
from memory_store.hosts import kimi, own_words, turns, wire

_MILLISECONDS = 1_000.0


def root() -> str:
    """Kimi Code's own directory: KIMI_CODE_HOME, else `~/.kimi-code`."""
    return turns.directory("KIMI_CODE_HOME", ".kimi-code")


def names(project: str, session_id: str, path: str) -> list[str]:
    """Where the transcript may lie beneath the root: by the session, in any project's folder."""
    del project, path
    if not session_id.replace("-", "").replace("_", "").isalnum():
        return []
    try:
        folders = os.listdir(os.path.join(root(), "sessions"))
    except OSError:
        return []
    return [f"sessions/{one}/{session_id}/agents/main/wire.jsonl" for one in sorted(folders)]


def parse(content: bytes, session_id: str) -> turns.Transcript:
    """The turns in a transcript's bytes, which begin with a line.

    What the agent answers to a request of ours is left out, up to
    the next prompt.
    """
    del session_id  # a file holds one session
    parsed = turns.Transcript()
    for _, line in turns.lines(content):
        record = turns.record_of(line)
        time = wire.number_of(record, "time")
        moment = time / _MILLISECONDS if time > 0 else None
        if record.get("type") == "turn.prompt":
            whose = turns.inner(record, "origin").get("kind")
            text = "\n\n".join(turns.blocks(record.get("input")))
            text = own_words.without(text, *kimi.PUT_BESIDE)
            if text and whose == "user":
                parsed.add(turns.Turn(model.PROMPT, text, moment=moment))
            continue
        part = turns.inner(turns.inner(record, "event"), "part")
        text = own_words.without("\n\n".join(turns.blocks([part])))
        if text:
            parsed.add(turns.Turn(model.RESPONSE, text, moment=moment))
    return parsed
