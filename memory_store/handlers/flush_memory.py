"""Before a compaction: asks the agent to save what would be lost, once for each compaction.

The journal already holds what was captured, so nothing depends on the agent. Must not answer
Claude Code, which would add the answer to the summariser's instructions.
"""

from __future__ import annotations

from memory_store import model, place
from memory_store.capture import pipeline
from memory_store.handlers import asking
from memory_store.journal import records, sessions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry


def handle(event: model.Event, where: place.Place) -> model.Reply:
    """The request as a notice (Cursor shows it to the person; the agent gets it with a prompt)."""
    if where.project is None or not event.hears or not where.config.switch("flush"):
        return model.Reply()

    def decide(earlier: list[Entry]) -> Entry | None:
        if _was_requested(earlier, event):
            return None
        return records.event(
            "flush_requested",
            event.session_id,
            event.host,
            turn_id=event.turn_id,
            message_count=event.message_count,
            usage_percent=event.usage_percent,
        )

    earlier, noted = sessions.note(where.project, event.session_id, decide)
    if not noted:
        return model.Reply()

    def afterwards() -> None:
        # what a killed hook left in the journal alone; the session's end looks for changes too
        pipeline.keep(where, earlier, changes=False)

    return model.Reply(
        afterwards=afterwards,
        notice=asking.flush(
            event.session_id,
            where,
            asking.spoken(where, earlier),
            event.usage_percent,
            event.message_count,
        ),
    )


def _was_requested(earlier: list[Entry], event: model.Event) -> bool:
    """Whether this very compaction was announced before: same turn, same number of messages."""
    return any(
        one.type == "flush_requested"
        and one.turn_id == event.turn_id
        and one.get("message_count") == event.message_count
        for one in earlier
    )
