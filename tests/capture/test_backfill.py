"""Turns that hooks missed are added once, with their own times, and nothing of others."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import hypothesis
import pytest
from hypothesis import strategies as st

from memory_store import clock
from memory_store.capture import backfill
from memory_store.hosts import transcript_claude
from memory_store.journal import create
from memory_store.store import layout
from memory_store.upkeep import finish
from tests import faults, given, transcripts

pytestmark = pytest.mark.usefixtures("words_alone")

DAY = 86_400


def run(store: layout.Store) -> int:
    return backfill.take_in(given.where(store), store)


def claude(store: layout.Store, *, ago: float = 600) -> transcripts.Claude:
    transcripts.started(store, transcripts.SESSION, ago=ago + 100)
    return transcripts.Claude(ago=ago, project=store.project)


def cursor(store: layout.Store) -> transcripts.Cursor:
    transcripts.started(store, "c-1", "cursor")
    return transcripts.Cursor(project=store.project)


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


def test_the_last_turn_of_a_session_at_work_is_left_to_its_hooks(store: layout.Store) -> None:
    made = claude(store).ask("one", "p-1").say("1").ask("two", "p-2").say("2")
    made.write(quiet=False)
    assert run(store) == 2
    captured(store, "prompt", "two", 1, "p-2")
    captured(store, "response", "2", 0, "p-2")
    made.write()  # a minute of silence later

    assert run(store) == 0
    assert sorted(texts(store)) == ["1", "2", "one", "two"]


def test_an_ended_session_is_taken_in_whole_at_once(store: layout.Store) -> None:
    claude(store).ask("one", "p-1").say("1").write(quiet=False)
    captured(store, "session_end", ago=0)

    assert run(store) == 2


def test_a_run_reads_so_much_and_the_next_one_goes_on_a_long_file_from_its_end(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    claude(store).ask("lost").use("x" * 20_000).say("after much").write()
    cursor(store).ask("older").say("answer").write()
    monkeypatch.setattr(backfill, "MOST_BYTES", 10_000)

    assert [run(store), run(store), run(store)] == [2, 1, 0]
    assert sorted(texts(store)) == ["after much", "answer", "older"]


def test_words_from_before_the_memory_saw_the_session_are_left_out(store: layout.Store) -> None:
    """A resumed or forked session brings the words of another with it."""
    made = transcripts.Claude(ago=5_000, project=store.project).ask("old").say("old answer")
    made._moment = clock.now() - 600
    made.ask("new").say("new answer").write()
    transcripts.started(store, transcripts.SESSION, ago=610)

    assert run(store) == 2
    assert texts(store) == ["new", "new answer"]


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


class TestCursor:
    """Nothing has a time or an id, and the file is written anew."""

    def test_a_conversation_is_there_once_in_its_order_and_grows(
        self, store: layout.Store
    ) -> None:
        made = cursor(store).ask("one").say("1").end().ask("two").say("2").end()
        made.write()
        assert [run(store), run(store)] == [4, 0]
        made.lines.insert(0, {"type": "metadata", "metadata": {"overview": "x"}})
        made.ask("three").write()

        assert run(store) == 1
        assert texts(store) == ["one", "1", "two", "2", "three"]
        stamps = [str(one["timestamp"]) for one in given.journal(store, "prompt", "response")]
        assert stamps == sorted(set(stamps))

    def test_captured_answers_stay_as_they_were_captured(self, store: layout.Store) -> None:
        made = cursor(store).ask("one").say("Done.", "The user wants it short.")
        made.ask("two").say("It is a cat.", "[REDACTED]").write()
        given.event(store, "prompt", "c-1", ago=500, text="one")
        given.event(store, "response", "c-1", ago=490, text="Done.")

        assert run(store) == 2
        assert texts(store) == ["one", "Done.", "two", "It is a cat."]
        assert given.holding("secret command", store.path) == []

    def test_of_a_conversation_that_was_met_half_way_only_what_follows_is_taken(
        self, store: layout.Store
    ) -> None:
        transcripts.Cursor(project=store.project).ask("old").say("o").ask("new").say("n").write()
        given.event(store, "prompt", "c-1", ago=500, text="new", host="cursor")
        given.event(store, "session_end", "c-1", ago=400, transcript="")

        assert run(store) == 1
        assert texts(store) == ["new", "n"]


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
    for text in ("", "[]", '{"a":1}', "{", marks.read_text() + "x"):
        marks.write_text(text)
        assert run(store) == 0
    assert texts(store) == ["one", "1"]


def test_two_runs_at_once_take_each_turn_in_once(store: layout.Store) -> None:
    made = claude(store)
    for turn in range(30):
        made.ask(f"question {turn}").say(f"answer {turn}")
    made.write()

    faults.at_once(*[lambda: run(store)] * 3)

    assert len(texts(store)) == len(set(texts(store))) == 60


def test_a_late_answer_is_learnt_from_and_the_summary_made_anew(store: layout.Store) -> None:
    made = claude(store).ask("Why is the checkout so slow?", "p-1")
    captured(store, "prompt", "Why is the checkout so slow?", 598)
    captured(store, "session_end", ago=500)
    finish.bring_up_to_date(given.where(store), embed_seconds=None)
    made.say("The cart query had no index.\nW @cart: user_id has an index now").write()

    turns = [
        finish.bring_up_to_date(given.where(store), embed_seconds=None).turns for _ in range(2)
    ]

    assert turns == [1, 0]
    assert [one.content for one in given.living(store)] == ["user_id has an index now"]
    summaries = given.lines(store, layout.SESSIONS)
    assert len(summaries) == 2
    assert "had no index" in summaries[-1]["summary"]


def growing(project: str = "/w") -> transcripts.Claude:
    """A session with the same words more than once."""
    made = transcripts.Claude(project=project)
    for turn, text in enumerate(["continue", "continue", "第三个问题", "last"]):
        made.ask(text, f"p-{turn}").think("x").say(f"answer {turn % 2}").use("out")
        made.say("done").say("and more", more=True)
    return made


SPLITS = st.lists(st.integers(0, len(growing().content())), max_size=6)


@hypothesis.settings(
    max_examples=40, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture]
)
@hypothesis.given(SPLITS, st.lists(st.booleans(), min_size=16, max_size=16), st.booleans())
def test_a_file_seen_in_any_growing_pieces_gives_the_same_turns_once(
    tmp_path: Path,
    ends: list[int],
    captured: list[bool],
    forgets: bool,  # noqa: FBT001  hypothesis gives it
) -> None:
    """Whatever hooks caught of it, and whether or not the marks were lost between."""
    project = tmp_path / os.urandom(6).hex()
    project.mkdir()
    store = layout.project_store(str(project))
    create.create(store)
    made = growing(store.project)
    found = transcript_claude.parse(made.content(), transcripts.SESSION).turns
    transcripts.started(store, transcripts.SESSION, ago=700)
    for turn, was in zip(found, captured, strict=False):
        if was:
            ago = clock.now() - (turn.moment or 0) - 0.2
            fields = {"text": turn.text, "turn_id": turn.key}
            given.event(store, turn.role, transcripts.SESSION, ago=ago, host="claude", **fields)

    for end in sorted(ends):
        made.write(made.content()[:end], quiet=False)
        run(store)
        if forgets:
            shutil.rmtree(layout.cache_directory(store), ignore_errors=True)
    made.write()
    run(store)
    run(store)

    events = given.journal(store, "prompt", "response")
    journalled = [(one["type"], one["text"], one["turn_id"]) for one in events]
    assert sorted(journalled) == sorted((one.role, one.text, one.key) for one in found)
