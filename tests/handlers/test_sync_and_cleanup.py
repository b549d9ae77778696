"""Session end: one end for each start, and the rest of the work behind the answer."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from memory_store import background, model, place
from memory_store.handlers import load_memory, sync_and_cleanup
from memory_store.hosts import registry
from memory_store.remotes import entries
from memory_store.store import layout
from tests import given


@pytest.fixture(autouse=True)
def _all_the_time_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync_and_cleanup, "_SECONDS", math.inf)


ENDS = ("cursor/session-end", "claude/session-end")


def end(store: layout.Store, name: str = ENDS[0], **changes: Any) -> model.Reply:
    return sync_and_cleanup.handle(given.told(name, store, **changes), given.where(store))


def finish(store: layout.Store, name: str = ENDS[0], **changes: Any) -> None:
    reply = end(store, name, **changes)
    assert reply.afterwards is not None
    reply.afterwards()


def test_the_end_is_noted_with_its_reason_before_anything_slow(store: layout.Store) -> None:
    end(store, "cursor/session-end-error")

    (noted,) = given.journal(store)
    assert (noted["type"], noted["reason"]) == ("session_end", "error")
    assert float(str(noted["duration_ms"])) >= 0
    assert noted["error"]


@pytest.mark.parametrize("name", ENDS)
def test_there_is_nothing_to_say(store: layout.Store, name: str) -> None:
    event = given.told(name, store)

    assert registry.render(event, end(store, name)) == {}


@pytest.mark.parametrize("name", ENDS)
def test_an_end_that_is_sent_twice_is_one(store: layout.Store, name: str) -> None:
    given.event(store, "session_start")
    for _ in range(3):
        finish(store, name)

    assert len(given.journal(store, "session_end")) == 1


def test_an_end_without_a_start_is_one_too(store: layout.Store) -> None:
    for _ in range(2):
        end(store)

    assert len(given.journal(store, "session_end")) == 1


@pytest.mark.parametrize("kind", ["session_start", "prompt"])
def test_a_resumed_session_gets_another_end(store: layout.Store, kind: str) -> None:
    given.event(store, "session_start", ago=60)
    end(store)
    given.event(store, kind, ago=0)
    end(store)

    assert len(given.journal(store, "session_end")) == 2


def test_sessions_end_each_for_itself(store: layout.Store) -> None:
    for one in ("s-1", "s-2", "s-1"):
        end(store, session=one)

    assert [one["session_id"] for one in given.journal(store, "session_end")] == ["s-1", "s-2"]


def test_what_was_captured_is_a_fact_a_summary_and_found_afterwards(store: layout.Store) -> None:
    given.event(store, "session_start", ago=60)
    given.event(store, "prompt", ago=50, text="Remember that we deploy with Argo CD")
    given.event(store, "response", ago=40, text="I will.")

    finish(store)

    assert [one["content"] for one in given.living(store)] == [
        "Remember that we deploy with Argo CD"
    ]
    (told,) = given.lines(store, layout.SESSIONS)
    assert (told["origin"], told["todos"]) == ("automatic", [])
    assert Path(layout.cache_directory(store), "index.sqlite").exists()


def test_a_summary_that_the_agent_saved_stays(store: layout.Store) -> None:
    given.event(store, "prompt", ago=50, text="a question")
    given.summary(store, "by the agent", session=given.SESSION)

    finish(store)

    assert [one["topic"] for one in given.lines(store, layout.SESSIONS)] == ["by the agent"]


def test_an_end_while_another_session_works_leaves_that_one_alone(store: layout.Store) -> None:
    given.event(store, "session_start", "other", ago=60)
    given.event(store, "prompt", "other", ago=50, text="a question of the other")

    finish(store)

    assert {one["session_id"] for one in given.journal(store, "session_end")} == {given.SESSION}


def test_where_there_is_no_store_nothing_is_done(project: Path) -> None:
    where = place.resolve(str(project))
    where.project = None
    event = registry.parse(given.payload(ENDS[0], project))

    assert sync_and_cleanup.handle(event, where).afterwards is None
    assert list(project.iterdir()) == []


@pytest.mark.usefixtures("words_alone")
def test_what_there_is_no_time_for_is_left_to_a_detached_run(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in range(2):
        text = f"Remember that we deploy with tool number {day}"
        given.event(store, "prompt", f"s-{day}", ago=50 + day * 86_400, text=text)
    started: list[str] = []
    monkeypatch.setattr(background, "sync", started.append)
    monkeypatch.setattr(sync_and_cleanup, "_SECONDS", 0.0)

    finish(store)

    assert len(given.journal(store, "session_end")) == 1
    assert len(given.living(store)) == 1
    assert started == [store.project]


def test_without_an_embedder_no_process_is_left_behind(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There would be nothing for it to do: the index was brought up to date right here."""
    given.event(store, "prompt", ago=50, text="a question")
    started: list[str] = []
    monkeypatch.setattr(background, "sync", started.append)

    finish(store)
    assert started == []

    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "use-multilingual")
    given.event(store, "prompt", ago=0, text="the next question")
    finish(store)
    assert started == [store.project]


def test_a_judge_is_asked_by_a_process_behind(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    given.event(store, "prompt", ago=50, text="a question")
    monkeypatch.setenv("MEMORY_STORE_JUDGE_PROVIDER", "ollama")
    started: list[str] = []
    monkeypatch.setattr(background, "sync", started.append)

    finish(store)

    assert started == [store.project]


def test_a_session_that_begins_or_ends_has_its_remotes_met_behind_the_answer(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []
    monkeypatch.setattr(background, "sync", started.append)
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "none")
    begun = given.told("claude/session-start", store)

    for has_remote in (False, True):
        if has_remote:
            entries.add(store, "home", "host:memory.git", "api")
        finish(store)
        reply = load_memory.handle(begun, given.where(store))
        assert reply.afterwards is not None
        reply.afterwards()

    assert started == [store.project] * 2
