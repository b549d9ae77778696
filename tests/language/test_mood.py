"""Whether a text asks, by its mark or by its words."""

from __future__ import annotations

import pytest

from memory_store.language import mood


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How do we deploy?", True),
        ("remind me. which queue did we pick", True),
        ("上次选了哪个", True),
        ("部署失败了，怎么回事。", True),
        ("We deploy by hand.", False),
        ("What a day. We deploy by hand", False),
        ("怎么都行，统一用消息队列", False),
        ("", False),
    ],
)
def test_a_question_is_told_by_its_last_clause(text: str, *, expected: bool) -> None:
    assert mood.asks(text) is expected


@pytest.mark.parametrize(
    "text",
    [
        "可以关掉了吧",
        "两种写法有何不同",
        "网关用的什么",
        "这里为啥要加锁",
        "用 Redis 还是 Kafka",
        "现在是已经解决了还是只是做完了计划",
        "ok so can we drop the column",
        "and where's the config",
    ],
)
def test_a_question_needs_no_mark(text: str) -> None:
    assert mood.asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "换成 pnpm 吧",
        "还是用 npm",
        "账号还是 ubuntu",
        "提交信息还是写英文吧",
        "When you write code, follow the guide",
        "Any change that rewrites history is forbidden",
        "What I want is one folder",
        "Do not run the seeds",
        "Will owns the gateway",
        "ok do it",
    ],
)
def test_what_begins_like_a_question_may_be_none(text: str) -> None:
    assert not mood.asks(text)
