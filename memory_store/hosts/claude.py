"""Claude Code's dialect: its payloads in, its answers out (docs/hosts.md 2, version 2.1.330).

It never raises for a payload, and adds no key that Codex, which speaks the same, would refuse.
"""

from __future__ import annotations

from memory_store import model
from memory_store.hosts import base

KINDS = {
    "SessionStart": model.SESSION_START,
    "UserPromptSubmit": model.PROMPT,
    "PreCompact": model.COMPACTION,
    "Stop": model.STOP,
    "SessionEnd": model.SESSION_END,
}
"""SubagentStop is left out on purpose: at a compaction it carries the summariser's own words."""

NOBODYS = frozenset(("system", "loop_wakeup", "schedule_wakeup", "poll_event"))
"""Sources of a prompt that no person wrote (2.2)."""

_TEXTS = {model.PROMPT: "prompt", model.STOP: "last_assistant_message"}

_SPEAKING = {model.SESSION_START: "SessionStart", model.PROMPT: "UserPromptSubmit"}


def parse(payload: dict[str, object]) -> model.Event:
    """Turn a payload into an Event; fields of a wrong type count as not sent.

    `stop_hook_active` becomes a loop_count of 1 or 0, and -1 when it is missing, so that only a
    host that says it is the first stop is taken to be at the first stop.
    """
    name = base.text_of(payload, "hook_event_name")
    kind = KINDS.get(name, "")
    active = payload.get("stop_hook_active")
    return model.Event(
        host=model.CLAUDE,
        kind=kind,
        session_id=base.name_of(payload, "session_id"),
        turn_id=base.name_of(payload, "prompt_id", "turn_id"),
        directory=base.path_of(payload.get("cwd")),
        text=base.text_of(payload, _TEXTS[kind]) if kind in _TEXTS else "",
        source=base.name_of(payload, "source") if kind == model.SESSION_START else "",
        status="completed" if kind == model.STOP else "",
        loop_count=int(active) if isinstance(active, bool) else base.UNSAID,
        reason=base.name_of(payload, "reason"),
        trigger=base.name_of(payload, "trigger"),
        transcript=base.path_of(payload.get("transcript_path")),
        background=name == "SubagentStop"
        or bool(base.name_of(payload, "agent_id"))
        or (kind == model.PROMPT and base.name_of(payload, "source") in NOBODYS),
    )


def render(event: model.Event, reply: model.Reply) -> dict[str, object] | None:
    """Turn a Reply into Claude Code's answer, `{}` where there is nothing to say.

    None before a compaction: there whatever is printed, JSON too, goes into the summariser's
    instructions.
    """
    if event.kind == model.COMPACTION:
        return None
    if event.kind in _SPEAKING:
        return _speak(_SPEAKING[event.kind], base.fit(reply.context), base.fit(reply.notice))
    followup = base.fit(reply.followup)
    if event.kind == model.STOP and followup:
        return {"decision": "block", "reason": followup}
    return {}


def _speak(event_name: str, context: str, notice: str) -> dict[str, object]:
    answer: dict[str, object] = {}
    if context:
        answer["hookSpecificOutput"] = {
            "hookEventName": event_name,
            "additionalContext": context,
        }
    if notice:
        answer["systemMessage"] = notice
    return answer
