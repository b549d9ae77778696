"""The start of a sub-agent: gives it the rules that hold, which nobody else tells it.

A sub-agent is no session. Must not write to the journal, or tell the person anything.
"""

from __future__ import annotations

from memory_store import model, place
from memory_store.start import past, prepared


def handle(event: model.Event, where: place.Place) -> model.Reply:
    """The rules as context; nothing where there is none, or the setting `subagents` is off."""
    if not event.hears or not where.config.switch("subagents"):
        return model.Reply()
    recent = past.recent_prompts(where.project)
    spoken = past.spoken(where, recent)
    wanted = past.Wanted(where, event.host, event.session_id, recent, spoken, model.MAX_TEXT)
    context, keep = prepared.rules(wanted)
    return model.Reply(context=context, afterwards=keep)
