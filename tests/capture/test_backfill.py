"""Taking in what hooks missed: each thing once, with its own time, and nothing of others."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import hypothesis
import pytest
from hypothesis import strategies as st

from memory_store import clock
from memory_store.capture import backfill as taking
from memory_store.hosts import transcript_claude
from memory_store.journal import create
from memory_store.store import layout
from memory_store.upkeep import finish
from tests import faults, given, transcripts

pytestmark = pytest.mark.usefixtures("words_alone")

KEY = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
DAY = 86_400


def run(store: layout.Store) -> int:
    return taking.take_in(given.where(store), store)


def claude(store: layout.Store, *, ago: float = 600) -> transcripts.Claude:
    transcripts.started(store, transcripts.SESSION, ago=ago + 100)
    return transcripts.Claude(ago=ago, project=store.project)


def cursor(store: layout.Store) -> transcripts.Cursor:
    transcripts.started(store, "c-1", "cursor")
    return transcripts.Cursor(project=store.project)


def texts(store: layout.Store) -> list[str]:
    return [str(one["text"]) for one in given.journal(store, "prompt", "response")]


def test_a_session_that_no_hook_captured_is_there_with_its_own_times(store: layout.Store) -> None:
    made = claude(store).ask("Why is it slow?", "p-1").say("No index.").use("x").say("Added.")
    made.write()

    assert run(store) == 3

    told = given.journal(store, "prompt", "response")
    assert [(one["type"], one["text"]) for one in told] == [
        ("prompt", "Why is it slow?"),
        ("response", "No index."),
        ("response", "Added."),
    ]
    assert [one["timestamp"] for one in told] == [made.moment(line) for line in (0, 1, 4)]
    assert {(one["turn_id"], one["source"], one["host"]) for one in told} == {
        ("p-1", "transcript", "claude")
    }


def test_only_what_hooks_missed_is_added_and_only_once(store: layout.Store, machine: Path) -> None:
    claude(store).ask("one", "p-1").say("1").ask("two", "p-2").say("2").write()
    given.event(store, "prompt", transcripts.SESSION, ago=595, text="one", turn_id="p-1")
    given.event(store, "response", transcripts.SESSION, ago=590, text=" 1\n", turn_id="p-1")
    given.event(store, "prompt", transcripts.SESSION, ago=580, text="two", turn_id="p-2")

    assert [run(store), run(store)] == [1, 0]
    shutil.rmtree(machine / "cache")
    assert run(store) == 0

    assert sorted(texts(store)) == [" 1\n", "2", "one", "two"]


def test_the_same_prompt_asked_twice_is_there_twice(store: layout.Store) -> None:
    claude(store).ask("continue", "p-1").say("ok").ask("continue", "p-2").say("ok").write()
    given.event(store, "prompt", transcripts.SESSION, ago=595, text="continue", turn_id="p-2")

    assert run(store) == 3

    asked = given.journal(store, "prompt")
    assert sorted((one["text"], one["turn_id"]) for one in asked) == [
        ("continue", "p-1"),
        ("continue", "p-2"),
    ]
    assert texts(store).count("ok") == 2


def test_what_hosts_and_we_put_in_is_not_taken(store: layout.Store) -> None:
    transcripts.started(store, transcripts.SESSION, ago=DAY)
    made = transcripts.Claude(project=store.project)
    lines = (given.PAYLOADS / "claude" / "transcript-traps.jsonl").read_text("utf-8")
    now = clock.stamp(clock.now() - 60)
    dated = [
        json.dumps({**json.loads(line), "timestamp": now})
        for line in lines.splitlines()
        if line.startswith('{"parentUuid"')
    ]
    made.write("\n".join(dated).encode())

    assert run(store) == 12
    for word in "INJECTED HIDDEN TOOL OPENED REMINDER FENCED WRAPPED META SUMMARY".split():
        assert given.holding(word, store.path) == []
    for word in "SYNTHETIC OVERLOADED SIDECHAIN SUBAGENT SCHEDULED NOTIFIED OURS FORKED".split():
        assert given.holding(word, store.path) == []


def test_secrets_and_private_parts_never_reach_a_file(store: layout.Store, machine: Path) -> None:
    said = f"use {KEY} please <private>my diary</private>"
    claude(store).ask(said, "p-1").say(f"I used {KEY}").write()
    given.event(store, "prompt", transcripts.SESSION, ago=595, text=said)

    assert run(store) == 1

    for secret in (KEY, "my diary"):
        assert given.holding(secret, store.project, machine / "cache", machine / "state") == []
    assert texts(store)[-1] == "I used [redacted:github]"


def test_with_capture_off_nothing_is_taken_then_or_later(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = claude(store).ask("one", "p-1").say("1")
    made.write()
    monkeypatch.setenv("MEMORY_STORE_CAPTURE", "off")
    assert run(store) == 0
    given.event(
        store, "prompt", transcripts.SESSION, ago=595, turn_id="p-1"
    )  # as the hook notes it
    monkeypatch.delenv("MEMORY_STORE_CAPTURE")

    assert run(store) == 0
    assert given.holding("one", store.path) == []


def test_the_last_turn_of_a_session_at_work_is_left_to_its_hooks(store: layout.Store) -> None:
    made = claude(store).ask("one", "p-1").say("1").ask("two", "p-2").say("2")
    path = made.write(quiet=False)
    assert run(store) == 2

    given.event(store, "prompt", transcripts.SESSION, ago=1, text="two", turn_id="p-2")
    given.event(store, "response", transcripts.SESSION, ago=0, text="2", turn_id="p-2")
    transcripts.put(path, made.content())  # a minute of silence later

    assert run(store) == 0
    assert sorted(texts(store)) == ["1", "2", "one", "two"]


def test_an_ended_session_is_taken_in_whole_at_once(store: layout.Store) -> None:
    claude(store).ask("one", "p-1").say("1").write(quiet=False)
    given.event(store, "session_end", transcripts.SESSION, ago=0)

    assert run(store) == 2


def test_a_file_that_grew_is_read_from_where_its_last_turn_began(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = claude(store).ask("one " * 500, "p-1").say("1 " * 500).ask("two", "p-2").say("2")
    made.write()
    assert run(store) == 4
    made.say("3").ask("two", "p-3").write()
    monkeypatch.setattr(
        taking, "MOST_BYTES", len(made.content()) - 3_000
    )  # the beginning is not read

    assert run(store) == 2
    assert texts(store)[-2:] == ["3", "two"]


def test_a_file_that_was_written_anew_is_read_anew(store: layout.Store) -> None:
    claude(store).ask("one", "p-1").say("1").ask("two", "p-2").write()
    run(store)
    again = transcripts.Claude(project=store.project)
    again.ask("a beginning that was not there before", "p-7")
    again.ask("one", "p-1").say("1").ask("two", "p-2").write()

    assert run(store) == 1


def test_a_run_reads_so_much_and_the_next_one_goes_on(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = claude(store)
    for turn in range(40):
        made.ask(f"question {turn}", f"p-{turn}").use("x" * 1_000).say(f"answer {turn}")
    made.write()
    transcripts.started(store, "c-1", "cursor")
    transcripts.Cursor(project=store.project).ask("older").say("answer").write()
    monkeypatch.setattr(taking, "MOST_BYTES", 20_000)

    taken = [run(store)]
    while taken[-1]:
        taken.append(run(store))

    assert sum(taken) == 82
    assert len(taken) > 3
    assert len(set(texts(store))) == 82


def test_a_turn_longer_than_a_run_holds_nothing_up(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = claude(store).ask("long", "p-1").use("x" * 50_000).say("middle")
    made.use("y" * 50_000).say("end").ask("next", "p-2")
    made.write()
    monkeypatch.setattr(taking, "MOST_BYTES", 20_000)

    taken = [run(store) for _ in range(20)]

    assert sum(taken) == 4
    assert sorted(texts(store)) == ["end", "long", "middle", "next"]


def test_what_was_said_before_the_memory_saw_the_session_is_left_out(store: layout.Store) -> None:
    """A resumed or forked session brings the words of another with it."""
    made = transcripts.Claude(ago=5_000, project=store.project).ask("old").say("old answer")
    made._moment = clock.now() - 600
    made.ask("new").say("new answer").write()
    transcripts.started(store, transcripts.SESSION, ago=610)

    assert run(store) == 2
    assert texts(store) == ["new", "new answer"]


def test_each_turn_goes_to_the_journal_of_its_own_day(store: layout.Store) -> None:
    made = claude(store, ago=2 * DAY).ask("two days ago")
    made._moment = clock.now() - 600
    made.say("today").write()

    assert run(store) == 2

    for one in given.journal(store, "prompt", "response"):
        day = transcripts.local_day(str(one["timestamp"]))
        assert one in given.lines(store, f"{layout.DAILY}/{day}.jsonl")


def test_a_time_that_is_still_to_come_is_now(store: layout.Store) -> None:
    claude(store).ask("later", timestamp="2999-01-01T00:00:00Z").write()

    run(store)

    assert given.journal(store, "prompt")[0].text_of("timestamp") <= clock.stamp(clock.now())


class TestCursor:
    """Nothing has a time or an id, and the file is written anew."""

    def test_a_conversation_that_no_hook_captured_is_there_in_its_order(
        self, store: layout.Store
    ) -> None:
        cursor(store).ask("one").say("1").end().ask("two").say("2").end().write()

        assert [run(store), run(store)] == [4, 0]
        told = given.journal(store, "prompt", "response")
        assert [one["text"] for one in told] == ["one", "1", "two", "2"]
        stamps = [str(one["timestamp"]) for one in told]
        assert stamps == sorted(set(stamps))

    def test_captured_answers_stay_as_they_were_captured(self, store: layout.Store) -> None:
        made = cursor(store).ask("one").say("Done.", "The user wants it short.")
        made.ask("two").say("It is a cat.", "[REDACTED]")
        made.write()
        given.event(store, "prompt", "c-1", ago=500, text="one")
        given.event(store, "response", "c-1", ago=490, text="Done.")

        assert run(store) == 2
        assert texts(store) == ["one", "Done.", "two", "It is a cat."]
        assert given.holding("secret command", store.path) == []

    def test_a_file_that_is_written_anew_gives_nothing_twice(self, store: layout.Store) -> None:
        made = cursor(store).ask("one").say("1")
        made.write()
        run(store)
        again = transcripts.Cursor(project=store.project)
        again.lines = [{"type": "metadata", "metadata": {"overview": "x"}}, *made.lines]
        again.ask("two").say("2").write()

        assert run(store) == 2
        assert texts(store) == ["one", "1", "two", "2"]

    def test_of_a_conversation_that_was_met_half_way_only_what_follows_is_taken(
        self, store: layout.Store
    ) -> None:
        transcripts.Cursor(project=store.project).ask("old").say("o").ask("new").say("n").write()
        given.event(store, "prompt", "c-1", ago=500, text="new", host="cursor")
        given.event(store, "session_end", "c-1", ago=400, transcript="")

        assert run(store) == 1
        assert texts(store) == ["new", "n"]

    def test_the_older_text_form_is_taken_in_too(self, store: layout.Store) -> None:
        made = cursor(store)
        content = (given.PAYLOADS / "cursor" / "transcript.txt").read_bytes()
        transcripts.put(made.path().parent.parent / "c-1.txt", content)

        assert run(store) == 5


@faults.posix
class TestWhatIsNoTranscript:
    """A path can come with a journal that somebody else wrote."""

    def put(self, store: layout.Store) -> tuple[Path, bytes]:
        made = claude(store).ask("one").say("1")
        return made.path(), made.content()

    def test_a_link_is_not_followed(self, store: layout.Store, tmp_path: Path) -> None:
        path, content = self.put(store)
        transcripts.put(tmp_path / path.name, content)
        path.parent.mkdir(parents=True)
        path.symlink_to(tmp_path / path.name)

        assert run(store) == 0

    def test_nor_is_a_link_on_the_way(self, store: layout.Store, tmp_path: Path) -> None:
        path, content = self.put(store)
        transcripts.put(tmp_path / "elsewhere" / path.name, content)
        path.parent.parent.mkdir(parents=True)
        path.parent.symlink_to(tmp_path / "elsewhere")

        assert run(store) == 0

    def test_the_hosts_own_directory_may_be_one(self, store: layout.Store, tmp_path: Path) -> None:
        path, content = self.put(store)
        (tmp_path / "dotfiles").mkdir()
        path.parents[2].symlink_to(tmp_path / "dotfiles")
        transcripts.put(path, content)

        assert run(store) == 2

    def test_a_second_name_of_another_file_is_not_read(
        self, store: layout.Store, tmp_path: Path
    ) -> None:
        path, content = self.put(store)
        transcripts.put(tmp_path / "other", content)
        path.parent.mkdir(parents=True)
        path.hardlink_to(tmp_path / "other")

        assert run(store) == 0
        assert run(store) == 0

    def test_nor_a_pipe_or_a_directory(self, store: layout.Store) -> None:
        path, _ = self.put(store)
        path.parent.mkdir(parents=True)
        os.mkfifo(path)
        assert run(store) == 0
        path.unlink()
        path.mkdir()
        assert run(store) == 0

    def test_a_file_outside_is_not_read_wherever_the_journal_points(
        self, store: layout.Store, tmp_path: Path
    ) -> None:
        made = transcripts.Claude(project=store.project).ask("one").say("1")
        outside = transcripts.put(tmp_path / made.path().name, made.content())
        transcripts.started(store, transcripts.SESSION, path=outside)

        assert run(store) == 0

    def test_a_file_of_another_project_is_read_where_the_host_said_so(
        self, store: layout.Store
    ) -> None:
        """Claude's directory is named by where it was started: perhaps beneath the project."""
        made = transcripts.Claude(project=f"{store.project}/sub").ask("one").say("1")
        transcripts.started(store, transcripts.SESSION, path=made.write())

        assert run(store) == 2


def test_marks_that_are_damaged_cost_time_and_nothing_else(store: layout.Store) -> None:
    claude(store).ask("one").say("1").write()
    run(store)
    marks = Path(layout.cache_directory(store), "transcripts.json")
    for text in ("", "[]", '{"a":1}', '{"claude/x":[1,2,3,"4"]}', "{", marks.read_text() + "x"):
        marks.write_text(text)
        assert run(store) == 0
    assert texts(store) == ["one", "1"]


def test_a_file_that_did_not_change_is_not_opened_again(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    claude(store).ask("one").say("1").write()
    run(store)

    def opened(*_: object) -> None:
        raise AssertionError("opened")

    monkeypatch.setattr(taking, "_take", opened)
    assert run(store) == 0


def test_two_runs_at_once_take_each_turn_in_once(store: layout.Store) -> None:
    made = claude(store)
    for turn in range(30):
        made.ask(f"question {turn}").say(f"answer {turn}")
    made.write()

    faults.at_once(*[lambda: run(store) or None for _ in range(3)])

    assert sorted(texts(store)) == sorted(
        [f"question {turn}" for turn in range(30)] + [f"answer {turn}" for turn in range(30)]
    )


def test_what_was_taken_in_is_learnt_summarised_and_found(store: layout.Store) -> None:
    claude(store).ask("Why is it slow?").say(
        "The cart query had no index.\nW @cart: user_id has an index now"
    ).write()

    done = finish.bring_up_to_date(given.where(store), embed_seconds=None)

    assert done.turns == 2
    assert {str(one["content"]).rstrip(".") for one in given.living(store)} == {
        "user_id has an index now",
    }
    (told,) = given.lines(store, layout.SESSIONS)
    assert "The cart query had no index." in told["summary"]


def test_a_summary_is_made_anew_once_an_older_answer_was_found(store: layout.Store) -> None:
    made = claude(store).ask("Why is the checkout so slow?", "p-1")
    given.event(store, "prompt", transcripts.SESSION, ago=598, text="Why is the checkout so slow?")
    given.event(store, "session_end", transcripts.SESSION, ago=500, reason="exit")
    finish.bring_up_to_date(given.where(store), embed_seconds=None)
    made.say("The cart query had no index, so I added one.").write()

    for _ in range(2):
        finish.bring_up_to_date(given.where(store), embed_seconds=None)

    told = given.lines(store, layout.SESSIONS)
    assert len(told) == 2
    assert "had no index" in told[-1]["summary"]


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
    told = [(one["type"], one["text"], one["turn_id"]) for one in events]
    assert sorted(told) == sorted((one.role, one.text, one.key) for one in found)
