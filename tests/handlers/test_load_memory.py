"""Session start: docs/interface.md 3.1 beyond the text itself (tests/recall/test_composing.py)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from memory_store import clock, model, place
from memory_store.handlers import load_memory
from memory_store.language import wording
from memory_store.store import layout
from tests import faults, given

STARTS = ("cursor/session-start", "claude/session-start")


def start(store: layout.Store, name: str = "claude/session-start", **changes: Any) -> model.Reply:
    return load_memory.handle(given.told(name, store, **changes), given.where(store))


@pytest.mark.parametrize("name", STARTS)
def test_the_agent_is_told_its_session_and_how_to_save_and_search(
    store: layout.Store, name: str
) -> None:
    context = start(store, name).context

    words = ("--project", store.project)
    saves = place.command("save_fact", *words, "--session", given.SESSION, "--type", "W")
    assert given.SESSION in context
    assert f"{saves} --content" in context
    assert f"{place.command('search_memory', *words)} " in context


@faults.posix
@pytest.mark.parametrize("spoken", ["en", "zh"])
@pytest.mark.parametrize("is_on_path", [True, False])
def test_an_empty_memory_is_told_in_900_characters(
    store: layout.Store,
    spoken: str,
    *,
    is_on_path: bool,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """Where the program is on the PATH, and as it is installed in a home."""
    program = tmp_path / "memory-store"
    if is_on_path:
        program.write_text(f"#!{sys.executable}\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("MEMORY_STORE_LANGUAGE", spoken)

    context = start(store).context

    for found, installed in (
        (place.quote(store.project), "/home/dev/project"),
        (sys.executable, "/home/dev/memory-store/.venv/bin/python"),
        (place.shims(), "/home/dev/memory-store"),
    ):
        context = context.replace(found, installed)
    context = context.replace("'/home/dev", "/home/dev").replace(".py' ", ".py ")
    context = context.replace("bin/python' ", "bin/python ")  # quoted for a blank in a path
    assert len(context) <= 900
    begin = "memory-store save-fact" if is_on_path else "scripts/save_fact.py"
    assert f"{begin} --project /home/dev/project " in context
    asked = context[context.index(wording.say(spoken, "how_to_end")[:8]) :]
    assert len(asked) <= 400
    for kind in "SOW":
        assert f"\n  {kind} @<" in asked


@pytest.mark.parametrize("name", STARTS)
def test_the_start_is_noted_with_where_it_comes_from(store: layout.Store, name: str) -> None:
    start(store, name)

    (noted,) = given.journal(store)
    assert (noted["type"], noted["session_id"]) == ("session_start", given.SESSION)
    assert (noted["host"], noted["source"]) == (name.partition("/")[0], "startup")


def test_a_fact_that_was_saved_a_moment_ago_is_there_with_no_sync_since(
    store: layout.Store,
) -> None:
    given.fact(store, "saved a moment ago")

    assert "saved a moment ago" in start(store).context


@pytest.mark.parametrize("name", STARTS)
def test_two_wirings_that_start_the_same_session_tell_it_once(
    store: layout.Store, name: str
) -> None:
    given.fact(store, "a fact")

    answers = [start(store, name).context for _ in range(3)]

    assert ["a fact" in one for one in answers] == [True, False, False]
    assert answers[1:] == ["", ""]
    assert len(given.journal(store, "session_start")) == 1


def test_a_second_wiring_is_quiet_also_once_the_first_is_through(store: layout.Store) -> None:
    given.fact(store, "a fact")

    first = start(store)
    assert first.afterwards is not None
    first.afterwards()

    assert start(store).context == ""


def test_two_sessions_that_start_together_are_each_told(store: layout.Store) -> None:
    given.fact(store, "a fact")

    answers = [start(store, session=f"s-{one}").context for one in range(2)]

    assert all("a fact" in one for one in answers)


@pytest.mark.parametrize("source", ["compact", "clear", "fork"])
def test_after_a_compaction_or_a_clear_it_loads_again(store: layout.Store, source: str) -> None:
    given.fact(store, "a fact")
    start(store)

    assert "a fact" in start(store, source=source).context
    assert [one["source"] for one in given.journal(store, "session_start")] == ["startup", source]


def test_a_session_compacted_twice_is_loaded_twice(store: layout.Store) -> None:
    given.fact(store, "a fact")
    start(store)
    start(store, source="compact")
    given.event(store, "prompt", ago=0, text="go on")

    assert "a fact" in start(store, source="compact").context


def test_a_resumed_session_is_told_the_news_alone(store: layout.Store) -> None:
    given.fact(store, "known before")
    start(store)
    given.event(store, "prompt", ago=0, text="hello")
    given.fact(store, "learnt elsewhere")

    context = start(store, source="resume").context

    assert "learnt elsewhere" in context
    assert "known before" not in context
    assert start(store, source="resume").context == ""


def test_a_resumed_session_that_was_never_told_anything_is_told_all(store: layout.Store) -> None:
    given.fact(store, "a fact")

    assert "a fact" in start(store, source="resume").context


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("cursor/session-start-background", {}),
        ("claude/session-start", {"agent_id": "a-1", "agent_type": "Explore"}),
    ],
)
def test_a_background_agent_or_subagent_is_given_nothing_unless_set(
    store: layout.Store,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    changes: dict[str, str],
) -> None:
    Path(store.path, layout.CORE).write_text("core memory\n", "utf-8")

    assert start(store, name, **changes).context == ""

    monkeypatch.setenv("MEMORY_STORE_BACKGROUND_AGENTS", "true")
    assert "core memory" in start(store, name, **changes).context


def test_the_last_session_is_told_by_its_summary(store: layout.Store) -> None:
    yesterday = clock.stamp(clock.now() - 86_400)
    given.summary(store, "the one before", session="s-0", created_at=yesterday)
    given.summary(store, "the last one", session="s-1", todos=["measure it"])

    context = start(store).context

    assert "the last one" in context
    assert "measure it" in context
    assert "the one before" not in context


def test_a_session_that_broke_off_without_a_summary_is_told_all_the_same(
    store: layout.Store,
) -> None:
    given.summary(store, "an older session", session="s-0", created_at="2020-01-01T00:00:00.000Z")
    given.event(store, "prompt", "s-1", text="Why is the checkout slow?")
    given.event(store, "response", "s-1", text="An index is missing.")

    context = start(store).context

    assert "Why is the checkout slow?" in context
    assert "An index is missing." in context
    assert "an older session" not in context


@pytest.mark.parametrize("ago", [60, 2_000])
@pytest.mark.parametrize("said", ["Refactor the payment retries", "/clear"])
def test_what_nobody_answered_is_not_the_last_session(
    store: layout.Store, said: str, ago: float
) -> None:
    given.summary(store, "Billing", session="s-0", created_at="2020-01-01T00:00:00.000Z")
    given.event(store, "prompt", "s-1", ago=9_000, text="Why is the checkout slow?")
    given.event(store, "response", "s-1", ago=8_000, text="An index is missing.")
    given.event(store, "prompt", "s-2", ago=ago, text=said)
    given.summary(
        store, said, session="s-3", text=f"«{said}» (no answer)", origin="automatic",
        source={"via": "capture"}, created_at=clock.stamp(clock.now() - 7_000),
    )  # fmt: skip

    context = start(store).context

    assert said not in context
    assert "An index is missing." in context


@pytest.mark.parametrize("is_over", [False, True])
def test_a_session_that_is_open_in_another_window_is_not_the_last_one(
    store: layout.Store, *, is_over: bool
) -> None:
    given.summary(store, "Billing", session="s-0", created_at=clock.stamp(clock.now() - 9_000))
    given.event(store, "session_start", "s-1", ago=600)
    given.event(store, "prompt", "s-1", ago=500, text="Refactor the payment retries")
    given.event(store, "response", "s-1", ago=400, text="They back off now.")
    given.summary(store, "Retries", session="s-1", created_at=clock.stamp(clock.now() - 300))
    if is_over:
        given.event(store, "session_end", "s-1", ago=200)

    context = start(store).context

    assert ("Topic: Billing" in context) is not is_over
    assert "Topic: Retries" in context


def test_a_session_is_not_its_own_last_session(store: layout.Store) -> None:
    given.summary(store, "of another session", session="s-0")
    given.summary(store, "of this session", session=given.SESSION)
    given.event(store, "prompt", text="my own question")

    context = start(store, source="clear").context

    assert "of another session" in context
    assert "of this session" not in context
    assert "my own question" not in context


def test_after_a_compaction_a_session_is_told_what_it_did_so_far_and_of_no_other(
    store: layout.Store,
) -> None:
    given.event(store, "prompt", ago=900, text="Move billing to its own service")
    given.event(store, "response", ago=890, text="Moved billing to its service.")
    given.event(store, "prompt", "s-open", ago=60, text="Why is the checkout slow?")
    given.event(store, "response", "s-open", ago=50, text="An index is missing.")

    context = start(store, source="compact").context

    assert "## This session so far" in context
    assert "Move billing to its own service" in context
    assert "Moved billing to its service." in context
    assert "checkout" not in context


def test_after_a_compaction_the_agents_own_summary_stands_with_what_came_after_it(
    store: layout.Store,
) -> None:
    given.summary(store, "Billing", session=given.SESSION, text="The schema is ready.")
    given.event(store, "prompt", ago=-1, text="now the refunds")
    given.event(store, "response", ago=-1, text="Ported the refunds to the service.")

    context = start(store, source="compact").context

    assert (
        "Not summed up yet: Ported the refunds to the service.\n- The schema is ready." in context
    )


def test_after_a_compaction_of_a_session_that_said_nothing_the_last_one_is_told(
    store: layout.Store,
) -> None:
    given.summary(store, "of another session", session="s-0")

    assert "of another session" in start(store, source="compact").context


def test_a_few_questions_do_not_hide_what_the_session_before_left_open(
    store: layout.Store,
) -> None:
    given.event(store, "prompt", "s-1", ago=900, text="Move billing to its own service")
    given.event(store, "response", "s-1", ago=890, text="Moved it.\n- [ ] port the refunds")
    given.summary(store, "Billing", session="s-1", todos=["port the refunds"])
    given.event(store, "prompt", "s-2", ago=-1, text="What is a prefetch?")
    given.event(store, "response", "s-2", ago=-1, text="It loads related rows at once.")

    context = start(store).context

    assert "Topic: What is a prefetch?" in context
    assert "Topic: Billing" in context
    assert "Open: port the refunds" in context


@pytest.mark.parametrize(
    ("setting", "said", "machine", "expected"),
    [
        ("zh", "an English question", "en_US.UTF-8", "项目记忆"),
        ("en", "中文的问题", "zh_CN.UTF-8", "Project memory"),
        ("auto", "中文的问题", "en_US.UTF-8", "项目记忆"),
        ("auto", "an English question", "zh_CN.UTF-8", "Project memory"),
        ("auto", "", "zh_CN.UTF-8", "项目记忆"),
        ("auto", "", "C", "Project memory"),
    ],
)
def test_it_speaks_the_language_of_the_settings_else_the_sessions_else_the_machines(
    store: layout.Store,
    monkeypatch: pytest.MonkeyPatch,
    setting: str,
    said: str,
    machine: str,
    expected: str,
) -> None:
    monkeypatch.setenv("MEMORY_STORE_LANGUAGE", setting)
    monkeypatch.setenv("LC_ALL", machine)
    if said:
        given.event(store, "prompt", "s-0", text=said)

    assert expected in start(store).context


def test_without_a_project_store_the_user_is_known_and_nothing_is_written(
    user_store: layout.Store, project: Path
) -> None:
    given.fact(user_store, "prefers short answers", kind="O", confidence=0.9)
    event = given.told("claude/session-start", layout.project_store(str(project)))
    where = place.resolve(str(project))
    where.project = None  # as `entry` does where no hook may create a store

    context = load_memory.handle(event, where).context

    assert "prefers short answers" in context
    assert f"--project {place.quote(str(project))} " in context
    assert list(project.iterdir()) == []


@pytest.mark.parametrize(
    ("is_home", "source", "told"),
    [
        (False, "startup", "`memory-store init` there makes one"),
        (False, "clear", "`memory-store init` there makes one"),
        (True, "startup", "memory-store save-fact --scope user"),
        (False, "resume", ""),
        (True, "compact", ""),
    ],
)
def test_a_person_is_told_where_nothing_is_remembered_and_what_makes_a_memory(
    project: Path, *, is_home: bool, source: str, told: str
) -> None:
    directory = layout.home() if is_home else str(project)
    event = given.told(
        "claude/session-start", layout.project_store(directory), source=source, session="new"
    )
    where = place.resolve(directory)
    where.project = None

    notice = load_memory.handle(event, where).notice

    assert told in notice
    assert bool(told) == bool(notice)
    assert "\n" not in notice


def test_a_memory_of_somebody_else_is_told_in_one_line_that_names_what_to_do(
    store: layout.Store,
) -> None:
    given.fact(store, "SECRET OF THE CLONE")
    where = place.Place(
        None, None, given.where(store).config, directory=store.project, untrusted=True
    )

    reply = load_memory.handle(given.told("claude/session-start", store), where)

    assert "memory-store trust" in reply.notice
    assert "\n" not in reply.notice
    assert (reply.context, reply.afterwards) == ("", None)


def test_a_start_leaves_a_copy_of_core_memory_so_that_a_change_is_news(
    store: layout.Store,
) -> None:
    core = Path(store.path, layout.CORE)
    core.write_text("old line\n", "utf-8")
    reply = start(store)
    assert reply.afterwards is not None
    reply.afterwards()
    core.write_text("old line\nnew line\n", "utf-8")

    context = start(store, source="resume").context

    assert "new line" in context
    assert "old line" not in context


def test_a_summary_that_hardly_anything_came_after_is_told_as_it_was_saved(
    store: layout.Store,
) -> None:
    then = clock.stamp(clock.now() - 60)
    given.event(store, "prompt", "s-1", ago=90, text="Why is the checkout slow?")
    given.event(store, "response", "s-1", ago=80, text="An index is missing.")
    given.summary(
        store, "saved", session="s-1", text="as saved", origin="automatic", created_at=then
    )
    given.event(store, "prompt", "s-1", ago=40, text="Add the index to the cart table")
    given.event(store, "response", "s-1", ago=30, text="Added it to the cart table.")

    assert "Summary: as saved" in start(store).context

    for ago in (20, 10):
        given.event(store, "response", "s-1", ago=ago, text="Measured the cart table again.")
    assert "Measured the cart table again." in start(store, session="s-next").context
