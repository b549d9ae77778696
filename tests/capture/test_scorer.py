"""How lasting a sentence is, by the weights that come with the package."""

from __future__ import annotations

import os

import pytest

from memory_store.capture import scorer

WEIGHTS = scorer.load()
RULE = "From now on always run make check before you commit."


@pytest.mark.parametrize(
    ("lasting", "passing"),
    [
        (RULE, "fix the typo in the header"),
        ("Never push to main without my approval.", "why does this test fail?"),
        ("以后所有接口都统一返回 404", "帮我看一下这个报错"),
        ("不要再新建文档，除非我让你建", "继续"),
    ],
)
def test_a_standing_rule_scores_above_an_order_of_the_moment(lasting: str, passing: str) -> None:
    assert WEIGHTS.score(lasting) > WEIGHTS.score(passing)


def test_the_weights_that_ship_are_small_and_know_both_spaces() -> None:
    assert os.path.getsize(scorer.PATH) <= 400_000
    assert set(WEIGHTS.spaces) == {896, 512}


def test_the_urgent_sentences_of_a_prompts_beginning_are_told() -> None:
    assert scorer.urgent(WEIGHTS, ["fix the typo", RULE, "thanks"]) == [RULE]
    assert RULE not in scorer.urgent(WEIGHTS, ["x" * scorer.PROMPT_CHARS, RULE])
    assert scorer.urgent(WEIGHTS, []) == []
