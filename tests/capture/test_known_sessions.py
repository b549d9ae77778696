"""The sessions that the journal knows: whose transcripts may be looked at."""

from __future__ import annotations

from pathlib import Path

from memory_store.capture import known_sessions
from memory_store.store import layout
from tests import given


def found(store: layout.Store) -> dict[str, known_sessions.Session]:
    return {one.id: one for one in known_sessions.sessions(store)}


def test_a_session_that_was_not_to_be_captured_is_left_alone(store: layout.Store) -> None:
    given.event(store, "session_start", "no text", transcript="")
    given.event(store, "prompt", "no text")
    given.event(store, "prompt", "no text", text="and with one")
    given.event(store, "session_start", "no place")
    given.event(store, "session_start", "", transcript="")

    assert found(store) == {}


def test_only_the_last_days_are_looked_at_and_older_words_are_not_covered(
    store: layout.Store,
) -> None:
    day = 86_400
    for ago in range(9):
        given.event(store, "session_start", f"s-{ago}", ago=ago * day, transcript="")
    given.event(store, "prompt", "s-8", text="goes on")

    sessions = found(store)

    assert set(sessions) == {f"s-{ago}" for ago in (0, 1, 2, 3, 4, 5, 6, 8)}
    goes_on = sessions["s-8"]
    assert not goes_on.covers(goes_on.began - 11)
    assert goes_on.covers(goes_on.began - 9)
    assert goes_on.covers(None)


def test_damaged_lines_and_files_cost_themselves_alone(
    store: layout.Store, tmp_path: Path
) -> None:
    given.event(store, "session_start", "s-1", transcript="")
    day = next(Path(store.path, layout.DAILY).iterdir())
    with day.open("ab") as file:
        file.write(
            b'{"type":"session_start","session_id":"torn\n\xff\xfe\n[]\n{"session_id":""}\n'
        )
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b'{"type":"session_start","session_id":"s-2","host":"cursor"}\n')
    (day.parent / "2026-01-01.jsonl").hardlink_to(elsewhere)

    assert set(found(store)) == {"s-1"}
