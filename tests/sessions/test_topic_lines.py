"""The line with which an agent ends a task is the session's summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory_store.sessions import topic_lines
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from memory_store.journal import stored

ANSWER = (
    "Sessions live in Redis now.\n\n"
    "S @sessions: Moved to Redis, tests pass. TODO: migrate staging; drop the old table"
)


def keep(store: layout.Store, *events: stored.Entry) -> list[given.Record]:
    topic_lines.keep(store, list(events))
    return given.lines(store, layout.SESSIONS)


def test_it_is_the_summary_of_the_session_by_its_agent(store: layout.Store) -> None:
    answer = given.event(store, "response", ago=60, text=ANSWER)

    (made,) = keep(store, answer)

    assert (made["topic"], made["summary"]) == ("sessions", "Moved to Redis, tests pass.")
    assert made["todos"] == ["migrate staging", "drop the old table"]
    assert (made["origin"], made["source"]["via"]) == ("agent", "agent")
    assert made["created_at"] == answer["timestamp"]
    assert given.journal(store, "summary")[0]["record_id"] == made["id"]
