"""What a session settled: the rules' own judgement, and replies to an offer."""

from __future__ import annotations

import pytest

from memory_store.learn import decided, turns


def settled(*said: tuple[str, str]) -> list[str]:
    events: list[dict[str, object]] = []
    for prompt, answer in said:
        events.append({"type": "prompt", "text": prompt})
        events.append({"type": "response", "text": answer})
    return decided.of(turns.read_turns(events))


@pytest.mark.parametrize(
    "said",
    [
        "我们最终选择 FastAPI，不用 Flask",
        "经过讨论，最终选择 Elasticsearch 做全文检索",
        "超时时间定为 5 秒",
        "we decided to keep all dates in UTC",
        "从现在起提交信息一律用英文",
        "提交信息还是改成英文吧，海外同事看不懂",
    ],
)
def test_what_extraction_keeps_as_decided_is_decided(said: str) -> None:
    assert settled((said, "好的。")) == [said]


@pytest.mark.parametrize(
    "said",
    [
        "小王说以后可能会换成 MongoDB",
        "统一一下这两个文件的缩进",
        "报错：java.lang.IllegalStateException: 必须先调用 init()，总是返回 null",
        "为啥必须用 HTTPS",
        "Remember that the local Postgres listens on port 5433",
        "I hate long answers",
    ],
)
def test_hearsay_chores_errors_questions_and_preferences_are_no_decisions(said: str) -> None:
    assert settled((said, "好的，已处理。")) == []


def test_a_reply_that_takes_up_an_offer_is_decided_and_alone_it_is_not() -> None:
    offer = ("REST or gRPC for it?", "Either works: REST is simpler, gRPC is faster.")

    assert settled(offer, ("ok, plain REST", "Done.")) == ["plain REST"]
    assert settled(("The build is red.", "I fixed it."), ("ok, plain REST", "Done.")) == []


def test_what_the_same_session_replaced_stands_no_more() -> None:
    assert settled(
        ("以后统一用 pnpm", "好的。"),
        ("记录一下进度", "好。"),
        ("改用 npm 吧，以后统一用 npm", "好的。"),
    ) == ["改用 npm 吧，以后统一用 npm"]


def test_what_is_said_twice_is_decided_once() -> None:
    assert settled(("以后统一用 pnpm", "好的。"), ("以后统一用 PNPM", "好的。")) == [
        "以后统一用 pnpm"
    ]


def test_what_an_agent_calls_settled_is_decided_too() -> None:
    answer = "Decision: the orders service owns the stock table."

    assert settled(("who owns the stock?", answer)) == ["the orders service owns the stock table."]
