"""Around a compaction: asks for what would be lost, once for each, and keeps what came of it.

The journal already holds what was captured, so nothing depends on the agent.
"""

from __future__ import annotations

from memory_store import model, place
from memory_store.journal import records, sessions
from memory_store.language import wording
from memory_store.start import asking, past

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry


_MOST_CHARS = 400
"""Of what is printed for the model that sums up: the person sees it."""


def handle(event: model.Event, where: place.Place) -> model.Reply:
    """The request, as a notice (Cursor shows it to the person; the agent gets it with a prompt).

    A model that sums up gets it as context, and of its summary the memory lines are kept.
    """
    if event.kind == model.COMPACTED:
        from memory_store.handlers import capture_response  # other compactions say nothing

        return capture_response.handle(event, where)
    switch = "compaction_lines" if event.traits.sums_up else "flush"
    if where.project is None or not event.hears or not where.config.switch(switch):
        return model.Reply()

    def decide(earlier: list[Entry]) -> list[Entry]:
        if _was_requested(earlier, event):
            return []
        request = records.event(
            "flush_requested",
            event.session_id,
            event.host,
            turn_id=event.turn_id,
            message_count=event.message_count,
            usage_percent=event.usage_percent,
        )
        return [request]

    earlier, noted = sessions.note(where.project, event.session_id, decide)
    if not noted:
        return model.Reply()

    def afterwards() -> None:
        from memory_store.capture import pipeline  # the answer is out

        # what a killed hook left in the journal alone; the session's end looks for changes too
        pipeline.keep(where, earlier, changes=False)

    spoken = past.spoken(where, earlier)
    if event.traits.sums_up:
        asked = wording.say(spoken, "memory_lines")
        asked += asking.left_open(where, earlier, spoken, _MOST_CHARS - len(asked))
        return model.Reply(afterwards=afterwards, context=asked)
    asked = asking.flush(event.session_id, where, spoken, event.usage_percent, event.message_count)
    return model.Reply(afterwards=afterwards, notice=asked)


def _was_requested(earlier: list[Entry], event: model.Event) -> bool:
    """Whether this very compaction was announced before: same turn, same number of messages.

    A long turn is compacted several times; then the session went on since.
    """
    return any(
        one.type == "flush_requested"
        and one.turn_id == event.turn_id
        and one.get("message_count") == event.message_count
        for one in sessions.since(earlier, "session_start")
    )
