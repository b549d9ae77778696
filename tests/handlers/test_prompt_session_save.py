"""The end of a task: when the agent is asked for a summary, and when never (interface.md 3.3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memory_store import place
from memory_store.handlers import prompt_session_save
from memory_store.hosts import registry
from memory_store.judge import providers
from memory_store.store import layout
from tests import given, transcripts

STOPS = ("cursor/stop", "claude/stop-without-text")


def stop(store: layout.Store, name: str = STOPS[0], **changes: Any) -> str:
    event = given.told(name, store, **changes)
    return prompt_session_save.handle(event, given.where(store)).followup


def turns(store: layout.Store, count: int, *, long: int = 150) -> None:
    for one in range(count):
        given.event(store, "prompt", ago=600 - one, text=f"question {one}")
        given.event(store, "response", ago=599.5 - one, text="x" * long)


@pytest.fixture(params=STOPS)
def host_stop(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_where_nothing_was_captured_the_agent_is_asked(
    store: layout.Store, host_stop: str
) -> None:
    followup = stop(store, host_stop)

    assert followup.startswith("[Session Save]")
    words = ("--project", store.project, "--session", given.SESSION)
    assert f"{place.command('save_summary', *words)} " in followup
    for flag in ("--topic", "--summary", "--decision", "--todo"):
        assert f" {flag} " in followup
    assert "100 to 200 words" in followup


def test_in_chinese_it_asks_for_the_same(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_LANGUAGE", "zh")

    followup = stop(store)

    for part in (
        "[Session Save]",
        "100 到 200 字",
        place.command("save_summary"),
        "--topic",
        "主题",
    ):
        assert part in followup


def test_it_asks_for_facts_too_if_this_session_saved_none(store: layout.Store) -> None:
    given.event(store, "fact", "another session", record_id="f_1")
    assert "`O @topic: <how it must always be>`" in stop(store)

    given.event(store, "fact", "s-2", record_id="f_2")
    assert "O @topic" not in stop(store, session="s-2")


def test_the_request_is_noted_before_it_goes_out(store: layout.Store) -> None:
    stop(store)

    (noted,) = given.journal(store)
    assert (noted["type"], noted["session_id"]) == ("save_requested", given.SESSION)


def test_where_it_cannot_be_noted_nothing_is_asked(store: layout.Store) -> None:
    Path(store.path, layout.DAILY).write_text("a file where the directory should be")

    assert stop(store) == ""


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("cursor/stop-aborted", {}),
        ("cursor/stop-error", {}),
        ("cursor/stop-in-a-loop", {}),
        ("cursor/stop-no-loop-count", {}),
        ("cursor/stop", {"loop_count": 1}),
        ("cursor/stop", {"loop_count": "0"}),
        ("cursor/stop", {"loop_count": None}),
        ("cursor/stop", {"status": ""}),
        ("cursor/stop", {"status": ["completed"]}),
        ("claude/stop-forced-on", {}),
        ("claude/stop", {"stop_hook_active": True}),
        ("claude/stop", {"stop_hook_active": None}),
        ("claude/stop-in-a-subagent", {}),
    ],
)
def test_only_the_first_stop_of_a_task_that_was_completed_asks(
    store: layout.Store, name: str, changes: dict[str, Any]
) -> None:
    assert stop(store, name, **changes) == ""
    assert given.journal(store, "save_requested") == []


def test_it_never_asks_twice_for_the_same_work(store: layout.Store, host_stop: str) -> None:
    asked = [stop(store, host_stop) for _ in range(50)]

    assert [one != "" for one in asked] == [True] + [False] * 49


def test_without_captured_texts_it_asks_again_after_a_new_turn(store: layout.Store) -> None:
    given.event(store, "prompt", ago=60)
    assert stop(store) != ""
    assert stop(store) == ""

    given.event(store, "prompt", ago=0)

    assert stop(store) != ""


def written_down(store: layout.Store, host: str, turns: int, long: int = 150) -> None:
    """The host's own transcript of so many turns, each with an answer and a tool's call."""
    made: transcripts.Claude | transcripts.Cursor = (
        transcripts.Claude(given.SESSION, project=store.project)
        if host == "claude"
        else transcripts.Cursor(given.SESSION, project=store.project)
    )
    for turn in range(turns):
        made.ask(f"question {turn}").say(f"answer {turn} " + "x" * long)
    made.write()


def test_who_switched_capture_off_is_asked_for_nothing(
    store: layout.Store, host_stop: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_CAPTURE", "off")
    written_down(store, host_stop.partition("/")[0], 4)

    for turn in range(4):
        given.event(store, "prompt", ago=0)
        assert stop(store, host_stop, generation_id=f"g-{turn}") == ""

    assert given.journal(store, "save_requested") == []
    monkeypatch.delenv("MEMORY_STORE_CAPTURE")  # the control: captured, and nothing came
    assert stop(store, host_stop).startswith("[Session Save]")


def test_with_capture_off_a_session_that_its_transcript_shows_rich_is_asked_once(
    store: layout.Store, host_stop: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_CAPTURE", "off")
    written_down(store, host_stop.partition("/")[0], 13, long=8_000)

    asked = []
    for turn in range(3):
        given.event(store, "prompt", ago=0)
        asked.append(stop(store, host_stop, generation_id=f"g-{turn}"))

    assert [one != "" for one in asked] == [True, False, False]
    assert [one for one in given.journal(store) if one.get("text")] == []


def test_without_a_prompt_hook_the_turns_own_id_tells_turns_apart(store: layout.Store) -> None:
    asked = [stop(store, generation_id=turn) for turn in ("g-1", "g-1", "g-2", "g-2")]

    assert [one != "" for one in asked] == [True, False, True, False]


@pytest.mark.parametrize("kind", ["prompt", "session_start"])
def test_a_session_that_was_saved_already_is_not_asked(store: layout.Store, kind: str) -> None:
    given.event(store, kind, ago=60)
    given.event(store, "summary", ago=30, record_id="s_1")

    assert stop(store) == ""


@pytest.mark.parametrize(
    ("setting", "count", "long"),
    [("auto", 9, 150), ("never", 9, 150), ("auto", 40, 150), ("auto", 10, 8_000)],
)
def test_a_session_whose_turns_were_captured_costs_no_turn_unless_they_are_many_and_long(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, setting: str, count: int, long: int
) -> None:
    monkeypatch.setenv("MEMORY_STORE_SESSION_SAVE", setting)
    turns(store, count, long=long)

    assert stop(store) == ""


def test_hours_of_work_for_one_prompt_are_asked_for_by_their_transcript(
    store: layout.Store,
) -> None:
    given.event(store, "prompt", ago=600, text="Move the sessions to Redis", host="claude")
    given.event(store, "response", ago=10, text="Moved.", host="claude")
    assert stop(store, "claude/stop-without-text") == ""

    made = transcripts.Claude(given.SESSION, project=store.project).ask("Move the sessions")
    for _ in range(220):
        made.use("ok")
    made.write()

    assert stop(store, "claude/stop-without-text").startswith("[Session Save]")
    assert stop(store, "claude/stop-without-text") == ""


def test_an_answer_that_ends_in_a_topic_line_is_a_summary(store: layout.Store) -> None:
    turns(store, 13, long=8_000)
    given.event(store, "response", ago=1, text="S @sessions: They live in Redis now.")

    assert stop(store) == ""


def test_a_rich_session_is_asked_once_in_its_life(store: layout.Store) -> None:
    turns(store, 13, long=8_000)
    asked = [stop(store)]
    for turn in range(20):
        given.event(store, "prompt", ago=0, text=f"one more {turn}")
        asked.append(stop(store, generation_id=f"g-{turn}"))

    assert [one != "" for one in asked] == [True] + [False] * 20


def test_a_rich_session_that_a_judge_reads_is_not_asked(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns(store, 13, long=8_000)
    with monkeypatch.context() as judged:
        judged.setenv("MEMORY_STORE_JUDGE_PROVIDER", "ollama")
        judged.setenv("MEMORY_STORE_JUDGE_MODEL", "m")
        assert stop(store) == ""
        judged.setenv("MEMORY_STORE_JUDGE_PROVIDER", "claude")  # a Cursor session is not its own
        asked = stop(store)

    assert asked.startswith("[Session Save]")
    assert tuple(providers.PROGRAMS) == prompt_session_save.OWN_JUDGES


def test_a_rich_session_that_the_agent_has_saved_itself_is_not_asked(store: layout.Store) -> None:
    turns(store, 13, long=8_000)
    given.event(store, "summary", ago=1, record_id="s_1")

    assert stop(store) == ""


def test_always_asks_after_each_turn_and_once(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_SESSION_SAVE", "always")
    asked = []
    for turn in range(3):
        given.event(store, "prompt", ago=0, text=f"question {turn}")
        asked += [stop(store, generation_id=f"g-{turn}") for _ in range(2)]

    assert [one != "" for one in asked] == [True, False] * 3


def test_never_asks_never(store: layout.Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_STORE_SESSION_SAVE", "never")
    assert stop(store) == ""
    turns(store, 20, long=4_000)
    assert stop(store) == ""
    assert given.journal(store, "save_requested") == []


def test_a_misspelt_setting_is_told_and_the_default_holds(store: layout.Store) -> None:
    Path(store.path, layout.SETTINGS).write_text('{"session_save": "allways"}', "utf-8")
    turns(store, 3)

    assert stop(store) == ""
    assert any("session_save" in one for one in given.where(store).config.problems)


def test_another_sessions_request_is_its_own(store: layout.Store) -> None:
    assert stop(store, session="s-1") != ""
    assert stop(store, session="s-2") != ""


def test_where_there_is_no_store_nothing_is_asked(project: Path) -> None:
    where = place.resolve(str(project))
    where.project = None
    event = registry.parse(given.payload("cursor/stop", project))

    assert prompt_session_save.handle(event, where).followup == ""


def test_the_request_fits_what_hosts_take(store: layout.Store) -> None:
    event = given.told("cursor/stop", store, session="s" * 5_000)
    reply = prompt_session_save.handle(event, given.where(store))

    answer = registry.render(event, reply)
    assert isinstance(answer, dict)
    assert answer["followup_message"] == reply.followup
