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
    return asked.worths(
        [exchanges.Exchange(*one, {"session_id": str(at)}) for at, one in enumerate(said)]
    )


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


def test_one_word_alone_is_chance_however_rare_it_is() -> None:
    prompt = "has the zephyrine agent_tools table a column?"

    assert worth_of(prompt, ("where?", "zephyrine"))[0] == 0.0
    assert worth_of(prompt, TABLES)[0] >= FLOOR


def test_pairs_of_chinese_characters_are_less_than_as_many_words() -> None:
    chinese = worth_of("落实梯子", ("去", "落实梯子"), rarity=1.0)[0]
    english = worth_of("rotate gateway keys", ("go", "rotate gateway keys"), rarity=1.0)[0]

    assert 0.0 < chinese < english * 0.8


def test_what_as_much_was_said_of_in_three_sessions_does_not_stand_out() -> None:
    prompt = "add a column to the agent_tools table"
    elsewhere = ("fill the table", "The agent_tools table has its rows")

    alone, *_ = worth_of(prompt, TABLES, GUIDE, GUIDE)
    among, *_ = worth_of(prompt, TABLES, elsewhere, elsewhere)

    assert among < FLOOR <= alone


ERROR = "For the code present, we get this error: {}. How can I resolve this? Please be concise."


@pytest.mark.parametrize(
    ("prompt", "requests", "is_template"),
    [
        (ERROR.format("redundant jump"), [ERROR.format("unused `history`")] * 2, True),
        (ERROR.format("redundant jump"), [ERROR.format("unused `history`"), "fix it"], False),
        ("继续完成剩下的工作", ["继续完成剩下工作", "请继续完成剩下的工作"], True),
        ("what about docker?", ["what about winget?", "what about linux?"], False),
        ("why does the gateway lose keys at night?", ["the gateway loses keys"] * 3, False),
    ],
)
def test_a_request_in_the_words_of_several_is_a_tools(
    prompt: str, requests: list[str], *, is_template: bool
) -> None:
    assert overlap.is_template(prompt, requests) is is_template


def test_the_words_of_one_name_count_less_than_as_many_words_apart() -> None:
    said = ("open it", "The shop system gets the full path of its assets.")

    name = worth_of("fix GetShopSystemFullPathAssets", said, rarity=2.0)[0]
    apart = worth_of("fix get shop system full path assets", said, rarity=2.0)[0]

    assert 0 < name < apart / 2


@pytest.mark.parametrize(("known", "counts"), [("按钮", False), ("else", True)])
def test_a_translation_counts_where_the_store_has_not_the_word_itself(
    known: str, *, counts: bool
) -> None:
    asked = bearing.Prompt("按钮和菜单在哪里？")
    asked.weigh({f'"{known}"': RARE, '"button"': RARE, '"menu"': RARE})
    said = exchanges.Exchange("draw it", "The menu has a blue button.", {"session_id": ""})

    assert (asked.worths([said])[0] > 0) is counts


def test_two_characters_that_are_mostly_seen_apart_are_no_word() -> None:
    prompt = "主角色移交校正"
    apart = ("移动", "角色移动时先看移动组件，移动慢就改移动速度；角色和颜色、色彩无关")

    together = ("色移", "色移是印刷的术语：色移要校正，色移大时停机")

    assert worth_of(prompt, apart)[0] == 0.0 < worth_of(prompt, together)[0]


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
    ("worths", "sessions", "stands_out"),
    [
        ([7.2, 1.6, 0.8], "aba", [1.0, 0.2, 0.1]),  # its next two are behind the best one
        ([0.8, 2.4, 1.6, 0.4], "aaaa", [0.1, 0.6, 0.2, 0.05]),
        ([4.8, 2.4, 0.8], "abc", [0.3, 0.15, 0.05]),  # half of what it is without the third
        ([4.8, 2.4, 0.0], "abc", [0.6, 0.3, 0.0]),
        ([80.0, 2.4], "ab", [1.0, 0.3]),
        ([], "", []),
    ],
)
def test_a_session_is_worth_what_it_has_more_than_the_third_best(
    worths: list[float], sessions: str, stands_out: list[float]
) -> None:
    own = list(sessions)

    assert overlap.standing_out(worths, own, opens=False) == pytest.approx(stands_out)


def test_the_first_prompt_of_a_session_may_share_its_subject_with_three() -> None:
    shared = [5.0, 5.0, 5.0]

    assert overlap.standing_out(shared, list("abc"), opens=True) == pytest.approx([5.0 / 12.0] * 3)
    assert max(overlap.standing_out(shared, list("abc"), opens=False)) < FLOOR
