"""The values between rooms: a host's event and our answer to it, and what a start is made of.

Plain classes, since importing `typing` and `dataclasses` costs more than a bare start
(docs/adr/0002). Must not hold behaviour or know a host's field names.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, dataclass_transform
else:

    def dataclass_transform() -> Callable[[type], type]:
        """Tells a checker of types what `Value` does."""
        return lambda made: made


CURSOR = "cursor"
CLAUDE = "claude"

SESSION_START = "session_start"
SUBAGENT_START = "subagent_start"
PROMPT = "prompt"
RESPONSE = "response"
COMPACTION = "compaction"
COMPACTED = "compacted"
STOP = "stop"
SESSION_END = "session_end"

MAX_TEXT = 9_500
"""Longest text that goes out, in UTF-16 units: Cursor and Claude Code cut what is over 10,000
(docs/hosts.md)."""


@dataclass_transform()
class Value:
    """A value of the fields that a class names, given in this order or by name.

    What is not given has the default that stands beside its field.
    """

    def __init__(self, *given: object, **named: object) -> None:
        vars(self).update(zip(type(self).__annotations__, given, strict=False), **named)


class Traits(Value):
    """The differences between hosts that use cases must know.

    Attributes:
        reads_rules: it reads a rule file, in which a start or news may stand that it would drop.
        says_background_once: only a session's first event says that its agent is in background.
        flushes_to_person: the request before a compaction is shown to the person alone.
        sums_up: what is answered before a compaction goes to the model that sums up.
        briefs_at_prompt: its model gets nothing at a start, so the first prompt brings it.
    """

    reads_rules: bool = False
    says_background_once: bool = False
    flushes_to_person: bool = False
    briefs_at_prompt: bool = False
    sums_up: bool = False


class Event(Value):
    """An event that a host reported to a hook.

    Attributes:
        host: its name in the registry, decided by the payload and the environment.
        traits: what the host does otherwise than most.
        hears: whether the host gives its model what a hook answers.
        shows: whether the host shows the person a line that the answer to this event holds.
        kind: one of the constants above, or "" for an event no hook of ours handles.
        session_id: the host's id of the conversation, "" when it sent none.
        turn_id: the host's id of the user's turn (generation_id, prompt_id), "" when none.
        agent_id: the host's id of the agent that it comes from, "" where it sent none.
        origin: of a PROMPT: who wrote it, one of `origin.ORIGINS`, "" where a person typed it.
        directory: where the work happens (workspace root, cwd), "" when the host named none.
        roots: all folders of a workspace, `directory` first; empty where the host knows but one.
        text: the prompt (PROMPT), the agent's visible answer (RESPONSE, STOP), or the memory
            lines of a compaction's summary (COMPACTED).
        source: of a SESSION_START: startup, resume, clear, compact or fork.
        status: of a STOP: completed, aborted or error (Claude sends Stop only for completed).
        loop_count: of a STOP: how often a followup has been answered already.
        reason, error, duration_ms: of a SESSION_END.
        usage_percent, message_count: of a COMPACTION; -1 when the host did not say.
        trigger: of a COMPACTION: auto or manual.
        transcript: where the host keeps its own record of the session, "" when it did not say.
        background: the event comes from a background agent or a subagent.
        host_version: the host's version, "" when it did not say.
        by_plugin: a plugin of ours started the hook, and no file that `init` wrote.
    """

    host: str
    kind: str
    traits: Traits = Traits()
    session_id: str = ""
    turn_id: str = ""
    agent_id: str = ""
    origin: str = ""
    directory: str = ""
    roots: tuple[str, ...] = ()
    text: str = ""
    source: str = ""
    status: str = ""
    loop_count: int = 0
    reason: str = ""
    error: str = ""
    duration_ms: int = 0
    usage_percent: float = -1
    message_count: int = -1
    trigger: str = ""
    transcript: str = ""
    background: bool = False
    hears: bool = True
    shows: bool = False
    host_version: str = ""
    by_plugin: bool = False


class Reply(Value):
    """A hook's answer in our words; `hosts` turns it into the host's.

    Attributes:
        context: text for the model, "" for none.
        notice: text for the person that must get through, "" for none; a host that shows the
            person nothing gives it to the model.
        sign: a line for the person alone, "" for none; given up where the host shows none.
        followup: a request that costs the user a turn, "" for none.
        afterwards: work to do once the answer is out and nobody waits, or None.
    """

    context: str = ""
    notice: str = ""
    sign: str = ""
    followup: str = ""
    afterwards: Callable[[], None] | None = None


class Told(Value):
    """A briefing.

    Attributes:
        text: what the model is given.
        ids: the ids of the records that it tells.
        facts: the ids of the facts among them, in the order of the text.
        rules, unsure: how many of these facts last, and how many nobody confirmed.
        waiting: how many candidates wait for the person's word.
    """

    text: str
    ids: list[str]
    facts: list[str]
    rules: int
    unsure: int
    waiting: int


class Answer:
    """A command's answer.

    Attributes:
        record: what `--format json` prints, one JSON object.
        code: the exit status: 0 done, 1 nothing found, 3 all of it failed.
    """

    __slots__ = ("_text", "code", "record")

    def __init__(
        self, record: dict[str, Any], text: str | Callable[[], str], code: int = 0
    ) -> None:
        self.record = record
        self._text = text
        self.code = code

    @property
    def text(self) -> str:
        """The output of `--format text`, without a last newline."""
        return self._text if isinstance(self._text, str) else self._text()
