"""Turns that hooks missed are added once, with their own times, and nothing of others.

More sessions are in examples.json.
"""

from __future__ import annotations

import os
from pathlib import Path

import hypothesis
import pytest
from hypothesis import strategies as st

from memory_store import clock
from memory_store.capture import backfill
from memory_store.hosts import transcript_claude
from memory_store.journal import create
from memory_store.store import layout
from tests import faults, given, transcripts

pytestmark = pytest.mark.usefixtures("words_alone")

DAY = 86_400


def run(store: layout.Store) -> int:
    return backfill.take_in(given.where(store), store)


def claude(store: layout.Store, *, ago: float = 600) -> transcripts.Claude:
    transcripts.started(store, transcripts.SESSION, ago=ago + 100)
    return transcripts.Claude(ago=ago, project=store.project)


def captured(
    store: layout.Store, kind: str, text: str | None = None, ago: float = 595, key: str = ""
) -> None:
    given.event(store, kind, transcripts.SESSION, ago=ago, text=text, turn_id=key)


def texts(store: layout.Store) -> list[str]:
    return [one.text for one in given.journal(store, "prompt", "response")]


def test_a_session_that_no_hook_captured_is_there_with_its_own_times(store: layout.Store) -> None:
    made = claude(store).ask("Why is it slow?", "p-1").say("No index.").use("x").say("Added.")
    made.write()

    assert run(store) == 3

    found = given.journal(store, "prompt", "response")
    assert [(one["type"], one["text"], one["timestamp"]) for one in found] == [
        ("prompt", "Why is it slow?", made.moment(0)),
        ("response", "No index.", made.moment(1)),
        ("response", "Added.", made.moment(4)),
    ]
    origins = {(one["turn_id"], one["source"], one["host"]) for one in found}
    assert origins == {("p-1", "transcript", "claude")}


def test_with_capture_off_nothing_is_taken_then_or_later(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    claude(store).ask("one", "p-1").say("1").write()
    monkeypatch.setenv("MEMORY_STORE_CAPTURE", "off")
    assert run(store) == 0
    captured(store, "prompt", key="p-1")  # as the hook notes it
    monkeypatch.delenv("MEMORY_STORE_CAPTURE")

    assert run(store) == 0
    assert given.holding("one", store.path) == []


def test_a_run_reads_so_much_and_the_next_one_goes_on_a_long_file_from_its_end(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    claude(store).ask("lost").use("x" * 20_000).say("after much").write()
    transcripts.started(store, "c-1", "cursor")
    transcripts.Cursor(project=store.project).ask("older").say("answer").write()
    monkeypatch.setattr(backfill, "MOST_BYTES", 10_000)

    assert [run(store), run(store), run(store)] == [2, 1, 0]
    assert sorted(texts(store)) == ["after much", "answer", "older"]


def test_only_sessions_of_the_last_journal_days_are_looked_at(store: layout.Store) -> None:
    claude(store, ago=8 * DAY).ask("one").write()
    for days in range(7):
        given.event(store, "session_end", "another", ago=days * DAY)

    assert run(store) == 0


def test_each_turn_goes_to_the_journal_of_its_own_day_at_the_latest_of_today(
    store: layout.Store,
) -> None:
    made = claude(store, ago=2 * DAY).ask("two days ago")
    made._moment = clock.now() - 600
    made.say("today").ask("later", timestamp="2999-01-01T00:00:00Z").write()

    assert run(store) == 3

    found = given.journal(store, "prompt", "response")
    for one in found:
        day = transcripts.local_day(str(one["timestamp"]))
        assert one in given.lines(store, f"{layout.DAILY}/{day}.jsonl")
    assert found[-1].text_of("timestamp") <= clock.stamp(clock.now())


@faults.posix
@pytest.mark.parametrize("kind", faults.TRAPS)
def test_no_trap_in_the_place_of_a_transcript_is_read(
    store: layout.Store, tmp_path: Path, kind: str
) -> None:
    """A path can come with a journal that somebody else wrote."""
    path = claude(store).ask("one").say("1").write()
    faults.trap(path, kind, transcripts.put(tmp_path / path.name, path.read_bytes()))

    assert run(store) == 0


@faults.posix
@pytest.mark.parametrize(("above", "added"), [(0, 0), (2, 2)])
def test_a_link_is_followed_to_the_hosts_directory_and_not_beneath_it(
    store: layout.Store, tmp_path: Path, above: int, added: int
) -> None:
    folder = claude(store).ask("one").say("1").write().parents[above]
    folder.symlink_to(folder.rename(tmp_path / "elsewhere"))

    assert run(store) == added


def test_a_file_is_read_where_the_host_said_so_but_not_outside(
    store: layout.Store, tmp_path: Path
) -> None:
    """Claude's directory is named by where it was started: perhaps beneath the project."""
    made = transcripts.Claude(project=f"{store.project}/sub").ask("one").say("1")
    outside = transcripts.put(tmp_path / made.path().name, made.content())
    transcripts.started(store, transcripts.SESSION, path=outside)
    assert run(store) == 0

    transcripts.started(store, transcripts.SESSION, path=made.write())

    assert run(store) == 2


def test_damaged_marks_cost_time_and_nothing_else(store: layout.Store) -> None:
    claude(store).ask("one").say("1").write()
    run(store)
    marks = Path(layout.cache_directory(store), "transcripts.json")
    for text in ("[]", "{", marks.read_text().replace("1", '"x"')):
        marks.write_text(text)
        assert run(store) == 0


@pytest.mark.long
def test_two_runs_at_once_take_each_turn_in_once(store: layout.Store) -> None:
    made = claude(store)
    for turn in range(30):
        made.ask(f"question {turn}").say(f"answer {turn}")
    made.write()

    faults.at_once(*[lambda: run(store)] * 3)

    assert len(texts(store)) == len(set(texts(store))) == 60


def growing(project: str = "/w") -> transcripts.Claude:
    """A session with the same words more than once."""
    made = transcripts.Claude(project=project)
    for turn, text in enumerate(["continue", "continue", "第三个问题", "last"]):
        made.ask(text, f"p-{turn}").think("x").say(f"answer {turn % 2}").use("out")
        made.say("done").say("and more", more=True)
    return made


SPLITS = st.lists(st.integers(0, len(growing().content())), max_size=6)


@pytest.mark.long
@hypothesis.settings(
    max_examples=40, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture]
)
@hypothesis.given(SPLITS, st.lists(st.booleans(), min_size=16, max_size=16))
def test_a_file_seen_in_any_growing_pieces_gives_the_same_turns_once(
    tmp_path: Path, ends: list[int], caught: list[bool]
) -> None:
    """Whatever hooks caught of it."""
    project = tmp_path / os.urandom(6).hex()
    project.mkdir()
    store = layout.project_store(str(project))
    create.create(store)
    made = growing(store.project)
    found = transcript_claude.parse(made.content(), transcripts.SESSION).turns
    transcripts.started(store, transcripts.SESSION, ago=700)
    for turn, was in zip(found, caught, strict=False):
        if was:
            ago = clock.now() - (turn.moment or 0) - 0.2
            captured(store, turn.role, turn.text, ago, turn.key)

    for end in sorted(ends):
        made.write(made.content()[:end], quiet=False)
        run(store)
    made.write()
    run(store)
    run(store)

    events = given.journal(store, "prompt", "response")
    journalled = [(one["type"], one["text"], one["turn_id"]) for one in events]
    assert sorted(journalled) == sorted((one.role, one.text, one.key) for one in found)
