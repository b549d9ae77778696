"""What names a rule that is taken back is found; orders about code and questions are not."""

from __future__ import annotations

import pytest

from memory_store.learn.rules import dismissal


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("部署前跑 make smoke 那条规则作废", "部署前跑 make smoke"),
        ("那条 make smoke 的规则作废", "make smoke"),
        ("好的，make smoke 那条作废吧，太慢了", "make smoke"),
        ("忘掉 make smoke 那条吧", "make smoke"),
        ("忘掉關於提交信息的規則", "提交信息"),
        ("把 make smoke 那条规则忘掉", "make smoke"),
        ("把那条 make smoke 的规则取消掉", "make smoke"),
        ("提交信息那条不算数了", "提交信息"),
        ("不要用 npm 那条规则作废", "不要用 npm"),
        ("Forget the rule about make smoke", "make smoke"),
        ("Drop the make smoke rule, please.", "make smoke"),
        ("Actually, forget the rule that messages are in Chinese", "messages are in Chinese"),
        ("The make smoke rule no longer applies", "make smoke"),
        ("the rule about squashing commits is void now", "squashing commits"),
    ],
)  # fmt: skip
def test_what_is_taken_back_is_named(text: str, named: str) -> None:
    assert dismissal.asked(text) == [named]


@pytest.mark.parametrize(
    "text",
    [
        "别忘了 make smoke 那条规则",
        "不要让 make smoke 那条规则作废",
        "写个接口让优惠券那条记录作废",
        "取消订单那条记录",
        "删掉 make smoke 那条命令",
        "如果嫌慢，make smoke 那条作废",
        "make smoke 那条作废吗？",
        "为什么 make smoke 那条规则作废了",
        "那条作废",
        "优惠券的规则失效了",
        "Don't forget the rule about make smoke",
        "Drop the no-unused-vars rule from the eslint config",
        "Drop the rule about unused vars in eslint.config.js",
        "Can you forget the rule about make smoke?",
        "If it is slow, drop the make smoke rule",
        "the rule is void",
    ],
)
def test_orders_about_code_questions_and_conditions_take_nothing_back(text: str) -> None:
    assert dismissal.asked(text) == []
