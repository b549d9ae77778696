"""Save a session's summary; a later one of the same session replaces it."""

from __future__ import annotations

from memory_store import model, place
from memory_store.cli import terminal
from memory_store.commands import save_fact
from memory_store.journal import append, create, read, records, sessions
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags

_TAIL_BYTES = 1 << 20


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Save the summary.

    Raises:
        UsageError: the topic or summary is empty, or the store is not trusted.
        StoreError: the store can't be written; nothing was saved.
    """
    store = terminal.store_of(where, arguments.scope)
    summary, redacted = records.summary(
        arguments.session,
        topic=arguments.topic,
        text=save_fact.content_of(arguments.summary),
        decisions=arguments.decision,
        todos=arguments.todo,
        source={"session_id": arguments.session, "via": "agent" if arguments.session else "user"},
        origin="agent",
    )
    create.create(store)
    replaced = bool(arguments.session) and any(
        one.get("session_id") == arguments.session
        for one in read.newest_first(store, layout.SESSIONS, _TAIL_BYTES)
    )
    append.append(store, layout.SESSIONS, [summary])
    event = records.event("summary", arguments.session, "cli", record_id=summary.id)
    sessions.note(store, arguments.session, lambda _: event)
    status = "replaced" if replaced else "saved"
    note = f" (removed: {', '.join(redacted)})" if redacted else ""
    answer: dict[str, object] = {"status": status, "id": summary.id, "redacted": redacted}
    return model.Answer(answer, f"{status} {summary.id}{note}")
