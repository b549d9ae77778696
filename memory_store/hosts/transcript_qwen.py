"""Reads prompts and answers from Qwen Code's transcripts.

Lines as of version 0.24.4 (docs/hosts.md 3). Must not take what Qwen Code or a hook put beside a
person's words.
"""

from __future__ import annotations

from memory_store import clock, model
from memory_store.hosts import claude, own_words, turns, wire

_ROLES = {"user": model.PROMPT, "assistant": model.RESPONSE}
_BESIDE = "qwen:user-prompt-submit-context"
_PERSONS = ("real_user", "")
"""Who wrote a line of the person's, by its `provenance`, which older versions don't tell."""


def root() -> str:
    """Qwen Code's own directory, `~/.qwen`."""
    return turns.directory("", ".qwen")


def names(project: str, session_id: str, path: str) -> list[str]:
    """Where the transcript may lie beneath the root: where the host said, then by the project."""
    if not session_id.replace("-", "").isalnum():
        return []
    parts = turns.beneath(root(), path)
    named = "".join(one if one.isascii() and one.isalnum() else "-" for one in project)
    likely = f"projects/{named}/chats/{session_id}.jsonl"
    return list(dict.fromkeys([*(["/".join(parts)] if parts else []), likely]))


def parse(content: bytes, session_id: str) -> turns.Transcript:
    """The turns in a transcript's bytes, which begin with a line.

    What the agent answers to a request of ours is left out, up to the next prompt.
    """
    del session_id  # a file holds one session
    parsed = turns.Transcript()
    for _, line in turns.lines(content):
        record = turns.record_of(line)
        role = _ROLES.get(wire.text_of(record, "type"))
        text = turns.text_of_parts(turns.inner(record, "message").get("parts"))
        if role == model.PROMPT:
            whose = wire.text_of(record, "provenance")
            text = (
                claude.prompt_text(own_words.without(text, _BESIDE)) if whose in _PERSONS else ""
            )
        else:
            text = own_words.without(text)
        if role and text:
            moment, where = (
                clock.parse(record.get("timestamp")),
                wire.path_of(record.get("cwd")),
            )
            parsed.add(turns.Turn(role, text, moment=moment, directory=where))
    return parsed
