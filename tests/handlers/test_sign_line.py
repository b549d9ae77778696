"""The line that shows the person that memory works, and whom it reaches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from memory_store import model, place
from memory_store.handlers import load_memory, prompt_session_save, recall_memory
from memory_store.hosts import registry
from memory_store.journal import append, stored
from memory_store.language import wording
from memory_store.store import layout
from tests import given

Handler = Callable[[model.Event, place.Place], model.Reply]

HOOKS: dict[str, tuple[str, Handler]] = {
    "start": ("claude/session-start", load_memory.handle),
    "prompt": ("claude/user-prompt-submit", recall_memory.handle),
    "stop": ("claude/stop-without-text", prompt_session_save.handle),
    "cursor start": ("cursor/session-start", load_memory.handle),
    "cursor stop": ("cursor/stop", prompt_session_save.handle),
}


def shown(store: layout.Store, hook: str, **fields: Any) -> str:
    """What the host is told to show the person, once the hook is through with all its work."""
    name, handle = HOOKS[hook]
    event = given.told(name, store, **fields)
    reply = handle(event, given.where(store))
    if reply.afterwards is not None:
        reply.afterwards()
    answer = registry.render(event, reply)
    return str(answer.get("systemMessage", "")) if isinstance(answer, dict) else ""


@pytest.fixture
def memory(store: layout.Store) -> layout.Store:
    given.fact(store, "never push to main", kind="O")
    given.fact(store, "billing uses Postgres 16")
    given.fact(store, "staging runs in Frankfurt")
    given.fact(
        store, "the CLI is slow on Windows", status=stored.CANDIDATE, source={"via": "capture"}
    )
    return store


def test_a_start_shows_how_much_was_loaded_and_what_waits(memory: layout.Store) -> None:
    assert shown(memory, "start") == (
        "memory: 1 rule, 2 facts, 1 to confirm (memory-store list --candidates)"
    )


def test_a_start_of_an_empty_memory_shows_nothing(store: layout.Store) -> None:
    assert shown(store, "start") == ""


def test_the_line_speaks_chinese(memory: layout.Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_STORE_LANGUAGE", "zh")

    assert shown(memory, "start").startswith("记忆：1 条规则、2 条事实、1 条待确认")


def test_a_turn_shows_what_it_kept_once(store: layout.Store) -> None:
    shown(store, "prompt", prompt="记住：以后一律用 pnpm 安装依赖")

    first, second = shown(store, "stop"), shown(store, "stop", prompt_id="the next")

    assert first == "记忆：已记住“记住：以后一律用 pnpm 安装依赖”；撤销：memory-store undo"
    assert shown(store, "prompt", prompt="谢谢") == ""
    assert "记住" not in second or second == first  # the same turn ends twice
    assert shown(store, "stop", prompt_id="the last") == ""


def test_a_turn_shows_nothing_as_kept_that_it_ended_itself(store: layout.Store) -> None:
    shown(store, "prompt", prompt="记住：测试库地址是 db1.local", prompt_id="one")
    shown(store, "prompt", prompt="不对，是 db2.local", prompt_id="two")

    told = shown(store, "stop", prompt_id="two")

    assert told.count("记住：测试库地址是 db1.local") == 1  # behind the new one, as what was
    assert "记住：测试库地址是 db2.local”（原为" in told


def test_a_turn_shows_what_it_replaced(store: layout.Store) -> None:
    old = given.fact(store, "we deploy on Heroku")
    given.event(store, "prompt", ago=5)
    given.fact(store, "we deploy on Fly.io", session=given.SESSION, supersedes=old["id"])

    assert shown(store, "stop") == (
        "memory: kept “we deploy on Fly.io” (was: we deploy on Heroku); to undo: memory-store undo"
    )


@pytest.mark.parametrize("days", [0, 3])
@pytest.mark.parametrize(
    ("session", "status", "line"),
    [
        (given.SESSION, stored.STANDING, "memory: kept “it is Vue 3”; to undo: memory-store undo"),
        ("another session", stored.STANDING, ""),
        (given.SESSION, stored.CANDIDATE, "memory: heard “it is Vue 3” (memory-store list)"),
    ],
)
def test_a_candidate_that_comes_to_stand_is_shown_as_kept_and_no_longer_as_heard(
    store: layout.Store, days: int, session: str, status: str, line: str
) -> None:
    given.event(store, "prompt", ago=5)
    heard = given.fact(store, "it is Vue 3", days=days, session=session, status=stored.CANDIDATE)
    append.append(store, layout.FACTS, [heard.changed(status=status, evidence=["e_1"])])

    expected = "" if days and status == stored.CANDIDATE else line  # heard before, and told then
    assert shown(store, "stop") == expected


def test_a_turn_shows_what_was_taken_back(store: layout.Store) -> None:
    old = given.fact(store, "we deploy on Heroku", days=3)
    given.event(store, "prompt", ago=5)
    append.append(store, layout.FACTS, [old.retracted()])

    assert shown(store, "stop") == (
        "memory: took back “we deploy on Heroku”; to undo: memory-store undo"
    )


def test_what_another_session_kept_is_not_shown(store: layout.Store) -> None:
    given.event(store, "prompt", ago=5)
    given.fact(store, "we deploy on Fly.io", session="another session")

    assert shown(store, "stop") == ""


def test_of_many_the_first_are_shown_and_the_others_counted(store: layout.Store) -> None:
    given.event(store, "prompt", ago=5)
    for one in ("first", "second", "third", "fourth"):
        given.fact(store, f"the {one} fact", session=given.SESSION)

    assert shown(store, "stop").startswith(
        "memory: kept “the first fact”, “the second fact” and 2 more;"
    )


def test_a_long_fact_is_cut_between_words(store: layout.Store) -> None:
    given.event(store, "prompt", ago=5)
    said = "we decided to use PostgreSQL 16 for the orders services and for billing"
    given.fact(store, said, session=given.SESSION)

    assert shown(store, "stop").startswith(
        "memory: kept “we decided to use PostgreSQL 16 for the orders services…”;"
    )


def test_a_fact_cannot_break_the_line(store: layout.Store) -> None:
    given.event(store, "prompt", ago=5)
    given.fact(store, "one\nline " + "x" * 500, session=given.SESSION)

    line = shown(store, "stop")
    assert "\n" not in line
    assert len(line) < 150


def test_with_signs_off_nothing_is_shown(
    memory: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_SIGNS", "false")
    given.event(memory, "prompt", ago=5)
    given.fact(memory, "we deploy on Fly.io", session=given.SESSION)

    assert [shown(memory, "start"), shown(memory, "stop")] == ["", ""]


@pytest.mark.parametrize("hook", ["cursor start", "cursor stop"])
def test_a_host_that_shows_no_line_is_given_none(memory: layout.Store, hook: str) -> None:
    given.event(memory, "prompt", ago=5)
    given.fact(memory, "we deploy on Fly.io", session=given.SESSION)
    name, handle = HOOKS[hook]
    event = given.told(name, memory)

    answer = registry.render(event, handle(event, given.where(memory)))

    assert "to confirm" not in str(answer)
    assert "undo" not in str(answer)


@pytest.mark.parametrize(
    ("said", "line"),
    [
        (
            "Secrets come from the vault, never from env files.",
            "heard “Secrets come from the vault, never from env files.” (memory-store list)",
        ),
        (
            "前端是 Vue 3，后端是 FastAPI",
            "听到“前端是 Vue 3，后端是 FastAPI”，待确认（memory-store list）",
        ),
    ],
)
def test_after_a_prompt_the_person_sees_what_was_heard(
    store: layout.Store, said: str, line: str
) -> None:
    shown(store, "prompt", prompt=said)

    assert shown(store, "stop").endswith(line)


def test_the_next_start_shows_once_what_the_judge_brought(
    memory: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_JUDGE_PROVIDER", "claude")
    given.event(memory, "session_start", "s-0", ago=500)
    changed, *found = (
        given.fact(memory, text, days=1, kind="O", source={"via": "judge"})
        for text in ("ship from main", "answer in French", "never use tabs")
    )
    append.append(memory, layout.FACTS, [changed.changed(pinned=True)])
    for session, ids in (("s-1", [changed.id, found[0].id]), ("s-2", [found[1].id]), ("s-3", [])):
        given.event(memory, "judged", session, ago=100, record_ids=ids)

    assert shown(memory, "start").endswith("; judged 2 sessions: 2 new, 1 changed")
    assert "judged" not in shown(memory, "start", session_id="the next one")


def test_what_a_judge_brought_is_told_in_chinese(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_JUDGE_PROVIDER", "claude")
    monkeypatch.setenv("MEMORY_STORE_LANGUAGE", "zh")
    fact = given.fact(store, "只从 release 分支发布", kind="O", source={"via": "judge"})
    given.event(store, "judged", "s-1", ago=100, record_ids=[fact.id])

    assert shown(store, "start") == "记忆：1 条规则；已评审 1 个会话：新增 1 条"


GITHUB = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (f"记住我的 GitHub token 是 {GITHUB}", "secret"),
        (f"Remember my GitHub token: {GITHUB}", "secret"),
        (f"记住我的 GitHub token {GITHUB}", "secret"),
        (f"remember that the bot signs with {GITHUB} on weekdays", "secret"),
        ("以后都用这个密码：hunter2-Xy9!", "secret"),
        ("记住 <private>生日是五月</private> 下个月提醒我买蛋糕", "private"),
        ("Remember that <private>Ann earns 90k</private> and we never say so.", "private"),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_not_kept_for_its_secret_is_told_once_to_the_person_or_by_the_agent(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, said: str, why: str, language: str
) -> None:
    monkeypatch.setenv("MEMORY_STORE_LANGUAGE", language)

    line = shown(store, "prompt", prompt=said)
    event = given.told("cursor/before-submit-prompt", store, "another", prompt=said)
    context = recall_memory.handle(event, given.where(store)).context

    begin = {"en": "memory: not kept: ", "zh": "记忆：没有保存："}[language]
    reason = {
        "secret": {"en": "it looks like a secret", "zh": "看起来是密钥或密码"},
        "private": {"en": "it is marked private", "zh": "标记为私密内容"},
    }[why][language]
    assert line == begin + reason
    assert context.count(wording.say(language, why)) == 1
    assert shown(store, "stop") == ""
    assert given.lines(store, layout.FACTS) == []


def test_a_secret_that_nobody_asked_to_keep_is_told_to_nobody(store: layout.Store) -> None:
    assert shown(store, "prompt", prompt=f"push it with {GITHUB} please") == ""


@pytest.mark.parametrize(
    ("said", "name", "language"),
    [
        ("上面那个 tabs 的规则作废", "tabs", "zh"),
        ("Forget the rule about tabs.", "tabs", "en"),
    ],
)
def test_what_a_prompt_takes_back_in_vain_is_told_to_the_person(
    memory: layout.Store, monkeypatch: pytest.MonkeyPatch, said: str, name: str, language: str
) -> None:
    monkeypatch.setenv("MEMORY_STORE_LANGUAGE", language)

    line = shown(memory, "prompt", prompt=said)

    begin = {"en": "memory: nothing was taken back: ", "zh": "记忆：没有撤回："}[language]
    assert line.startswith(begin)
    assert name in line
