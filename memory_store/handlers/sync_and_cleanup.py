"""Session end: journals the end, and brings the index up to date after the answer.

Hosts kill this hook, so the end is written before anything slow; the next hook, search or sync
does the rest. Must not embed (`background` does).
"""

from __future__ import annotations

import os

from memory_store import background, model, packages, place
from memory_store.journal import create, records, sessions
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry


_SECONDS = 0.7  # a host may kill it 1.5 s after it began; what is left, a detached run does


def handle(event: model.Event, where: place.Place) -> model.Reply:
    """Nothing to say; the rest of the work follows the answer."""
    if where.project is None:
        return model.Reply()
    unheard = event.background and not where.config.switch("background_agents")
    if unheard and not where.project.exists():
        return model.Reply()
    create.create(where.project)
    store, project = where.project, where.project.project

    def decide(earlier: list[Entry]) -> list[Entry]:
        if _has_ended(earlier):
            return []
        end = records.event(
            "session_end",
            event.session_id,
            event.host,
            reason=event.reason,
            error=event.error or None,
            duration_ms=max(0, event.duration_ms),
            transcript=event.transcript if where.config.switch("capture") else None,
        )
        return [end]

    sessions.note(where.project, event.session_id, decide)

    def afterwards() -> None:
        packages.use()
        from memory_store.upkeep import finish  # the answer is out

        done = finish.bring_up_to_date(where, embed_seconds=None, seconds=_SECONDS)
        if not done.unfinished:
            from memory_store.promotion import proposals  # nor is it worth its imports else

            proposals.refresh(where)
        from memory_store.codebase import sources  # see above

        embeds = done.vectors_missing and where.config.word("embedder") != "none"
        asks = where.config.word("judge_provider") != "none"
        meets = os.path.exists(layout.remotes())
        if done.unfinished or embeds or asks or meets or sources.is_due(store):
            background.sync(project)

    return model.Reply(afterwards=afterwards)


def _has_ended(earlier: list[Entry]) -> bool:
    """Whether the session's end was noted since it began or went on (hosts send it twice)."""
    newest = sessions.last(earlier, "session_end", "session_start", "prompt")
    return newest is not None and newest.type == "session_end"
