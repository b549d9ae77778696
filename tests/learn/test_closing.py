"""Sessions that hosts left open: their end is noted once they are surely over."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_store import layout
from memory_store.journal import sessions
from memory_store.learn import closing
from tests import given

HOUR = 3600


def ended(store: layout.Store) -> list[str]:
    return [one["session_id"] for one in given.journal(store, "session_end")]


def test_a_session_that_was_silent_for_half_a_day_is_ended_once(store: layout.Store) -> None:
    given.event(store, "session_start", "s-1", ago=20 * HOUR)
    given.event(store, "prompt", "s-1", ago=13 * HOUR, text="the last thing said")

    assert closing.ends(store) == 1
    assert closing.ends(store) == 0

    assert ended(store) == ["s-1"]
    assert given.journal(store, "session_end")[0]["reason"] == "unknown"


@pytest.mark.parametrize("ago", [60, 11 * HOUR])
def test_a_session_that_may_still_run_is_left_open(store: layout.Store, ago: float) -> None:
    given.event(store, "session_start", "s-1", ago=20 * HOUR)
    given.event(store, "prompt", "s-1", ago=ago, text="said a while ago")

    assert closing.ends(store) == 0


def test_a_session_that_has_ended_is_left_as_it_is(store: layout.Store) -> None:
    given.event(store, "session_start", "s-1", ago=20 * HOUR)
    given.event(store, "session_end", "s-1", ago=19 * HOUR, reason="completed")

    assert closing.ends(store) == 0


def test_a_session_that_went_on_after_its_end_and_broke_off_gets_another(
    store: layout.Store,
) -> None:
    given.event(store, "session_start", "s-1", ago=40 * HOUR)
    given.event(store, "session_end", "s-1", ago=39 * HOUR, reason="completed")
    given.event(store, "session_start", "s-1", ago=20 * HOUR, source="resume")

    assert closing.ends(store) == 1
    assert ended(store) == ["s-1", "s-1"]


def test_other_sessions_and_sessions_without_a_name_are_no_concern(store: layout.Store) -> None:
    given.event(store, "session_start", "", ago=20 * HOUR)
    given.event(store, "session_start", "s-1", ago=20 * HOUR)
    given.event(store, "session_start", "s-2", ago=60)

    assert closing.ends(store) == 1
    assert ended(store) == ["s-1"]


def test_a_closed_session_that_speaks_again_can_end_again(store: layout.Store) -> None:
    given.event(store, "session_start", "s-1", ago=20 * HOUR)
    closing.ends(store)
    given.event(store, "session_start", "s-1", ago=0, source="resume")

    events = given.journal(store)

    assert sessions.last(events, "session_start", "session_end") == events[-1]
    assert closing.ends(store) == 0


def test_a_damaged_day_costs_no_other(store: layout.Store) -> None:
    given.event(store, "session_start", "s-1", ago=20 * HOUR)
    Path(store.path, layout.DAILY, "2026-01-01.jsonl").mkdir()
    for day in Path(store.path, layout.DAILY).glob("*.jsonl"):
        if day.is_file():
            day.write_bytes(b'{"type":"session_\n[1]\n\xff' + b"\n" + day.read_bytes())

    assert closing.ends(store) == 1
