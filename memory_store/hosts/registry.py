"""Which host speaks, and which hook answers what: the one table of dialects.

It decides by the payload and the environment, raises for none, and leaves every wire word to the
dialects' modules.
"""

from __future__ import annotations

from memory_store import model
from memory_store.hosts import base, claude, copilot, cursor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

HOSTS: dict[str, base.Host] = {
    model.CURSOR: cursor,
    model.CLAUDE: claude,
    model.COPILOT: copilot,
}

HANDLES: dict[str, tuple[str, ...]] = {
    "load_memory": (model.SESSION_START,),
    "recall_memory": (model.PROMPT,),
    "capture_response": (model.RESPONSE,),
    "flush_memory": (model.COMPACTION,),
    "prompt_session_save": (model.STOP,),
    "sync_and_cleanup": (model.SESSION_END,),
}
"""The kinds of event that each hook script takes; what else it is sent is answered `{}`."""


def parse(
    payload: dict[str, object], named_host: str = "", environment: Mapping[str, str] | None = None
) -> model.Event:
    """Turn any payload into an Event.

    Args:
        payload: the JSON object that came on standard input, whatever is in it.
        named_host: what `--host` said; it counts only where the payload shows no dialect.
        environment: the variables that the host set; None for none.
    """
    return HOSTS[_host_of(payload, named_host, environment or {})].parse(payload)


def render(event: model.Event, reply: model.Reply) -> dict[str, object] | None:
    """Turn a Reply into the one JSON object that the event's host expects.

    Returns:
        The object; `{}` says nothing; None means that not one byte may be printed.
    """
    return HOSTS[event.host].render(event, reply)


def _host_of(payload: dict[str, object], named_host: str, environment: Mapping[str, str]) -> str:
    # docs/hosts.md 6.1: Cursor starts hooks of imported Claude files with its own payload
    event_name = base.text_of(payload, "hook_event_name")
    if "cursor_version" in payload or event_name in cursor.EVENTS:
        return model.CURSOR
    if event_name:
        return model.COPILOT if copilot.is_it(payload, environment) else model.CLAUDE
    if "conversation_id" in payload:
        return model.CURSOR
    return named_host if named_host in (model.CURSOR, model.CLAUDE) else model.CLAUDE
