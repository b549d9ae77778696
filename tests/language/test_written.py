"""Which language a session speaks: the person's own, whatever else stands in it."""

from __future__ import annotations

import pytest

from memory_store.language import written

ZH = "这里为什么慢？"
EN = "Please refactor the login handler so that it checks every token before it asks the database"
SHORT = "run the tests"
LOG = "Traceback (most recent call last):\n  raise ValueError of some kind in the middle of it\n"


def spoken(*prompts: str, answer: str = "") -> str:
    events = [{"type": "prompt", "text": one} for one in prompts]
    events.append({"type": "response", "text": answer})
    return written.of_session(events, "nothing")


@pytest.mark.parametrize(
    ("prompts", "expected"),
    [
        ([], "nothing"),
        (["12 + 3 = ?", "SELECT * FROM t;", "```\nfor one in them: pass\n```"], "nothing"),
        ([SHORT], "en"),
        ([ZH] * 5 + [EN] * 4, "zh"),  # several English prompts don't turn a Chinese session
        ([ZH] * 5 + [SHORT] * 8, "zh"),
        ([ZH] * 5 + [EN] * 7, "en"),  # who stays with it does
        ([EN] * 9 + [ZH], "en"),
        ([EN] * 9 + [ZH] * 4, "zh"),
        ([EN, ZH], "zh"),
    ],
)
def test_a_session_keeps_its_language_until_the_person_changes_it(
    prompts: list[str], expected: str
) -> None:
    assert spoken(*prompts) == expected


@pytest.mark.parametrize(
    "prompt",
    [
        "用 React Query 重构 useUserProfile 这个 hook",
        "把 `SELECT name FROM orders WHERE status = open` 改快",
        f"{LOG}这是什么原因",
        f"这是什么原因\n{LOG}",
        LOG * 20 + "怎么修",
        "```\nwhat follows here is the code of the handler that is slow\n```\n改快一点",
        "继续",
    ],
)
def test_code_names_and_logs_in_a_chinese_prompt_are_no_english(prompt: str) -> None:
    assert spoken(prompt) == "zh"


@pytest.mark.parametrize(
    "prompt",
    ["Translate 用户登录 into English please", "What does 偏好 mean?", "naïve café"],
)
def test_a_chinese_word_or_an_accent_in_english_is_no_chinese(prompt: str) -> None:
    assert spoken(prompt) == "en"


def test_the_agents_answers_tell_only_where_no_prompt_does() -> None:
    assert spoken(ZH, answer=EN) == "zh"
    assert spoken("1 + 1", answer=ZH) == "zh"


def test_a_setting_goes_before_what_is_spoken() -> None:
    assert written.chosen("en", [{"type": "prompt", "text": ZH}]) == "en"
    assert written.chosen("auto", [{"type": "prompt", "text": ZH}]) == "zh"
    assert written.chosen("auto", [], "zh") == "zh"


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_TW"}, "zh"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": ""}, "zh"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "zh_CN:en"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LANGUAGE": "en:zh"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "zh_CN"}, "en"),
        ({"LANGUAGE": "zh_CN"}, "en"),
    ],
)
def test_a_machine_speaks_what_its_variables_say_in_the_order_of_gettext(
    variables: dict[str, str], language: str
) -> None:
    assert written.of_machine(variables) == language
