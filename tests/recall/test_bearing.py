"""A memory bears on a prompt by telling words of both, whatever the prompt's length."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_store.recall import bearing, overlap

FLOOR = 0.25
FACT = "We use pnpm in all frontend packages, never npm or yarn."


def worth(prompt: str, text: str, score: float = 0.1) -> float:
    return bearing.Prompt(prompt).worth(score, text)


def test_a_memory_that_a_prompt_covers_is_worth_more_than_its_score() -> None:
    assert worth("Add lodash-es to the frontend package.", FACT) >= FLOOR
    assert worth("前端包管理用哪个工具？给前端加依赖", "前端包管理一律用 pnpm", 0.12) >= FLOOR


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("What does this line do?", "Python code is formatted, line length 99."),
        ("Make the tests pass.", "Tests run on PostgreSQL."),
        ("Explain 0.1 + 0.2", "Migrated from 0.1 to 2.0"),
        ("这个函数是做什么的？", "函数不超过四十行，文件不超过两百行"),
        ("继续。", "发布之后继续观察半小时"),
    ],
)
def test_words_of_any_prompt_bear_on_nothing_whatever_the_score(prompt: str, text: str) -> None:
    assert worth(prompt, text, 1.0) == 0.0


def test_one_shared_word_counts_less_than_two() -> None:
    one = worth("a holiday in Kyoto", "Kyoto hosts the mirror", 0.0)
    two = worth("the mirror in Kyoto", "Kyoto hosts the mirror", 0.0)

    assert 0 < one < two / 2


def test_what_else_a_prompt_says_takes_nothing_from_the_memorys_share() -> None:
    short = "frontend packages"
    long = short + " " + " ".join(f"unrelated{chr(97 + one)}word" for one in range(20))

    assert worth(long, FACT, 0.0) == worth(short, FACT, 0.0)


def test_english_endings_are_no_difference() -> None:
    assert worth("cached suggestion", "suggestions are caching", 0.0) == worth(
        "suggestions caching", "suggestions are caching", 0.0
    )


def test_the_table_holds_words_as_they_are_compared() -> None:
    assert {overlap.stem(one) for one in overlap.ENGLISH} >= {
        "writ",
        "mak",
        "test",
        "explain",
    }
    assert all(len(one) == 2 and not one.isascii() for one in overlap.CHINESE)
    assert all(one.isascii() and one.islower() for one in overlap.ENGLISH)


@given(st.text(max_size=300), st.text(max_size=300), st.floats(0, 1))
def test_it_is_a_share_for_any_texts(prompt: str, text: str, score: float) -> None:
    assert 0.0 <= worth(prompt, text, score) <= 1.0


@pytest.mark.parametrize(
    "prompt",
    [
        "go ahead",
        "ok do it",
        "commit this",
        "run the tests",
        "继续",
        "好的，请实现",
        "进行提交",
        "resume",
    ],
)
def test_an_order_of_the_moment_says_nothing(prompt: str) -> None:
    assert not bearing.Prompt(prompt).says()


@pytest.mark.parametrize(
    "prompt", ["deploy the shop to staging", "which port?", "端口是多少？", "把网关切到 Envoy"]
)
def test_a_question_and_an_order_about_something_say_something(prompt: str) -> None:
    assert bearing.Prompt(prompt).says()


def test_of_a_long_text_the_sentences_that_bear_on_the_prompt_are_given() -> None:
    text = (
        "Checkout and search\n"
        "The cart totals were rounded twice, which is fixed. Search was slow on long words. "
        "The refunds of Adyen go through the queue now. Icons were drawn anew for the menu.\n"
        "Decided: keep the queue of refunds in Redis"
    )
    asked = bearing.Prompt("How do refunds go through the queue?")

    assert asked.part(text, 160) == (
        "Checkout and search … The refunds of Adyen go through the queue now. … "
        "Decided: keep the queue of refunds in Redis"
    )
    assert asked.part(text, 1_000) == text


PARTS = ("Title", "Refunds wait.", "Refunds go through the queue.", "Icons are new.", "A refund.")


@pytest.mark.parametrize(
    ("limit", "kept"),
    [
        (len("\n".join(PARTS)), "\n".join(PARTS)),
        (56, "Title Refunds wait. Refunds go through the queue. … A refund."),
        (55, "Title Refunds wait. Refunds go through the queue. …"),
        (47, "Title Refunds wait. Refunds go through the queue. …"),
        (46, "Title … Refunds go through the queue. … A refund."),
        (40, "Title … Refunds go through the queue. …"),
        (10, "Title … Refunds go through the queue. …"),
    ],
)
def test_the_best_sentence_is_given_and_the_next_best_while_they_fit(
    limit: int, kept: str
) -> None:
    asked = bearing.Prompt("Which refunds go through the queue?")

    assert asked.part("\n".join(PARTS), limit) == kept


def test_of_a_long_text_in_chinese_too() -> None:
    text = (
        "结算页\n购物车金额被取整两次，已修好。搜索长词很慢，以后再看。退款改走消息队列，失败重试三次。"
        "菜单图标重新画了一遍。\n待办：压测搜索"
    )

    found = bearing.Prompt("退款失败会重试吗？").part(text, 40)

    assert found == "结算页 … 退款改走消息队列，失败重试三次。 …"


def test_a_text_of_which_no_sentence_shares_a_word_is_given_as_it_is() -> None:
    text = "Checkout\n" + "The cart totals were rounded twice. " * 9

    assert bearing.Prompt("why is the pipeline red").part(text, 100) == text


@pytest.mark.parametrize(
    ("text", "bears"),
    [
        ("The carts were indexed.", True),
        ("The cartography of it.", False),
        ("一个 cart 的索引", True),
        ("Nothing of the kind.", False),
    ],
)
def test_a_text_bears_on_a_prompt_by_whole_words_without_their_endings(
    text: str, *, bears: bool
) -> None:
    assert bearing.Prompt("Which cart do we use?").bears(text) is bears
