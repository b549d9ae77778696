"""Trae's dialect, which is Claude Code's with marks of its own (docs/hosts.md 3, not run).

It names its agent on each event, and a workspace in place of a transcript. Must not raise for a
payload.
"""

from __future__ import annotations

from memory_store import model
from memory_store.hosts import claude, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

KINDS = {
    "SessionStart": model.SESSION_START,
    "UserPromptSubmit": model.PROMPT,
    "Stop": model.STOP,
}

_TEXTS = ("last_assistant_message", "text_content")


def parse(payload: dict[str, object]) -> model.Event:
    """Turn a payload into an Event; fields of a wrong type count as not sent.

    No event is a sub-agent's: `agent_id` names the agent that the person chose.
    """
    event = claude.parse({**payload, "agent_id": "", "transcript_path": ""})
    event.kind = KINDS.get(wire.text_of(payload, "hook_event_name"), "")
    if event.kind == model.STOP:
        texts = (wire.text_of(payload, key) for key in _TEXTS)
        event.text = next(filter(None, texts), "")[: wire.MAX_SAID]
    roots = payload.get("workspace_roots")
    named = wire.path_of(roots[0]) if isinstance(roots, list) and roots else ""
    event.directory = named or event.directory
    event.shows = False
    return event


def render(event: model.Event, reply: model.Reply) -> wire.Answer:
    """Turn a Reply into Trae's answer; it shows the person nothing, so the model gets a notice."""
    context = "\n\n".join(filter(None, (reply.notice, reply.context)))
    return claude.render(event, model.Reply(context=context, followup=reply.followup))


def directory(
    event: model.Event, environment: Mapping[str, str], has_memory: Callable[[str], bool]
) -> str:
    """The first folder of the workspace, else where the agent is; "" if nothing names it."""
    return wire.payload_directory(event, environment, has_memory)
