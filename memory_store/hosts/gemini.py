"""Gemini CLI's dialect: its payloads and answers (docs/hosts.md 3, version 0.61.0).

PreCompress comes with every turn, so it is not wired. Must not raise for a payload.
"""

from __future__ import annotations

from memory_store import model
from memory_store.hosts import own_words, wire

directory = wire.payload_directory

KINDS = {
    "SessionStart": model.SESSION_START,
    "BeforeAgent": model.PROMPT,
    "AfterAgent": model.STOP,
    "SessionEnd": model.SESSION_END,
}

_TEXTS = {model.PROMPT: "prompt", model.STOP: "prompt_response"}
_HEARD = {model.SESSION_START: "SessionStart", model.PROMPT: "BeforeAgent"}
_ANSWERS = "hook_context"
"""The tag around hooks' answers, which stand before the person's words in the next payload."""


def parse(payload: dict[str, object]) -> model.Event:
    """Turn a payload into an Event; fields of a wrong type count as not sent."""
    kind = KINDS.get(wire.text_of(payload, "hook_event_name"), "")
    text = wire.text_of(payload, _TEXTS[kind]) if kind in _TEXTS else ""
    event = wire.event(payload, "gemini", kind)
    event.text = own_words.without(text, _ANSWERS)[: wire.MAX_SAID]
    event.loop_count = int(payload.get("stop_hook_active") is True)
    event.hears = kind in _HEARD
    return event


def render(event: model.Event, reply: model.Reply) -> dict[str, object]:
    """Turn a Reply into Gemini's answer, `{}` where there is nothing to say.

    A notice goes to the model, which can tell the person.
    """
    text = wire.fit("\n\n".join(filter(None, (reply.notice, reply.context))))
    name = _HEARD.get(event.kind)
    if not text or name is None:
        return {}
    return {"hookSpecificOutput": {"hookEventName": name, "additionalContext": text}}
