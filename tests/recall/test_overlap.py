"""What earlier requests and their answers are worth for a prompt: docs/recall.md."""

from __future__ import annotations

import pytest

from memory_store.recall import bearing, exchanges, overlap

FLOOR = 0.25
RARE = 6.0


def worth_of(prompt: str, *said: tuple[str, str], rarity: float = RARE) -> list[float]:
    """What exchanges are worth for a prompt in a store where each of its words is this rare."""
    asked = bearing.Prompt(prompt)
    asked.weigh({term.phrase: rarity for term in asked.question.terms})
    return asked.worths([exchanges.Exchange(*one, {}) for one in said])


TABLES = (
    "create an agent_tools table with agent and tool ids",
    "The agent_tools table is in db.py",
)
GUIDE = ("怎么爬梯子", "用官方的梯子模板，梯子顶部放一个出口")


@pytest.mark.parametrize(
    ("prompt", "exchange"),
    [
        ("add a column to the agent_tools table", TABLES),
        ("梯子顶部的出口放错了吗", GUIDE),
    ],
)
def test_what_was_asked_and_answered_about_it_is_worth_telling(
    prompt: str, exchange: tuple[str, str]
) -> None:
    about_it, other = worth_of(prompt, exchange, ("rename the menu", "The menu has its new name"))

    assert about_it >= FLOOR
    assert other == 0.0


@pytest.mark.parametrize(
    ("prompt", "exchange"),
    [
        (
            "怪物死亡后为什么还能看见之前的身体，帮我找原因，不要直接修改，告诉我代码即可",
            ("不是周卡就弹提示，不要直接修改，告诉我代码即可", "在 `RunArea.lua` 拦截。"),
        ),
        (
            "the monsters block the stairs, find the reason and don't change the code directly",
            ("warn, find the reason, don't change the code directly", "The entry checks."),
        ),
        ("how do I rotate the signing keys?", ("how do I rotate the signing keys?", "OK.")),
    ],
)
def test_a_request_in_the_same_words_is_worth_nothing_without_an_answer_that_bears(
    prompt: str, exchange: tuple[str, str]
) -> None:
    request, answer = exchange

    assert worth_of(prompt, exchange)[0] < FLOOR
    assert worth_of(prompt, (request, f"{answer} {prompt}"))[0] >= FLOOR


def test_words_that_the_whole_store_has_weigh_little() -> None:
    prompt = "add a column to the agent_tools table"

    assert worth_of(prompt, TABLES, rarity=0.5)[0] < FLOOR <= worth_of(prompt, TABLES)[0]


def test_the_first_prompt_of_a_session_needs_fewer_words_than_a_later_one() -> None:
    asked = bearing.Prompt("add a column to the agent_tools table")
    asked.weigh({term.phrase: 2.0 for term in asked.question.terms})
    said = [exchanges.Exchange(*TABLES, {})]

    assert 0 < asked.worths(said)[0] < asked.worths(said, opens=True)[0] < 1


def test_the_words_of_one_name_count_less_than_as_many_words_apart() -> None:
    said = ("open it", "The shop system gets the full path of its assets.")

    name = worth_of("fix GetShopSystemFullPathAssets", said)[0]
    apart = worth_of("fix get shop system full path assets", said)[0]

    assert 0 < name < apart / 2


@pytest.mark.parametrize(("known", "counts"), [("按钮", False), ("else", True)])
def test_a_translation_counts_where_the_store_has_not_the_word_itself(
    known: str, *, counts: bool
) -> None:
    asked = bearing.Prompt("按钮在哪里？")
    asked.weigh({f'"{known}"': RARE, '"button"': RARE})
    said = exchanges.Exchange("draw it", "The button is blue.", {})

    assert (asked.worths([said])[0] > 0) is counts


def test_two_characters_that_are_mostly_seen_apart_are_no_word() -> None:
    prompt = "主角色移交"
    apart = ("移动", "角色移动时先看移动组件，移动慢就改移动速度；角色和颜色、色彩无关")

    together = ("色移", "色移是印刷的术语：色移要校正，色移大时停机")

    assert worth_of(prompt, apart)[0] < worth_of(prompt, together)[0]


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("keys of the gateway", 1),
        ("a keyboard, a key and keys", 2),
        ("a keyboard", 0),
        ("nothing", 0),
    ],
)
def test_an_english_word_is_counted_wherever_it_stands_whole(text: str, times: int) -> None:
    assert overlap.times("key", overlap.spread(text)) == times


@pytest.mark.parametrize(
    ("worths", "sessions", "joined"),
    [
        ([0.1, 0.2, 0.1], "aba", [0.2, 0.2, 0.1]),
        ([0.1, 0.3, 0.2, 0.05], "aaaa", [0.1, 0.6, 0.2, 0.05]),
        ([0.7, 0.6], "aa", [1.0, 0.6]),
        ([], "", []),
    ],
)
def test_the_best_exchange_of_a_session_has_its_next_two_behind_it(
    worths: list[float], sessions: str, joined: list[float]
) -> None:
    assert overlap.with_their_session(worths, list(sessions)) == pytest.approx(joined)
