"""Reads prompts and answers from Claude Code's transcripts.

Lines as of version 2.1.330 (docs/hosts.md 2.7); unknown lines are skipped. Must not take text of
the host, a hook, a tool or a subagent for a person's or the agent's words.
"""

from __future__ import annotations

from memory_store import clock, model
from memory_store.hosts import base, claude, own_words, turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.codec import Record

_NAMES_A_PART = 3
_NOT_SAID = ("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "toolUseResult")


def root() -> str:
    """Claude Code's own directory: CLAUDE_CONFIG_DIR, else `~/.claude`."""
    return turns.directory("CLAUDE_CONFIG_DIR", ".claude")


def names(project: str, session_id: str, path: str) -> list[str]:
    """Where the transcript may lie beneath the root: where the host said, then by the project.

    Args:
        project: the project's directory; its name is the directory, each character but ASCII
            letters and digits as a hyphen.
        session_id: the session, whose name the file has.
        path: the `transcript_path` of a payload, "" where none came.
    """
    if not session_id or not session_id.replace("-", "").replace("_", "").isalnum():
        return []
    file = f"{session_id}.jsonl"
    parts = turns.beneath(root(), path)
    is_ours = len(parts) == _NAMES_A_PART and (parts[0], parts[2]) == ("projects", file)
    named = "".join(char if char.isascii() and char.isalnum() else "-" for char in project)
    return [*(["/".join(parts)] if is_ours else []), f"projects/{named}/{file}"]


def parse(content: bytes, session_id: str) -> turns.Transcript:
    """The turns in a transcript's bytes, which begin with a line.

    An answer's text blocks stand in a line each and are joined by their message. A line of
    another session, a second line of the same id and a torn one are passed over.
    """
    reading = _Reading(session_id)
    for _, line in turns.lines(content):
        if any(mark in line for mark in (b'"user"', b'"assistant"', b'"attachment"')):
            reading.take(turns.record_of(line))
    return reading.transcript


class _Reading:
    """The turns read so far, and the state for the next line."""

    __slots__ = (
        "_answers_us",
        "_command",
        "_key",
        "_message",
        "_seen",
        "_session_id",
        "transcript",
    )

    def __init__(self, session_id: str) -> None:
        self.transcript = turns.Transcript()
        self._session_id = session_id
        self._answers_us = False
        self._command = ""
        self._key = ""
        self._message: object = None
        self._seen: set[str] = set()

    def take(self, record: Record) -> None:
        """Take a line in."""
        identity = base.text_of(record, "uuid")
        if self._is_of_others(record) or identity in self._seen:
            return
        if identity:
            self._seen.add(identity)
        kind = record.get("type")
        if kind == "assistant":
            self._answer(record)
        elif kind == "user":
            self._user(record)
        elif kind == "attachment":
            self._attachment(record, turns.inner(record, "attachment"))

    def _is_of_others(self, record: Record) -> bool:
        """Whether a line is a subagent's, or of the session that this one was forked from."""
        named = record.get("sessionId", self._session_id)
        return (
            record.get("isSidechain") is True
            or bool(base.text_of(record, "agentId"))
            or named != self._session_id
        )

    def _answer(self, record: Record) -> None:
        message = turns.inner(record, "message")
        if record.get("isApiErrorMessage") is True or message.get("model") == "<synthetic>":
            return
        request = base.name_of(record, "requestId", "requestRef")
        named = message.get("id")
        same = named is not None and self._message == (named, request)
        self._message = (named, request)
        text = own_words.without("\n\n".join(turns.blocks(message.get("content"))))
        if not text or self._answers_us:
            return
        if same and self.transcript.turns and self.transcript.turns[-1].role == model.RESPONSE:
            self.transcript.turns[-1].text += "\n\n" + text
        else:
            self._add(model.RESPONSE, text, record)

    def _user(self, record: Record) -> None:
        self._message = None
        content = turns.inner(record, "message").get("content")
        key = base.name_of(record, "promptId")
        text = _prompt_text(content)
        command, self._command = self._command, _command(text)
        if command and record.get("isMeta") and text and not text.startswith(claude.WRAPPERS):
            text, record = command, {**record, "isMeta": False}  # what the command stands for
        if any(record.get(name) for name in _NOT_SAID) or turns.has_block(content, "tool_result"):
            if record.get("isMeta") and turns.has_request(text):
                self._answers_us = True  # a Stop hook's followup, in the host's words
            if turns.has_block(content, "tool_result"):
                self._key = key or self._key  # also where reading began within a turn
            return
        if not text or text.startswith(claude.WRAPPERS):
            return
        self._key = key
        self._answers_us = turns.is_request(text)
        if not self._answers_us and _is_a_persons(record):
            moment = clock.parse(record.get("timestamp"))
            self.transcript.prompt(turns.Turn(model.PROMPT, text, key, moment))

    def _attachment(self, record: Record, attached: Record) -> None:
        """A prompt typed while the agent worked; or the notice of our own request at a Stop."""
        if attached.get("type") == "queued_command":
            text = _prompt_text(attached.get("prompt"))
            is_typed = attached.get("commandMode") == "prompt" and _is_a_persons(attached)
            if is_typed and text and not text.startswith(claude.WRAPPERS):
                self._answers_us = False
                self._message = None
                self._add(model.PROMPT, text, record, key="")
        elif attached.get("hookEvent") == "Stop" and any(
            isinstance(one, str) and turns.has_request(one) for one in attached.values()
        ):
            self._answers_us = True

    def _add(self, role: str, text: str, record: Record, key: str | None = None) -> None:
        moment = clock.parse(record.get("timestamp"))
        if moment is None and self.transcript.turns:
            moment = self.transcript.turns[-1].moment
        self.transcript.turns.append(
            turns.Turn(role, text, self._key if key is None else key, moment)
        )


def _command(text: str) -> str:
    """A slash command with its arguments, as it was typed; "" for other texts.

    The line after it holds the text that a person's own command stands for. A command of the
    host's (`/compact`) has none, and is no request.
    """
    name, args = (
        text.partition(f"<command-{part}>")[2].partition(f"</command-{part}>")[0].strip()
        for part in ("name", "args")
    )
    return f"{name} {args}".strip() if name.startswith("/") else ""


def _prompt_text(content: object) -> str:
    """The words of a user's message, without the host's additions."""
    parts = [own_words.without(text, *claude.PUT_BESIDE) for text in turns.blocks(content)]
    return "\n\n".join(part for part in parts if part)


def _is_a_persons(record: Record) -> bool:
    """Whether a person wrote it, and no schedule, task or other session."""
    sources = {base.name_of(record, "promptSource"), base.name_of(record, "turnOrigin")}
    origin = turns.inner(record, "origin").get("kind", "human")
    return sources.isdisjoint(claude.NOBODYS) and origin == "human"
