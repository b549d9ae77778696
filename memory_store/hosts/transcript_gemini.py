"""Reads prompts and answers from Gemini CLI's transcripts, JSON lines or one JSON object.

Lines as of version 0.61.0 (docs/hosts.md 3). Must not take what Gemini CLI or a hook put beside a
person's words.
"""

from __future__ import annotations

from memory_store import clock, model
from memory_store.hosts import own_words, turns, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.codec import Record

_ROLES = {"user": model.PROMPT, "gemini": model.RESPONSE}
_PUT_BESIDE = ("session_context", "hook_context")


def root() -> str:
    """Gemini CLI's own directory, `~/.gemini`."""
    return turns.directory("", ".gemini")


def names(project: str, session_id: str, path: str) -> list[str]:
    """Where the transcript lies beneath the root: the payload alone says it."""
    del project, session_id
    parts = turns.beneath(root(), path)
    return ["/".join(parts)] if parts else []


def parse(content: bytes, session_id: str) -> turns.Transcript:
    """The turns in a transcript's bytes, which begin with a line.

    What the agent answers to a request of ours is left out, up to the next prompt.
    """
    del session_id  # a file holds one session
    parsed = turns.Transcript()
    seen: set[str] = set()
    for record in _messages(content):
        role = _ROLES.get(wire.text_of(record, "type"))
        identity = wire.name_of(record, "id")
        text = own_words.without(turns.text_of_parts(record.get("content")), *_PUT_BESIDE)
        if role and text and identity not in seen:
            moment = clock.parse(record.get("timestamp"))
            parsed.add(turns.Turn(role, text, moment=moment))
        seen |= {identity} - {""}
    return parsed


def _messages(content: bytes) -> Iterator[Record]:
    """The messages of a file: a line each, in a change of all, or in older versions one list."""
    whole = turns.record_of(content)
    for _, line in [(0, b"")] if "messages" in whole else turns.lines(content):
        record = whole if "messages" in whole else turns.record_of(line)
        listed = turns.inner(record, "$set").get("messages") or record.get("messages")
        found = listed if isinstance(listed, list) else [record]
        yield from (one for one in found if isinstance(one, dict))
