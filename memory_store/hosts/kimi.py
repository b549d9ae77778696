"""Kimi Code's dialect: its payloads and answers (docs/hosts.md 3, version 2.1.0).

Whatever a hook prints at a prompt goes to the model, `{}` too, and nothing printed elsewhere does.
Must not raise for a payload.
"""

from __future__ import annotations

from memory_store import model
from memory_store.hosts import own_words, wire

directory = wire.payload_directory

KINDS = {
    "UserPromptSubmit": model.PROMPT,
    "Stop": model.STOP,
    "SessionEnd": model.SESSION_END,
}

PUT_BESIDE = ("hook_result", "system-reminder")
"""Tags that it puts beside a person's words."""


def parse(payload: dict[str, object]) -> model.Event:
    """Turn a payload into an Event; fields of a wrong type count as not sent."""
    kind = KINDS.get(wire.text_of(payload, "hook_event_name"), "")
    event = wire.event(payload, "kimi", kind)
    event.traits = model.Traits(briefs_at_prompt=True)
    event.loop_count = wire.stop_count(payload)
    event.hears = kind in (model.PROMPT, model.STOP)
    if kind == model.PROMPT:
        event.text = own_words.without(_text(payload.get("prompt")), *PUT_BESIDE)[: wire.MAX_SAID]
    return event


def render(event: model.Event, reply: model.Reply) -> wire.Answer:
    """Turn a Reply into Kimi Code's answer; None where there is nothing to say.

    It has no line for the person alone, so a notice goes with the prompt's answer.
    """
    if event.kind == model.PROMPT:
        text = wire.fit("\n\n".join(filter(None, (reply.notice, reply.context))))
        return {"message": text} if text else None
    reason = wire.fit(reply.followup) if event.kind == model.STOP else ""
    if not reason:
        return {} if event.kind else None
    denied = {"permissionDecision": "deny", "permissionDecisionReason": reason}
    return {"hookSpecificOutput": denied}


def _text(parts: object) -> str:
    """The words of a prompt: a text, or its parts."""
    listed = parts if isinstance(parts, list) else [{"text": parts}]
    texts = [wire.text_of(one, "text") for one in listed if isinstance(one, dict)]
    return "\n\n".join(filter(None, texts))
