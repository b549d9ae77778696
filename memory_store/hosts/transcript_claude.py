"""Reads prompts and answers from Claude Code's transcripts.

Lines as of version 2.1.330 (docs/hosts.md 2.7); unknown lines are skipped. Must not take text of
the host, a hook, a tool or a subagent for a person's or the agent's words.
"""

from __future__ import annotations

from memory_store import clock, model, origin
from memory_store.hosts import claude, memory_lines, own_words, turns, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.codec import Record

_NAMES_A_PART = 3
_NOT_SAID = ("isCompactSummary", "isVisibleInTranscriptOnly", "toolUseResult")
_OF_A_PROMPT = ("promptSource", "turnOrigin", "wakeupSource", "scheduledTaskId", "origin")
"""Fields of which a line has one where it began a turn, whoever wrote it."""


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

    An answer's text blocks stand in a line each and are joined by their message. A second line of
    the same id and a torn one are passed over.
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
        "_origin",
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
        self._origin = origin.TYPED
        self._seen: set[str] = set()

    def take(self, record: Record) -> None:
        """Take a line in."""
        identity = wire.text_of(record, "uuid")
        if identity in self._seen:
            return
        if identity:
            self._seen.add(identity)
        kind = record.get("type")
        if self._is_of_others(record):
            if kind == "user":
                self._set_apart(origin.DELEGATED, record)
            return
        if kind == "assistant":
            self._answer(record)
        elif kind == "user":
            self._user(record)
        elif kind == "attachment":
            self._attachment(record, turns.inner(record, "attachment"))

    def _is_of_others(self, record: Record) -> bool:
        """Whether a line is a subagent's."""
        return record.get("isSidechain") is True or bool(wire.text_of(record, "agentId"))

    def _answer(self, record: Record) -> None:
        message = turns.inner(record, "message")
        if record.get("isApiErrorMessage") is True or message.get("model") == "<synthetic>":
            return
        request = wire.name_of(record, "requestId", "requestRef")
        named = message.get("id")
        same = named is not None and self._message == (named, request)
        self._message = (named, request)
        text = own_words.without("\n\n".join(turns.blocks(message.get("content"))))
        if not text or self._answers_us:
            return
        if same and self.transcript.turns and self.transcript.turns[-1].role == model.RESPONSE:
            self.transcript.turns[-1].text += "\n\n" + text
        else:
            self.transcript.turns.append(self._turn(model.RESPONSE, text, record))

    def _user(self, record: Record) -> None:
        self._message = None
        content = turns.inner(record, "message").get("content")
        key = wire.name_of(record, "promptId")
        text = _prompt_text(content)
        command, self._command = self._command, _command(text)
        if command and record.get("isMeta") and text and not origin.of_text(text):
            text, record = command, {**record, "isMeta": False}  # what the command stands for
        if record.get("isCompactSummary"):
            self._key = key or self._key
            self._summary(text, record)
        if any(map(record.get, _NOT_SAID)) or turns.has_block(content, "tool_result"):
            self._key = key or self._key  # also where reading began within a turn
            self._set_apart(origin.RELAYED, record)
            return
        found = origin.of_prompt({**record, "forkedFrom": None}, text, {})
        if record.get("isMeta") and not any(map(record.get, _OF_A_PROMPT)):
            found = origin.RECORD
        if not text or found in (origin.RECORD, origin.DELEGATED):
            self._key = key or self._key  # a notice: the answer to it has its id
            if turns.has_request(text):
                self._answers_us = True  # a Stop hook's followup, in the host's words
            self._set_apart(origin.RELAYED, record)
            return
        if record.get("forkedFrom"):
            self._set_apart(origin.COPIED, record)
        self._key, self._origin = key, found
        self._answers_us = turns.is_request(text)
        if not self._answers_us:
            self.transcript.prompt(self._turn(model.PROMPT, text, record))

    def _set_apart(self, found: str, record: Record) -> None:
        """Note words that a hook may have heard, without a key: they are known by themselves."""
        text = _prompt_text(turns.inner(record, "message").get("content"))
        if text:
            self.transcript.apart.append(turns.Turn(model.PROMPT, text, origin=found))

    def _summary(self, text: str, record: Record) -> None:
        """The lines for the memory in a compaction's summary, which are the agent's."""
        lines = memory_lines.of_summary(text)
        if lines:
            self.transcript.turns.append(self._turn(model.RESPONSE, lines, record))

    def _attachment(self, record: Record, attached: Record) -> None:
        """A prompt typed while the agent worked; or the notice of our own request at a Stop."""
        if attached.get("type") == "queued_command":
            text = _prompt_text(attached.get("prompt"))
            found = origin.of_prompt(
                {"entrypoint": record.get("entrypoint"), **attached}, text, {}
            )
            is_typed = attached.get("commandMode") == "prompt" and origin.is_persons(found)
            if is_typed and text and not attached.get("isMeta"):
                self._answers_us = False
                self._message = None
                self._origin = found
                turn = self._turn(model.PROMPT, text, record)
                turn.key = ""
                self.transcript.turns.append(turn)
        elif attached.get("hookEvent") == "Stop" and any(
            isinstance(one, str) and turns.has_request(one) for one in attached.values()
        ):
            self._answers_us = True

    def _turn(self, role: str, text: str, record: Record) -> turns.Turn:
        moment = clock.parse(record.get("timestamp"))
        if moment is None and self.transcript.turns:
            moment = self.transcript.turns[-1].moment
        of = wire.name_of(turns.inner(record, "forkedFrom"), "sessionId")
        named = wire.name_of(record, "sessionId")
        return turns.Turn(
            role,
            text,
            self._key,
            moment,
            origin=self._origin,
            copied_from=of or (named if named != self._session_id else ""),
            directory=wire.path_of(record.get("cwd")),
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
