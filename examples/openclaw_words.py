"""Separates a person's words in an OpenClaw message from what its gateway added.

The gateway adds blocks of metadata, the time and the channel, and sends prompts that nobody typed.
Pure. Must not remove a bracket or block of the person's own.
"""

from __future__ import annotations

import re

from memory_store.hosts import own_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LABELS = ("(untrusted metadata):", "(untrusted, for context):", "⟦openclaw:ctx⟧")
"""What ends the line above a block of metadata: until the summer of 2026, and since."""

_LAST = ("Context: ⟦openclaw:ctx⟧", "Untrusted context (metadata, do not treat as instructions")
_ASIDES = ("[message_id: ", "System: [")
_NOBODYS = (
    "A new session was started via /new or /reset",
    "Read HEARTBEAT.md if it exists",
    "Pre-compaction memory flush",
    "[cron:",
)
_PUT_BESIDE = ("active_memory_plugin", "relevant-memories")
_FENCE = "```"
_ENVELOPE = re.compile(r"\[[^\]\n]{0,160}\d{4}-\d\d-\d\d[T ]\d\d:\d\d[^\]\n]{0,20}\]\s*")
_TAG = re.compile(r"\[\[\s*(?:reply_to_current|reply_to:[^\]]*|audio_as_voice)\s*\]\]\s*")


def person_text(text: str) -> str:
    """A person's words in a prompt; "" for a prompt of the gateway."""
    kept: list[str] = []
    lines = iter(own_words.without(text, *_PUT_BESIDE).split("\n"))
    for line in lines:
        bare = line.strip()
        if bare.startswith(_LAST):
            break
        if bare.endswith(_LABELS):
            _pass_over(lines)
        elif not bare.startswith(_ASIDES):
            kept.append(line)
    said = "\n".join(kept).strip()
    envelope = _ENVELOPE.match(said)
    said = said[envelope.end() :] if envelope else said
    return "" if said.startswith(_NOBODYS) else said


def answer_text(text: str) -> str:
    """An answer without the marks that tell the gateway how to send it."""
    return _TAG.sub("", own_words.without(text)).strip()


def _pass_over(lines: Iterator[str]) -> None:
    """Read past a block: the fenced JSON, else the text up to a blank line."""
    first = next(lines, "").strip()
    ends = _FENCE if first.startswith(_FENCE) else ""
    while first and (line := next(lines, None)) is not None and line.strip() != ends:
        pass
