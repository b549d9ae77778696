"""A session's summary without a model: extracted, never invented."""

from __future__ import annotations

from typing import Any

import pytest

from memory_store.journal import records
from memory_store.learn import summarise

Record = dict[str, Any]


def turn(prompt: str = "", response: str = "") -> list[Record]:
    texts = (("prompt", prompt), ("response", response))
    return [{"type": kind, "text": text} for kind, text in texts if text]


def automatic(*turns: list[Record], language: str = "en") -> Record:
    made = summarise.automatic([event for one in turns for event in one], language)
    assert made is not None
    return made


def test_the_first_question_is_the_topic_and_later_ones_are_told() -> None:
    made = automatic(
        turn("Why is the checkout slow?", "An index is missing."),
        turn("Add it", "Added an index on cart.user_id."),
    )

    assert made["topic"] == "Why is the checkout slow?"
    assert made["summary"] == "An index is missing. «Add it»: Added an index on cart.user_id."


def test_a_question_that_got_no_answer_is_told() -> None:
    made = automatic(turn("Why is the checkout slow?"))

    assert made["topic"] == "Why is the checkout slow?"
    assert made["summary"] == "«Why is the checkout slow?» (no answer)"


def test_it_speaks_the_language_it_is_told_to() -> None:
    made = automatic(
        turn("结账为什么慢？", "购物车表缺少一个索引，需要补上。"),
        turn("加上", "已经在 cart.user_id 上加了索引。"),
        language="zh",
    )

    assert made["topic"] == "结账为什么慢？"
    assert made["summary"] == (
        "购物车表缺少一个索引，需要补上。 “加上”：已经在 cart.user_id 上加了索引。"
    )


@pytest.mark.parametrize(
    "events",
    [
        [],
        [{"type": "session_start"}],
        [{"type": "prompt"}, {"type": "response"}],
        [{"type": "prompt", "text": " \n"}],
        [{"type": "response", "text": "```py\nonly_code()\n```"}],
    ],
)
def test_where_nothing_was_said_there_is_nothing_to_tell(events: list[Record]) -> None:
    assert summarise.automatic(events, "en") is None


def test_an_answer_alone_is_told_too() -> None:
    made = automatic(turn(response="The server listens on port 8080."))

    assert made["topic"] == "The server listens on port 8080."
    assert "8080" in made["summary"]


def test_code_headings_and_tables_of_an_answer_are_passed_over() -> None:
    answer = "# Result\nThe cause:\n```py\nsecret_code()\n```\n| a | b |\nA missing index."

    assert automatic(turn("why", answer))["summary"].endswith("The cause: A missing index.")


def test_what_an_answer_leaves_open_becomes_todos() -> None:
    boxes = "- [x] index\n- [ ] measure it\n* [ ] tell Wang\n- [ ] \n"
    answer = f"Done.\n{boxes}TODO: clean up\n待办：写文档\n"

    assert automatic(turn("go on", answer))["todos"] == [
        "measure it",
        "tell Wang",
        "clean up",
        "写文档",
    ]


def test_only_what_the_last_answer_leaves_open_is_still_open() -> None:
    made = automatic(turn("a", "- [ ] measure it"), turn("b", "Measured. All done."))

    assert made["todos"] == []


def test_a_long_session_still_makes_a_summary_that_can_be_stored() -> None:
    session = [turn("问题 " + "x" * 5000 + str(one), "答" * 8000) for one in range(60)]
    made = automatic(*session)

    line, _ = records.summary(
        "s-1",
        topic=made["topic"],
        text=made["summary"],
        decisions=made["decisions"],
        todos=made["todos"],
        source={"via": "capture"},
        origin="automatic",
    )

    assert len(line["topic"]) <= 100  # type: ignore[arg-type]
    assert len(line["summary"]) < 2000  # type: ignore[arg-type]


def test_a_question_asked_again_is_told_once() -> None:
    made = automatic(turn("begin", "one"), turn("continue", "two"), turn("continue", "two"))

    assert made["summary"] == "«continue»: two"


def test_something_to_remember_is_no_topic_where_there_is_another() -> None:
    made = automatic(
        turn("记住：部署前先跑 make smoke", "好的。"),
        turn("订单接口为什么超时？", "是 N+1 查询，已改成批量查询。"),
        turn("继续", "继续处理。"),
        language="zh",
    )

    assert made["topic"] == "订单接口为什么超时？"
    assert made["summary"] == "是 N+1 查询，已改成批量查询。"


def test_a_long_line_is_cut_between_words_with_a_mark() -> None:
    made = automatic(turn("word " * 60, "An answer that says something."))

    assert made["topic"].endswith("word…")
