"""Claude Code's dialect: its payloads and answers (docs/hosts.md 2, version 2.1.330).

Codex speaks the same dialect, so no answer has a key that Codex refuses. Must not raise for a
payload.
"""

from __future__ import annotations

from memory_store import model
from memory_store.hosts import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

KINDS = {
    "SessionStart": model.SESSION_START,
    "SubagentStart": model.SUBAGENT_START,
    "UserPromptSubmit": model.PROMPT,
    "PreCompact": model.COMPACTION,
    "PostCompact": model.COMPACTED,
    "Stop": model.STOP,
    "SessionEnd": model.SESSION_END,
}
"""SubagentStop is left out on purpose: at a compaction it carries the summariser's own words."""

PUT_BESIDE = (
    "system-reminder",
    "system_reminder",
    "ide_opened_file",
    "ide_selection",
    "ide_diagnostics",
    "new-diagnostics",
    "user-prompt-submit-hook",
    "session-start-hook",
    "post-tool-use-hook",
)
"""Tags that Claude Code puts beside a person's words."""

REQUEST = "## My request for Codex:"
"""The heading under which Codex's extension for editors puts a person's words, below its own."""

_TEXTS = {model.PROMPT: "prompt", model.STOP: "last_assistant_message"}

_SPEAKING = {
    model.SESSION_START: "SessionStart",
    model.PROMPT: "UserPromptSubmit",
    model.SUBAGENT_START: "SubagentStart",
}

_SHOWING = (model.SESSION_START, model.PROMPT, model.STOP)
"""The events whose answer may hold a line that Claude Code shows the person."""


def parse(payload: dict[str, object]) -> model.Event:
    """Turn a payload into an Event; fields of a wrong type count as not sent."""
    name = wire.text_of(payload, "hook_event_name")
    kind = KINDS.get(name, "")
    event = wire.event(payload, model.CLAUDE, kind)
    event.turn_id = wire.name_of(payload, "prompt_id", "turn_id")
    event.text = _text(payload, kind)
    event.loop_count = wire.stop_count(payload)
    event.trigger = wire.name_of(payload, "trigger")
    event.shows = kind in _SHOWING
    event.agent_id = wire.name_of(payload, "agent_id")
    event.background = name == "SubagentStop" or bool(event.agent_id)
    return event


def _text(payload: dict[str, object], kind: str) -> str:
    """The answer, a prompt as `prompt_text` gives it, or the memory lines of a summary."""
    if kind == model.COMPACTED:
        from memory_store.hosts import memory_lines  # few events follow a compaction

        return memory_lines.of_summary(wire.text_of(payload, "compact_summary"))
    text = wire.text_of(payload, _TEXTS[kind]) if kind in _TEXTS else ""
    return (prompt_text(text) if kind == model.PROMPT else text)[: wire.MAX_SAID]


def prompt_text(text: str) -> str:
    """A prompt without the host's additions; "" for what is no prompt at all."""
    from memory_store import origin
    from memory_store.hosts import own_words  # a start has no words

    if origin.of_text(text) == origin.RECORD:
        return ""
    text = own_words.after(own_words.without(text, *PUT_BESIDE), REQUEST)
    return "" if origin.of_text(text) == origin.RECORD else text


def render(event: model.Event, reply: model.Reply) -> wire.Answer:
    """Turn a Reply into Claude Code's answer, `{}` where there is nothing to say.

    Before a compaction plain text: whatever is printed there, JSON too, goes into the
    summariser's instructions.
    """
    if event.kind in (model.COMPACTION, model.COMPACTED):
        return wire.fit(reply.context) or None
    answer: dict[str, object] = {}
    context, followup = wire.fit(reply.context), wire.fit(reply.followup)
    if event.kind in _SPEAKING and context:
        answer["hookSpecificOutput"] = {
            "hookEventName": _SPEAKING[event.kind],
            "additionalContext": context,
        }
    if event.kind == model.STOP and followup:
        answer = {"decision": "block", "reason": followup}
    shown = (
        wire.fit("\n".join(filter(None, (reply.notice, reply.sign))))
        if event.kind in _SHOWING
        else ""
    )
    return {**answer, "systemMessage": shown} if shown else answer


def directory(
    event: model.Event, environment: Mapping[str, str], has_memory: Callable[[str], bool]
) -> str:
    """The project's directory; "" if nothing names it.

    The payload's directory moves with the agent, but a session stays with the project in which it
    began. The environment names that project, and the session's id; without the id it may be
    another process's environment.
    """
    del has_memory
    named = environment.get("CLAUDE_PROJECT_DIR", "")
    is_ours = event.session_id and environment.get("CLAUDE_CODE_SESSION_ID") == event.session_id
    return named if named and (is_ours or not event.directory) else event.directory
