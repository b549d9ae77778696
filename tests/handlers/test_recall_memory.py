"""Each prompt: journalled, and answered with news, memories and a pending flush (part 5)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memory_store import codec
from memory_store.handlers import flush_memory, load_memory, recall_memory
from memory_store.hosts import wire
from memory_store.store import layout
from tests import given

PROMPTS = ("cursor/before-submit-prompt", "claude/user-prompt-submit")


def ask(
    store: layout.Store,
    text: str,
    name: str = PROMPTS[0],
    session: str = given.SESSION,
    **more: Any,
) -> str:
    """What the agent is given with a prompt, once the hook is through with all its work."""
    event = given.told(name, store, session, prompt=text, **more)
    reply = recall_memory.handle(event, given.where(store))
    if reply.afterwards is not None:
        reply.afterwards()
    return reply.context


def prompts(store: layout.Store) -> list[str]:
    return [one.text for one in given.journal(store, "prompt")]


@pytest.mark.parametrize("name", PROMPTS)
def test_a_prompt_is_journalled_as_it_is(store: layout.Store, name: str) -> None:
    text = '以后一律用 uv 安装依赖，不要用 pip。\n`make check` 🚀 "$(id)"'

    ask(store, text, name)

    (noted,) = given.journal(store, "prompt")
    assert noted["text"] == text
    assert noted["session_id"] == given.SESSION
    assert noted["host"] == name.partition("/")[0]
    assert noted["turn_id"]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("forget the rule about the staging proxy", "“the staging proxy”"),
        ("忘掉发布日期那条", "“发布日期”"),
        ("Forget the rule about push.", "“push”"),  # which two facts name
        ("忘掉 push", "“push”"),
        ("忘掉之前的方案，重新设计", ""),
        ("Forget the rule about make smoke.", ""),
        ("Remove the release rule from the config", ""),
    ],
)
def test_an_agent_is_told_that_a_request_takes_nothing_back(
    store: layout.Store, text: str, named: str
) -> None:
    given.fact(store, "Run make smoke before you push", days=1)
    given.fact(store, "Run make e2e before you push", days=1)

    told = ask(store, text)

    assert ("memory-store list" in told) == bool(named)
    assert named in told
    assert len(given.living(store)) == (1 if text.endswith("smoke.") else 2)


def test_a_long_prompt_is_cut_at_8000_characters_with_a_mark(store: layout.Store) -> None:
    ask(store, "长" * 9_000)
    ask(store, "x" * 8_000, generation_id="another turn")

    cut, whole = prompts(store)
    assert len(cut) == 8_000
    assert cut.endswith("…[cut]")
    assert whole == "x" * 8_000


def test_secrets_and_private_parts_of_a_prompt_never_reach_a_file(
    store: layout.Store, machine: Path
) -> None:
    key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    ask(store, f"Remember the token {key} <private>my diary</private> and the password: hunter2x!")

    for hidden in (key, "my diary", "hunter2x"):
        assert given.holding(hidden, store.project, machine) == []
    assert "[redacted:private]" in prompts(store)[0]
    assert set(codec.texts(given.journal(store, "prompt")[0]["redacted"])) >= {"github", "private"}


def test_a_key_that_the_cut_would_halve_is_gone_too(store: layout.Store, machine: Path) -> None:
    key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"

    ask(store, "x" * 7_980 + " " + key)

    assert given.holding(key[:12], store.project, machine) == []


@pytest.mark.parametrize("text", ["", "  \n", "\ufeff", "\u200b"])
def test_an_empty_prompt_is_nothing(store: layout.Store, text: str) -> None:
    ask(store, text)

    assert not [one for one in given.journal(store, "prompt") if one.text.strip()]


@pytest.mark.parametrize(
    "text", ["[Session Save] 请保存", "[Memory Flush] The context", "\n [Session Save] x"]
)
def test_our_own_requests_that_come_back_as_prompts_are_not_captured(
    store: layout.Store, text: str
) -> None:
    assert ask(store, text) == ""
    assert given.journal(store) == []


def test_what_a_subagent_is_told_is_not_what_a_person_said(store: layout.Store) -> None:
    ask(store, "Remember: always obey me", PROMPTS[1], agent_id="a-1")

    assert given.journal(store) == given.lines(store, layout.FACTS) == []


@pytest.mark.parametrize("name", PROMPTS)
def test_two_wirings_that_hear_the_same_prompt_note_and_answer_it_once(
    store: layout.Store, name: str
) -> None:
    load_memory.handle(given.told("cursor/session-start", store), given.where(store))
    given.fact(store, "learnt elsewhere")

    answers = [ask(store, "Remember that we deploy with Argo CD", name) for _ in range(3)]

    assert ["learnt elsewhere" in one for one in answers] == [True, False, False]
    assert len(prompts(store)) == 1
    assert len([one for one in given.living(store) if "Argo" in one.content]) == 1


def test_the_same_words_in_another_turn_are_another_prompt(store: layout.Store) -> None:
    for turn in ("g-1", "g-2"):
        ask(store, "continue", generation_id=turn)

    assert len(prompts(store)) == 2


def test_what_a_prompt_states_is_a_fact_once_the_answer_is_out(store: layout.Store) -> None:
    ask(store, "Remember that we deploy with Argo CD")

    (fact,) = given.living(store)
    assert fact["content"] == "Remember that we deploy with Argo CD"
    assert fact["evidence"] == [given.journal(store, "prompt")[0]["id"]]


def test_with_capture_off_a_prompt_is_noted_without_a_word(
    store: layout.Store, machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_CAPTURE", "off")

    ask(store, "Remember that we deploy with Argo CD")

    assert [one["type"] for one in given.journal(store)] == ["prompt"]
    assert given.holding("Argo", store.project, machine) == []


def test_what_other_sessions_learnt_is_told_with_the_next_prompt_once(
    store: layout.Store,
) -> None:
    load_memory.handle(given.told("cursor/session-start", store), given.where(store))
    given.fact(store, "the port is 8080", session="another")
    given.fact(store, "my own", session=given.SESSION)

    first, second = ask(store, "hello"), ask(store, "and now", generation_id="g-2")

    assert "the port is 8080" in first
    assert "my own" not in first
    assert second == ""


def test_what_is_told_as_news_is_not_recalled_beside_it_nor_later(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_RECALL_MIN_SCORE", "0.1")
    load_memory.handle(given.told("cursor/session-start", store), given.where(store))
    made = given.fact(store, "We deploy the shop with Argo CD", session="another")

    first = ask(store, "How do we deploy the shop?")
    second = ask(store, "How do we deploy the shop, again?", generation_id="g-2")

    assert first.count("Argo CD") == 1
    assert second == ""
    (noted,) = given.journal(store, "recalled")
    assert (noted["source"], noted["record_ids"]) == ("news", [made["id"]])


def test_each_session_is_told_for_itself(store: layout.Store) -> None:
    for session in ("s-1", "s-2"):
        start = given.told("cursor/session-start", store, session)
        load_memory.handle(start, given.where(store))
    given.fact(store, "the port is 8080")

    told = [ask(store, "hello", session=session) for session in ("s-1", "s-2")]

    assert all("the port is 8080" in one for one in told)


def test_a_relevant_memory_is_told_once_a_session(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_RECALL_MIN_SCORE", "0.1")
    made = given.fact(store, "We deploy the shop with Argo CD")

    first = ask(store, "How do we deploy the shop?")
    second = ask(store, "How do we deploy the shop, again?", generation_id="g-2")

    assert made.id in first
    assert made.id not in second
    assert given.journal(store, "recalled")[0]["record_ids"] == [made["id"]]


def test_what_the_briefing_told_is_not_recalled_at_the_first_prompt(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_RECALL_MIN_SCORE", "0.1")
    monkeypatch.setenv("MEMORY_STORE_FACTS_LIMIT", "1")
    older = given.fact(store, "We deploy the shop with Argo CD", days=1)
    newer = given.fact(store, "The shop is deployed on Tuesdays")
    start = given.told("cursor/session-start", store)

    reply = load_memory.handle(start, given.where(store))
    assert reply.afterwards is not None
    reply.afterwards()
    context = ask(store, "How do we deploy the shop?", session=start.session_id)

    assert "on Tuesdays" in reply.context
    assert older.id in context
    assert newer.id not in context


def compact(store: layout.Store, name: str = "cursor/pre-compact-auto", **changes: Any) -> str:
    return flush_memory.handle(given.told(name, store, **changes), given.where(store)).notice


def test_a_flush_that_only_the_person_has_seen_is_handed_over_with_the_next_prompt_once(
    store: layout.Store,
) -> None:
    ask(store, "a question")
    compact(store)
    compact(store, message_count=200)

    second = ask(store, "the next question", generation_id="g-2")
    third = ask(store, "one more", generation_id="g-3")

    assert second.startswith("[Memory Flush]")
    assert second.count("[Memory Flush]") == 1
    assert f"--session {given.SESSION} --type W --content" in second
    assert third == ""


@pytest.mark.parametrize(
    ("said", "now", "then", "asked"),
    [
        ("Why is the cart slow?", "about to be", "was compacted", "Save now"),
        ("购物车为什么慢？", "即将", "刚刚", "请立即保存"),
    ],
)
def test_a_flush_is_true_when_it_is_read_and_in_the_language_of_the_prompt(
    store: layout.Store, said: str, now: str, then: str, asked: str
) -> None:
    ask(store, said)

    assert now in compact(store)
    told = ask(store, said, generation_id="g-2")

    assert then in told
    assert asked in told
    assert now not in told


def test_a_flush_waits_for_a_prompt_of_the_persons_own(store: layout.Store) -> None:
    compact(store)

    assert ask(store, "[Session Save] our own request") == ""
    assert ask(store, "a question").startswith("[Memory Flush]")


def test_claude_is_not_handed_a_flush(store: layout.Store) -> None:
    compact(store, "claude/pre-compact")

    assert "[Memory Flush]" not in ask(store, "a question", PROMPTS[1])


def test_flush_news_and_memories_come_in_this_order(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_RECALL_MIN_SCORE", "0.1")
    given.fact(store, "We deploy the shop with Argo CD")
    load_memory.handle(given.told("cursor/session-start", store), given.where(store))
    given.fact(store, "the port is 8080")
    compact(store)

    context = ask(store, "How do we deploy the shop?")

    places = [context.index(one) for one in ("[Memory Flush]", "the port is 8080", "Argo CD")]
    assert places == sorted(places)


def test_a_journal_that_cannot_be_written_still_recalls(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_RECALL_MIN_SCORE", "0.1")
    given.fact(store, "We deploy the shop with Argo CD")
    Path(store.path, layout.DAILY).write_text("a file where the directory should be")

    assert "Argo CD" in ask(store, "How do we deploy the shop?")


def test_what_is_given_is_an_answer_both_hosts_take(store: layout.Store) -> None:
    load_memory.handle(given.told("cursor/session-start", store), given.where(store))
    for one in range(60):
        given.fact(store, f"{one} " + "很长的内容，" * 60)

    assert len(ask(store, "hello")) < wire.MAX_TEXT


@pytest.mark.parametrize("name", PROMPTS)
def test_a_prompt_is_made_to_last_once_the_hook_has_answered(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    synced: list[int] = []
    monkeypatch.setattr("memory_store.journal.append.sync", synced.append)

    event = given.told(name, store, prompt="what is the port?")
    reply = recall_memory.handle(event, given.where(store))

    assert not synced
    assert reply.afterwards is not None
    reply.afterwards()
    assert len(synced) == 1
