from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import clock, errors, model
from memory_store.journal import append, read, records, sessions, stored
from memory_store.store import layout, lock, log
from tests import faults, given

if TYPE_CHECKING:
    from collections.abc import Callable


def once(kind: str, session: str) -> Callable[[list[stored.Entry]], list[stored.Entry]]:
    """Decides to note `kind` unless it was noted before."""

    def decide(earlier: list[stored.Entry]) -> list[stored.Entry]:
        return [] if sessions.last(earlier, kind) else [records.event(kind, session, "cursor")]

    return decide


def once_slowly(session: str) -> Callable[[list[stored.Entry]], list[stored.Entry]]:
    """The same, with time enough for another process to come in between."""

    def decide(earlier: list[stored.Entry]) -> list[stored.Entry]:
        time.sleep(0.001)
        return once("session_start", session)(earlier)

    return decide


def kinds(store: layout.Store, session: str = "c1") -> list[object]:
    return [one["type"] for one in read.session_events(store, session)]


def test_an_event_is_noted_and_seen_by_the_next_one(store: layout.Store) -> None:
    assert sessions.note(store, "c1", once("session_start", "c1"))[0] == []
    earlier, noted = sessions.note(store, "c1", once("session_start", "c1"))

    assert not noted
    assert [one["type"] for one in earlier] == ["session_start"]
    assert kinds(store) == ["session_start"]
    assert Path(store.path, sessions.today()).is_file()


def test_sessions_do_not_see_each_other(store: layout.Store) -> None:
    sessions.note(store, "c1", once("session_start", "c1"))
    earlier, noted = sessions.note(store, "c2", once("session_start", "c2"))

    assert not earlier
    assert noted


@pytest.mark.parametrize(
    "session", ["", "会话", 'a"b', "a  b", "a\u200bb", "a\nb", "x" * 300, "\ud800"]
)
def test_a_thing_is_done_once_whatever_a_hosts_id_looks_like(
    store: layout.Store, session: str
) -> None:
    noted = [sessions.note(store, session, once("session_start", session))[1] for _ in "123"]

    assert [len(one) for one in noted] == [1, 0, 0]


@faults.posix
def test_hooks_that_run_at_once_do_a_thing_once(store: layout.Store) -> None:
    def run() -> None:
        for number in range(25):
            sessions.note(store, f"c{number}", once_slowly(f"c{number}"))

    faults.at_once(*[run] * 4)

    assert [len(kinds(store, f"c{number}")) for number in range(25)] == [1] * 25


@faults.posix
def test_without_the_lock_the_same_hooks_would_do_it_twice(store: layout.Store) -> None:
    """The control of the test above; on a busy machine it may take several rounds."""

    def run() -> None:
        for number in range(25):
            fresh = once_slowly(f"c{number}")(read.session_events(store, f"c{number}"))
            append.append_locked(store, sessions.today(), fresh, durable=False)

    def is_twice() -> bool:
        faults.at_once(*[run] * 4)
        twice = any(len(kinds(store, f"c{number}")) > 1 for number in range(25))
        Path(store.path, sessions.today()).unlink()
        return twice

    assert any(is_twice() for _ in range(20))


def test_where_there_is_no_store_nothing_is_noted_or_made(project: Path) -> None:
    asked = []

    def decide(earlier: list[stored.Entry]) -> list[stored.Entry]:
        asked.append(earlier)
        return [records.event("prompt", "c1", "cursor")]

    assert sessions.note(None, "c1", decide) == ([], [])
    assert sessions.note(layout.project_store(str(project)), "c1", decide) == ([], [])
    assert asked == [[], []]
    assert list(project.iterdir()) == []


def test_a_locked_journal_is_told_in_the_log_and_the_event_waits(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "_LOCK_SECONDS", 0.05)
    with lock.Held(store.path):
        assert sessions.note(store, "c1", once("session_start", "c1"))[0] == []

    assert "journal: " in Path(log.path()).read_text(encoding="utf-8")
    assert not sessions.note(store, "c1", once("session_start", "c1"))[1]
    assert kinds(store) == ["session_start"]


@faults.linux
def test_a_journal_that_can_not_be_written_gives_what_it_holds(store: layout.Store) -> None:
    sessions.note(store, "c1", once("session_start", "c1"))

    def note() -> list[object]:
        earlier, noted = sessions.note(store, "c1", once("session_end", "c1"))
        return [len(earlier), len(noted)]

    assert faults.in_child(note, faults.file_size_limit(10)) == [1, 0]
    assert faults.in_child(note) == [1, 1]


def test_a_record_that_is_not_valid_is_no_fault_of_the_hook(store: layout.Store) -> None:
    def decide(earlier: list[stored.Entry]) -> list[stored.Entry]:
        raise errors.UsageError(f"not a valid event after {len(earlier)}")

    assert sessions.note(store, "c1", decide) == ([], [])


def test_a_change_of_memory_md_changes_its_word(store: layout.Store) -> None:
    path = Path(store.path, layout.CORE)
    words = [sessions.core_state(store)]
    for text in ("one", "two", "three"):
        path.write_text(text)
        words.append(sessions.core_state(store))
    path.rename(path.with_suffix(".old"))
    words.append(sessions.core_state(store))

    assert len(set(words)) == len(words)
    assert words[-1] == ""


def test_how_far_was_looked_is_the_size_of_the_facts(store: layout.Store) -> None:
    assert sessions.seen(store)["facts"] == 0
    append.append(store, layout.FACTS, [{"id": "f_1"}])

    assert sessions.seen(store)["facts"] == Path(store.path, layout.FACTS).stat().st_size


def test_the_newest_event_of_some_kinds_is_found() -> None:
    events: list[stored.Entry] = [
        stored.Entry(type="prompt", n=1),
        stored.Entry(type="fact"),
        stored.Entry(type="prompt"),
    ]

    assert sessions.last(events, "prompt") is events[2]
    assert sessions.last(events, "fact", "response") is events[1]
    assert sessions.last(events, "response") is None
    assert sessions.since(events, "prompt") == []
    assert sessions.since(events[:2], "prompt") == events[1:2]
    assert sessions.since(events[1:2], "prompt") == events[1:2]


def test_a_repeat_is_the_same_event_within_a_time() -> None:
    now = clock.now()
    earlier: list[stored.Entry] = [
        stored.Entry(type="prompt", timestamp=clock.stamp(now - 5), turn_id="t1"),
        stored.Entry(type="response", timestamp=clock.stamp(now)),
    ]

    assert sessions.is_repeat(earlier, "prompt", 10, turn_id="t1")
    assert not sessions.is_repeat(earlier, "prompt", 10, turn_id="t2")
    assert not sessions.is_repeat(earlier, "prompt", 2, turn_id="t1")
    assert sessions.is_repeat(earlier, "response", 10, turn_id="")
    assert not sessions.is_repeat([earlier[1], earlier[0]], "response", 10, turn_id="")
    assert not sessions.is_repeat(earlier, "fact", 10)
    assert not sessions.is_repeat([stored.Entry(type="prompt", timestamp="nan")], "prompt", 10)


@pytest.mark.parametrize(
    ("begun", "kind", "agent", "is_main"),
    [
        ("solo_agent", model.PROMPT, "solo_agent", True),  # Trae names the main agent everywhere
        ("solo_agent", model.SESSION_START, "solo_agent", True),
        ("solo_agent", model.PROMPT, "a-1", False),
        ("", model.PROMPT, "a-1", False),
        ("", model.SESSION_START, "a-1", False),
        (None, model.SESSION_START, "solo_agent", True),
        (None, model.PROMPT, "a-1", False),
    ],
)
def test_the_agent_that_a_session_began_with_is_the_main_one(
    store: layout.Store, begun: str | None, kind: str, agent: str, *, is_main: bool
) -> None:
    if begun is not None:
        given.event(store, "session_start", source="startup", agent_id=begun or None)
    event = model.Event(host="claude", kind=kind, session_id=given.SESSION, agent_id=agent)

    assert sessions.is_main_agent(store, event) == is_main
