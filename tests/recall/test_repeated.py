"""What is left of a summary beside the prompt, the facts and itself: docs/recall.md."""

from __future__ import annotations

import pytest

from memory_store.recall import repeated

FACT = "The shop is deployed with Argo CD"


def left(summary: str, prompt: str = "", facts: tuple[str, ...] = ()) -> str:
    return repeated.without(summary, prompt, list(facts), lambda one: "deploy" in one)


@pytest.mark.parametrize(
    "summary",
    [
        FACT,
        f"{FACT}\n«How is the shop deployed?»: With Argo CD, the shop is deployed.",
        f"Releases\n«How is it deployed»: The shop is deployed with Argo CD.\n- {FACT}",
        f"{FACT}\nThe icons of the menu were drawn anew.",
    ],
)
def test_nothing_is_left_where_a_fact_says_all_that_bears_on_the_prompt(summary: str) -> None:
    assert left(summary, facts=(FACT,)) == ""
    assert left(summary) != ""


@pytest.mark.parametrize(
    "told",
    [
        "The shop is deployed with Jenkins.",
        "The shop is not deployed with Argo CD.",
        "The shop is deployed with Argo CD 2.",
        "The shop is deployed with Argo CD on Mondays.",
    ],
)
def test_another_name_number_or_a_denial_is_something_else(told: str) -> None:
    assert told in left(f"Releases\n{told}", facts=(FACT,))


def test_who_asks_a_question_again_is_not_told_that_he_asked_it() -> None:
    asked = "订单接口超时的原因是什么？"

    assert left(asked, f"上次{asked}") == ""
    assert left(f"{asked}\n“{asked}”：好的。", f"上次{asked}") == ""
    answer = "原因是 N+1 查询，已改成一次批量查询。"
    assert left(f"{asked}\n{answer}", f"上次{asked}") == answer
    assert answer in left(f"超时\n“{asked}”：{answer}", f"上次{asked}")
    assert left(f"{asked}\n{answer}") == f"{asked}\n{answer}"


def test_a_decision_stands_rather_than_the_sentences_that_tell_of_it() -> None:
    assert left(f"{FACT}\n«{FACT}»: OK.\n- {FACT}") == f"- {FACT}"
