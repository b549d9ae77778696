"""Reads prompts and answers from Droid's transcripts.

Lines as of version 0.215.0 (docs/hosts.md 3). Must not take a hook's line, or what is for the
model alone, for a person's words.
"""

from __future__ import annotations

from memory_store import clock, model, origin
from memory_store.hosts import claude, own_words, turns, wire

_HOOK, _PROMPT_HOOK = b'"hookEventName"', b'"hookEventName":"UserPromptSubmit"'
_ROLES = {"user": model.PROMPT, "assistant": model.RESPONSE}


def root() -> str:
    """Droid's own directory, `~/.factory`."""
    return turns.directory("", ".factory")


def names(project: str, session_id: str, path: str) -> list[str]:
    """Where the transcript may lie beneath the root: where the host said, then by the project."""
    if not session_id.replace("-", "").isalnum():
        return []
    file = f"{session_id}.jsonl"
    parts = turns.beneath(root(), path)
    is_ours = parts[:1] == ["sessions"] and parts[-1] == file
    named = "".join(one if one.isascii() and one.isalnum() else "-" for one in project)
    return [*(["/".join(parts)] if is_ours else []), f"sessions/{named}/{file}"]


def parse(content: bytes, session_id: str) -> turns.Transcript:
    """The turns in a transcript's bytes, which begin with a line.

    What the agent answers to a request of ours is left out, up to the next prompt. Where hooks ran
    and none heard a prompt, `droid exec` was given it by a script.
    """
    del session_id  # a file holds one session
    parsed = turns.Transcript()
    where = ""
    is_script = _HOOK in content and _PROMPT_HOOK not in content
    whose = origin.SCRIPTED if is_script else origin.TYPED
    for _, line in turns.lines(content):
        record = turns.record_of(line)
        where = wire.path_of(record.get("cwd")) or where
        message = turns.inner(record, "message")
        role = _ROLES.get(wire.text_of(message, "role"))
        if role is None or wire.name_of(message, "visibility", "hookEventName"):
            continue
        text = "\n\n".join(turns.blocks(message.get("content")))
        text = claude.prompt_text(text) if role == model.PROMPT else own_words.without(text)
        if text:
            moment = clock.parse(record.get("timestamp"))
            turn = turns.Turn(role, text, moment=moment, origin=whose, directory=where)
            parsed.add(turn)
    return parsed
