"""What a newer statement does to an older one: the pairs that the weights learnt from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import memory_store
from memory_store.facts import relation, statement, vocabulary
from tests import growth

PAIRS = [
    json.loads(line)
    for line in (Path(memory_store.__file__).parents[1] / "benchmarks/labels/relations.jsonl")
    .read_text("utf-8")
    .splitlines()
]


def share(label: str, lang: str) -> float:
    """Of the pairs that were written here with a label, how many are judged so."""
    pairs = [one for one in PAIRS if one["writer"] == "own"]
    pairs = [one for one in pairs if (one["label"], one["lang"]) == (label, lang)]
    right = [relation.relation(one["older"], one["newer"]) == label for one in pairs]
    return sum(right) / len(right)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("label", "least"), [("replaces", 0.75), ("plan", 0.7), ("different", 0.85)]
)
def test_most_pairs_are_judged_right_in_both_languages(
    label: str, least: float, lang: str
) -> None:
    assert share(label, lang) >= least


def test_without_words_of_change_nothing_takes_a_place() -> None:
    assert relation.relation("The worker keeps 8 tasks", "The worker keeps 9 tasks") == "different"


def test_a_correction_ends_no_statement_of_other_things() -> None:
    """Each correction beside each older statement but its own: a store of all of them."""
    own = [one for one in PAIRS if (one["writer"], one["label"]) == ("own", "replaces")]
    older = [one["older"] for one in own]
    wrong = [
        (one["newer"], other)
        for one in own
        for other in older
        if other != one["older"]
        and relation.relation(other, one["newer"]) in (relation.REPLACES, relation.PLAN)
    ]

    assert len(wrong) <= 0.01 * len(older) ** 2, wrong


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("We deploy with Argo CD", "we deploy  with ＡＲＧＯ CD."),
        ("提交信息用英文写", "提交信息用英文写。"),
    ],
)
def test_what_differs_in_case_width_and_signs_alone_is_the_same(older: str, newer: str) -> None:
    assert relation.relation(older, newer) == relation.SAME


def test_a_statement_of_which_a_part_goes_on_holding_is_not_ended() -> None:
    older = "Indent with tabs; the max line length is 80"

    assert relation.relation(older, "raise the max line length to 100") == relation.RELATED


@pytest.mark.parametrize("name", ["changing", "ending", "planning", "naming"])
def test_each_expression_can_be_compiled(name: str) -> None:
    assert len(vocabulary.patterns(name)) == len(vocabulary.lines(name)) > 0


@pytest.mark.parametrize("piece", ["word ", "x被", "不用", "from a ", "don't use ", "1", "a."])
def test_a_statement_is_read_in_time_that_grows_with_its_length_alone(
    piece: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statement, "READ_CHARS", 1_000_000)  # else longer ones are cut

    grown = growth.of(statement.read.__wrapped__, lambda size: (piece * size)[:size], 2_000)

    assert grown < growth.MOST


def test_what_differs_behind_many_words_is_not_the_same() -> None:
    long = "we deploy with Argo CD and much more " * 40

    assert relation.relation(long + "on Mondays", long + "on Fridays") == relation.DIFFERENT
    assert not relation.says_again(long + "on Mondays", long + "on Fridays")
