"""Which host speaks, and which hook answers what: the one table of dialects.

It decides by the payload and the environment, raises for none, and leaves every wire word to the
dialects' modules.
"""

from __future__ import annotations

from memory_store import model
from memory_store.hosts import base

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

HOSTS = (model.CURSOR, model.CLAUDE, model.COPILOT)
"""The hosts, each by the name of its dialect's module: a hook loads the one that called it."""

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
    return _dialect(_host_of(payload, named_host, environment or {})).parse(payload)


def render(event: model.Event, reply: model.Reply) -> dict[str, object] | None:
    """Turn a Reply into the one JSON object that the event's host expects.

    Returns:
        The object; `{}` says nothing; None means that not one byte may be printed.
    """
    return _dialect(event.host).render(event, reply)


def directory(
    event: model.Event, environment: Mapping[str, str], has_memory: Callable[[str], bool]
) -> str:
    """The project's directory that an event is about; "" where nothing names one.

    Args:
        event: what the host told.
        environment: the variables that the host set.
        has_memory: whether a directory's project has a memory.
    """
    return _dialect(event.host).directory(event, environment, has_memory)


def is_superseded(event: model.Event, named_host: str, directory: str) -> bool:
    """Whether another wiring of the same host does this hook's work."""
    if event.host == named_host or event.host != model.CURSOR:
        return False
    from memory_store.hosts import cursor  # it imports the wiring of others

    return cursor.is_superseded(named_host, directory)


def _dialect(host: str) -> base.Host:
    found: base.Host = __import__(f"memory_store.hosts.{host}", fromlist=["parse"])
    return found


def _host_of(payload: dict[str, object], named_host: str, environment: Mapping[str, str]) -> str:
    # docs/hosts.md 6.1: Cursor starts hooks of imported Claude files with its own payload
    event_name = base.text_of(payload, "hook_event_name")
    if "cursor_version" in payload or event_name[:1].islower():  # Claude's begin with a capital
        return model.CURSOR
    if event_name:
        return model.COPILOT if _is_copilot(payload, environment) else model.CLAUDE
    if "conversation_id" in payload:
        return model.CURSOR
    return named_host if named_host in (model.CURSOR, model.CLAUDE) else model.CLAUDE


def _is_copilot(payload: dict[str, object], environment: Mapping[str, str]) -> bool:
    if not environment.get("COPILOT_CLI"):
        return False
    from memory_store.hosts import copilot  # few processes have its variable

    return copilot.is_it(payload, environment)
