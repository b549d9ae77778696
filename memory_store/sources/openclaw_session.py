"""Reads prompts and answers from one of OpenClaw's transcripts.

JSON lines of its session formats 1 to 3: a header `session`, then entries, of which `message` is
one kind. Unknown entries are skipped. Pure. Must not raise for any content.
"""

from __future__ import annotations

from memory_store import clock, model
from memory_store.hosts import base, turns
from memory_store.sources import openclaw_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.codec import Record

_ROLES = {"user": model.PROMPT, "assistant": model.RESPONSE}
_SILENT = ("NO_REPLY", "HEARTBEAT_OK")
"""What its agent answers where there is nothing to say: to a heartbeat, before a compaction."""

_MILLISECONDS = 1000


def read(content: bytes, header: Record) -> tuple[str, str, list[turns.Turn]]:
    """The session's id, its directory, and its turns, of a file's content and its header."""
    said: list[turns.Turn] = []
    for _, line in turns.lines(content):
        record = turns.record_of(line)
        message = turns.inner(record, "message")
        role = _ROLES.get(str(message.get("role")), "")
        if record.get("type") != "message" or not role:
            continue
        text = "\n\n".join(turns.blocks(message.get("content")))
        is_prompt = role == model.PROMPT
        text = openclaw_words.person_text(text) if is_prompt else openclaw_words.answer_text(text)
        if is_prompt and turns.is_request(text):
            continue
        if text and not text.startswith(_SILENT):
            key = base.name_of(record, "id")
            said.append(turns.Turn(role, text, key, _moment(record, message)))
    return base.name_of(header, "id"), base.path_of(header.get("cwd")), said


def _moment(record: Record, message: Record) -> float | None:
    """When a message was said: the entry's own time, else the message's, in milliseconds."""
    stated = clock.parse(record.get("timestamp"))
    if stated is not None:
        return stated
    number = base.number_of(message, "timestamp")
    return None if number == base.UNSAID else number / _MILLISECONDS
