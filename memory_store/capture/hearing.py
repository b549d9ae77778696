"""Hears candidates at once: sentences of a prompt that the agent would be asked about.

By their characters alone. Must not load a model.
"""

from __future__ import annotations

from memory_store.capture import pipeline, stated_fact
from memory_store.language import names, signs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memory_store import place
    from memory_store.capture import scorer
    from memory_store.journal.stored import Entry

_SUREST = 0.9  # what is inferred is never as sure as what was asked for


def hear(where: place.Place, prompt: Entry) -> int:
    """Append the statements of a prompt that the agent would be asked about, as candidates.

    At once, by their characters alone, whether or not an agent keeps them; how many lines.

    Raises:
        StoreError: they could not be written.
    """
    store = where.project
    if store is None or not where.config.switch("extract"):
        return 0
    said = signs.stating(prompt.text)
    if not said:
        return 0
    from memory_store.capture import scorer  # a question needs none

    weights = scorer.load()
    if not any(weights.urgency(one) >= 1 for one in said):
        return 0
    from memory_store.capture import explicit  # few prompts state anything

    found = heard(weights, explicit.unkept(prompt.text))
    return pipeline.write(store, ((prompt, one) for one in found))


def heard(weights: scorer.Scorer, sentences: Iterable[str]) -> Iterator[stated_fact.Statement]:
    """The candidates among sentences."""
    from memory_store.facts import statement  # see hear

    for text in sentences:
        if weights.urgency(text) < 1:
            continue
        score, is_rule = weights.score(text), "denying" in statement.read(text).marks
        yield candidate(text, score, is_rule=is_rule, how=stated_fact.HEARD)


def candidate(
    text: str, probability: float, *, is_rule: bool, how: str = stated_fact.SCORED
) -> stated_fact.Statement:
    """A sentence as a candidate, as sure as its probability says."""
    return stated_fact.Statement(
        text,
        "O" if is_rule else "W",
        names.find(text),
        round(min(probability, _SUREST), 2),
        how=how,
    )
