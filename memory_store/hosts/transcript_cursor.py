"""Reads prompts and answers from Cursor's agent transcripts: JSON lines or older text.

See docs/hosts.md 1.9. Cursor rewrites the whole file and writes no times, so a turn is known by
its content alone. Must not keep an offset.
"""

from __future__ import annotations

import os

from memory_store import model
from memory_store.hosts import cursor, own_words, turns
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_NAME_CHARS = 200
_PLAIN = frozenset(b"-_.!~*'()")
_EXTENSIONS = ("jsonl", "txt")
_HIDDEN = "[REDACTED]"
_QUERY = ("<user_query>", "</user_query>")
_ROLES = {"user": model.PROMPT, "assistant": model.RESPONSE}
_TOOLS = ("[Tool call]", "[Tool result]")
_THOUGHT = "[Thinking]"


def root() -> str:
    """Cursor's own directory, `~/.cursor`."""
    return os.path.join(layout.home(), ".cursor")


def names(project: str, session_id: str, path: str) -> list[str]:
    """Where the transcript may lie beneath the root: where the host said, then by the project.

    Args:
        project: the project's directory.
        session_id: the conversation; the file has its name, percent-encoded with `_` for `%`.
        path: the `transcript_path` of a payload, "" where none came.
    """
    if not session_id:
        return []
    file = _encoded(session_id)
    likely = [f"{above}{file}.{ending}" for above in (f"{file}/", "") for ending in _EXTENSIONS]
    parts = turns.beneath(root(), path)
    is_ours = (
        parts[:1] == ["projects"]
        and parts[2:3] == ["agent-transcripts"]
        and "/".join(parts[3:]) in likely
    )
    above = f"projects/{slug(project)}/agent-transcripts"
    return [*(["/".join(parts)] if is_ours else []), *(f"{above}/{name}" for name in likely)]


def slug(project: str) -> str:
    """The directory's name among Cursor's: runs of all but ASCII letters and digits as `-`."""
    kept = "".join(one if one.isascii() and one.isalnum() else " " for one in project)
    return "-".join(kept.split())


def parse(content: bytes, session_id: str) -> turns.Transcript:  # noqa: ARG001  one shape for all hosts
    """The turns in a whole transcript, JSON lines or text, told by its first character."""
    parsed = turns.Transcript()
    is_json = content.lstrip(b"\xef\xbb\xbf\r\n\t ")[:1] == b"{"
    for role, raw in _from_json(content) if is_json else _from_text(content):
        text = _prompt_text(raw) if role == model.PROMPT else _answer_text(raw)
        if role and text:
            parsed.add(turns.Turn(role, text))
    return parsed


def _encoded(session_id: str) -> str:
    """The id as `encodeURIComponent` writes it, `_` for `%`, cut at 200 characters."""
    spelled = [
        chr(one) if (chr(one).isalnum() and one < 0x80) or one in _PLAIN else f"_{one:02X}"  # noqa: PLR2004
        for one in session_id.encode("utf-8", "replace")
    ]
    return "".join(spelled)[:_NAME_CHARS]


def _from_json(content: bytes) -> Iterator[tuple[str, str]]:
    """Role and text of each block of text; tools, metadata and the ends of turns left out."""
    for _, line in turns.lines(content):
        record = turns.record_of(line)
        role = _ROLES.get(str(record.get("role")), "")
        texts = turns.blocks(turns.inner(record, "message").get("content"))
        if role == model.PROMPT:
            yield role, "\n\n".join(texts)
        elif role:
            yield from ((role, text) for text in texts)


def _from_text(content: bytes) -> Iterator[tuple[str, str]]:
    """The turns of the older form: `user:` or `assistant:` on a line, then the text.

    What follows a tool's call or result is passed over up to the next of these lines, a thought
    up to the next blank one.
    """
    role, thinks, asks = "", False, False
    lines: list[str] = []
    for line in content.decode("utf-8", "replace").lstrip("\ufeff").splitlines():
        speaker = _ROLES.get(line[:-1], "") if line.endswith(":") and not asks else ""
        if speaker or (role == model.RESPONSE and line.startswith(_TOOLS)):
            yield role, "\n".join(lines)
            role, lines = speaker, []
        elif role == model.PROMPT:
            asks = (asks or _QUERY[0] in line) and _QUERY[1] not in line
            lines.append(line)
        elif role:
            thinks = line.startswith(_THOUGHT) or (thinks and bool(line.strip()))
            lines += [] if thinks else [line]
    yield role, "\n".join(lines)


def _prompt_text(text: str) -> str:
    """A person's words: the content of `<user_query>`, else all but the host's additions."""
    opening, closing = _QUERY
    if opening in text:
        pieces = [piece.partition(closing)[0] for piece in text.split(opening)[1:]]
        text = "\n\n".join(piece.strip() for piece in pieces)
    kept = [
        line
        for line in own_words.without(text, *cursor.PUT_BESIDE).split("\n")
        if not _is_file(line)
    ]
    return "\n".join(kept).strip()


def _is_file(line: str) -> bool:
    """Whether a line stands for an image or a file that was given with the words."""
    line = line.strip()
    return line == "[Image]" or (line.startswith("[File: ") and line.endswith("]"))


def _answer_text(text: str) -> str:
    """The visible part of an answer, as far as it can be told from the reasoning joined to it."""
    parts = own_words.without(text).split("\n\n")
    return "\n\n".join(part for part in parts if part.strip() != _HIDDEN).strip()
