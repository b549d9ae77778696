import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_store.capture import scorer


@pytest.fixture(scope="module")
def weights() -> scorer.Scorer:
    return scorer.load()


@given(st.text(max_size=400))
def test_any_sentence_has_a_probability(sentence: str) -> None:
    assert 0.0 <= scorer.load().score(sentence) <= 1.0


@pytest.mark.parametrize(
    ("lasting", "passing"),
    [
        ("From now on always run make check before you commit.", "fix the typo in the header"),
        ("Never push to main without my approval.", "why does this test fail?"),
        ("以后所有接口都统一返回 404", "帮我看一下这个报错"),
        ("不要再新建文档，除非我让你建", "继续"),
    ],
)
def test_a_standing_rule_scores_above_an_order_of_the_moment(
    weights: scorer.Scorer, lasting: str, passing: str
) -> None:
    assert weights.score(lasting) > weights.score(passing)


def test_the_weights_that_ship_are_small_and_know_both_spaces(weights: scorer.Scorer) -> None:
    assert os.path.getsize(scorer.PATH) <= 400_000
    assert set(weights.spaces) == {896, 512}


def test_the_most_urgent_sentence_of_a_prompt_is_told(weights: scorer.Scorer) -> None:
    rule = "From now on always run make check before you commit."

    assert scorer.best(weights, ["fix the typo", rule, "thanks"]) == (weights.urgency(rule), rule)
    assert scorer.best(weights, []) == (0.0, "")


def test_of_a_long_prompt_a_bounded_part_is_scored(
    weights: scorer.Scorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    scored: list[str] = []

    def count(_: scorer.Scorer, sentence: str) -> float:
        scored.append(sentence)
        return 0.0

    monkeypatch.setattr(scorer.Scorer, "score", count)

    scorer.best(weights, ["x" * 100] * 1_000)

    assert len(scored) == scorer.PROMPT_CHARS / 100


@given(st.floats(0, 1), st.floats(0, 1))
def test_two_probabilities_join_to_one_between_them(by_vector: float, by_ngrams: float) -> None:
    joined = scorer.joined(by_vector, by_ngrams)

    low, high = sorted((by_vector, by_ngrams))
    assert low - 1e-6 <= joined <= high + 1e-6
