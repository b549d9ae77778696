"""Reads prompts and answers from Codex's transcripts, `rollout-*.jsonl`.

Lines as of version 0.169.0 (docs/hosts.md 3), and of 0.63.0 to 0.80.0; other types are skipped.
Must not take text of a hook or of Codex for a person's words.
"""

from __future__ import annotations

from memory_store import clock, model, origin
from memory_store.hosts import claude, turns, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.codec import Record

_ROLES = {"UserMessage": model.PROMPT, "AgentMessage": model.RESPONSE}
_BURST_SECONDS = 1.0
_OLDER = {"user_message": model.PROMPT, "agent_message": model.RESPONSE}


def root() -> str:
    """Codex's own directory: CODEX_HOME, else `~/.codex`."""
    return turns.directory("CODEX_HOME", ".codex")


def names(project: str, session_id: str, payload_path: str) -> list[str]:
    """Where the transcript lies beneath the root: the payload alone says it."""
    del project
    parts = turns.beneath(root(), payload_path)
    return ["/".join(parts)] if parts and session_id and session_id in parts[-1] else []


def parse(content: bytes, session_id: str) -> turns.Transcript:
    """The turns in a transcript's bytes, which begin with a line.

    What the agent answers to a request of ours is left out, up to the next prompt. A forked
    session begins with the heads and the turns of the session that it was forked from.
    """
    del session_id  # a file holds one session
    reading = _Reading()
    for _, line in turns.lines(content):
        reading.take(turns.record_of(line))
    return reading.transcript


class _Reading:
    """The turns read so far, and whose they are."""

    __slots__ = ("_copied_from", "_directory", "_forked", "_id", "_origin", "_own", "transcript")

    def __init__(self) -> None:
        self.transcript = turns.Transcript()
        self._id = self._copied_from = self._directory = ""
        self._origin = self._own = origin.TYPED
        self._forked = 0.0

    def take(self, record: Record) -> None:
        """Take a line in."""
        payload = turns.inner(record, "payload")
        kind = wire.text_of(record, "type")
        moment = clock.parse(record.get("timestamp"))
        if kind == "session_meta":
            self._head(payload, moment or 0.0)
        if self._copied_from and self._is_own(payload, moment):
            self._copied_from = ""
        role, text = _speech(payload)
        if role == model.PROMPT:
            text = claude.prompt_text(text)
            self._origin = self._own or origin.of_text(text)
        if role and text and kind == "event_msg":
            key = wire.name_of(payload, "turn_id")
            whose = {"origin": self._origin, "copied_from": self._copied_from}
            self.transcript.add(
                turns.Turn(role, text, key, moment, directory=self._directory, **whose)
            )

    def _head(self, meta: Record, moment: float) -> None:
        identity = wire.name_of(meta, "id")
        if not self._id:
            self._id, self._own = identity, origin.of_session(meta)
            self._copied_from = wire.name_of(meta, "forked_from_id")
            self._directory = wire.path_of(meta.get("cwd"))
        elif identity != self._id:
            self._copied_from = identity
        self._forked = moment

    def _is_own(self, payload: Record, moment: float | None) -> bool:
        """Whether an event came after the copies, which were all written when it was forked.

        A turn's id tells when it began, as that of the session does (UUID version 7, RFC 9562).
        """
        if wire.text_of(payload, "type") == "task_started":
            turn, session = _made_at(wire.name_of(payload, "turn_id")), _made_at(self._id)
            return bool(session) and turn >= session
        return moment is not None and moment - self._forked > _BURST_SECONDS


def _made_at(identity: str) -> str:
    """The digits of a UUID of version 7 that tell its time; "" for another id."""
    return identity[:13] if identity[8:9] == "-" and identity[14:15] == "7" else ""


def _speech(payload: Record) -> tuple[str, str]:
    """The speaker and text of an event; "" if nobody spoke."""
    kind = wire.text_of(payload, "type")
    if kind != "item_completed":
        return _OLDER.get(kind, ""), wire.text_of(payload, "message")
    item = turns.inner(payload, "item")
    return _ROLES.get(wire.text_of(item, "type"), ""), "\n".join(_texts(item.get("content")))


def _texts(content: object) -> list[str]:
    parts = content if isinstance(content, list) else []
    return [text for one in parts if isinstance(one, dict) and (text := wire.text_of(one, "text"))]
