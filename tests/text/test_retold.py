"""What is told again in other words is known, and what says another thing is not."""

from __future__ import annotations

import pytest

from memory_store.text import retold

COMMITS = "提交信息统一用中文写，格式是「模块: 说明」"
TABS = "always use tabs"


@pytest.mark.parametrize(
    ("text", "other", "expected"),
    [
        ("以后按「模块: 说明」的中文格式提交。", COMMITS, True),
        ("Got it, I will always use tabs for indentation.", TABS, True),
        ("From now on always use tabs.", TABS, True),
        (
            "提交信息的模板用中文写好了，登录页的样式修好，两个失败测试都通过，部署脚本加上回滚步骤",
            COMMITS,
            False,
        ),
        ("we use Postgres", "Checked: Postgres 14 runs on db01", True),
        ("Checked: Postgres 14 runs on db01", "we use Postgres", False),
        ("网关端口是 9090", "网关端口是 8080", False),
        ("生产库一律走跳板机 jump01。", "生产数据库只能通过跳板机 jump01 访问", True),
        ("数据库用 TiDB", "数据库用 MySQL", False),
        ("deploy with Argo CD", "deploy with Jenkins", False),
        ("好的。", COMMITS, False),
        ("Done.", TABS, False),
        ("", "", False),
    ],
)  # fmt: skip
def test_words_tell_whether_it_is_told_again(text: str, other: str, *, expected: bool) -> None:
    told, known = retold.words(text), retold.words(other)

    assert retold.repeats(told, known) == expected


def test_what_holds_as_well_is_not_gone() -> None:
    english, chinese = "提交信息统一用英文写", "提交信息统一用中文写"

    assert retold.Gone([chinese], []).tells(english)
    assert not retold.Gone([chinese], [english]).tells(english)
    assert retold.Gone([chinese], [english]).tells(chinese)
    assert not retold.Gone([], []).tells(chinese)


def test_a_text_loses_the_sentences_that_are_gone_and_no_others() -> None:
    text = "修好了登录。好的，提交信息统一用中文写。测试都过了。 Use tabs. All is done."

    gone = retold.Gone(["提交信息统一用中文写", TABS], [])

    assert gone.without(text) == "修好了登录。测试都过了。All is done."
    assert gone.without(f"The topic\n{TABS}\n- a decision") == "The topic\n- a decision"
    assert retold.Gone(["提交前跑测试"], []).without(text) == text
