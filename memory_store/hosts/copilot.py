"""Copilot CLI's dialect for hooks in a `.claude/settings.json` (docs/hosts.md 3).

Copilot sends Claude Code's events with fields of its own, and at two events takes text for the
model from a key of its own. Must not raise for a payload.
"""

from __future__ import annotations

from memory_store import model
from memory_store.hosts import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

directory = wire.payload_directory

KINDS = {
    "SessionStart": model.SESSION_START,
    "UserPromptSubmit": model.PROMPT,
    "Stop": model.STOP,
    "SessionEnd": model.SESSION_END,
}

_HEARD = (model.SESSION_START, model.PROMPT)
"""The events whose answer may hold text for the model."""

_IS_SET = "1"


def is_it(payload: dict[str, object], environment: Mapping[str, str]) -> bool:
    """Whether Copilot CLI started a hook with this payload.

    Its variable stands in the environment of a Claude Code that its agent started too, but no
    payload of Claude Code tells the time.
    """
    return environment.get("COPILOT_CLI") == _IS_SET and "timestamp" in payload


def parse(payload: dict[str, object]) -> model.Event:
    """Turn a payload into an Event; fields of a wrong type count as not sent."""
    kind = KINDS.get(wire.text_of(payload, "hook_event_name"), "")
    event = wire.event(payload, "copilot", kind)
    event.text = wire.text_of(payload, "prompt")[: wire.MAX_SAID] if kind == model.PROMPT else ""
    event.source = "startup" if event.source == "new" else event.source
    event.loop_count = wire.stop_count(payload)
    event.hears = kind in _HEARD
    return event


def render(event: model.Event, reply: model.Reply) -> dict[str, object]:
    """Turn a Reply into Copilot's answer, `{}` where there is nothing to say.

    It shows the person nothing, so that a notice goes to the model.
    """
    text = wire.fit("\n\n".join(filter(None, (reply.notice, reply.context))))
    return {"additionalContext": text} if text and event.kind in _HEARD else {}
