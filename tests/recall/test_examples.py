"""The worth of what words and meaning found: the examples of examples.json."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from memory_store.language import words
from memory_store.recall import ranking
from tests import examples
from tests.recall.test_ranking import scores

if TYPE_CHECKING:
    from collections.abc import Callable


def of(measure: Callable[[ranking.Scores], float | None]) -> Callable[..., Any]:
    """Measures what is known of a piece: bm25, cosine, and what else is said of it."""
    return lambda given: measure(scores(*given[:2], **(given[2] if len(given) > 2 else {})))


def standing(given: list[str]) -> float:
    """The factor of kind, type and text, of a question where one stands behind them."""
    asked = words.split(given[3]) if len(given) > 3 else None
    return ranking.standing(given[0], given[1], given[2], asked)


CALLS: dict[str, Callable[..., Any]] = {
    "words": of(lambda one: one.text),
    "meaning": of(lambda one: one.vector),
    "meaning within 1": of(ranking.Scores.vector_score),
    "evidence": of(ranking.evidence),
    "seven to three": of(ranking.weighted(0.7, 0.3)),
    "half and half": of(ranking.weighted(2.0, 2.0)),
    "no weights": of(ranking.weighted(0, 0)),
    "standing": standing,
    "span": lambda model: list(ranking.span_of(model)),
}


@pytest.mark.parametrize(("call", "given", "gives"), examples.beside(__file__))
def test_an_example_gives_what_it_says(call: str, given: Any, gives: Any) -> None:
    assert CALLS[call](given) == pytest.approx(gives)
