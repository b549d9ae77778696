"""What a newer statement does to an older one: the pairs that the weights learnt from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import memory_store
from memory_store.facts import relation, statement
from tests import growth

LABELS = Path(memory_store.__file__).parents[1] / "benchmarks/labels/relations.jsonl"
PAIRS = [json.loads(line) for line in LABELS.read_text("utf-8").splitlines()]
OWN = [one for one in PAIRS if one["writer"] == "own"]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("label", "least"), [("replaces", 0.75), ("plan", 0.7), ("different", 0.85)]
)
def test_most_pairs_are_judged_right_in_both_languages(
    label: str, least: float, language: str
) -> None:
    pairs = [one for one in OWN if (one["label"], one["lang"]) == (label, language)]
    right = [relation.relation(one["older"], one["newer"]) == label for one in pairs]

    assert sum(right) >= least * len(pairs) > 0


@pytest.mark.long
def test_a_correction_ends_no_statement_of_other_things() -> None:
    """Each correction beside each older statement but its own: a store of all of them."""
    own = [(one["older"], one["newer"]) for one in OWN if one["label"] == "replaces"]
    wrong = [
        (newer, other)
        for older, newer in own
        for other, _ in own
        if other != older and relation.relation(other, newer) in ("replaces", "plan")
    ]

    assert len(wrong) <= 0.01 * len(own) ** 2, wrong


def test_what_is_left_unread_changes_nothing() -> None:
    """Each statement beside some others: most end at the look at their words, none wrongly."""
    olders, newers = ([one[name] for one in PAIRS] for name in ("older", "newer"))
    beside = [zip(olders[shift:], newers, strict=False) for shift in (0, 1, 7, 50)]
    pairs = [pair for pairs in beside for pair in pairs]
    unread = [pair for pair in pairs if not relation.may_change(*pair)]

    assert len(unread) > len(pairs) / 2
    assert {relation.relation(*pair) for pair in unread} <= {relation.DIFFERENT, relation.SAME}


@pytest.mark.parametrize("piece", ["word ", "x被", "不用", "from a ", "don't use ", "1", "a."])
def test_a_statement_is_read_in_time_that_grows_with_its_length_alone(
    piece: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statement, "READ_CHARS", 1_000_000)  # else longer ones are cut

    grown = growth.of(statement.Statement, lambda size: (piece * size)[:size], 2_000)

    assert grown < growth.MOST
