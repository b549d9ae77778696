"""Whose words a prompt's sentences are: the texts of origins/, pasted ones and a person's own."""

from __future__ import annotations

import pathlib

import pytest

from memory_store.capture import pipeline, stated_fact
from memory_store.journal import records

HERE = pathlib.Path(__file__).with_name("origins")
TITLE, FACT = "==== ", "---- "


def prompts(name: str) -> list[object]:
    """Each text of a file with the facts of the person's own that it states."""
    found: list[object] = []
    for block in f"\n{(HERE / name).read_text(encoding='utf-8')}".split(f"\n{TITLE}")[1:]:
        title, _, rest = block.partition("\n")
        text, *facts = rest.rstrip("\n").split(f"\n{FACT}")
        found.append(pytest.param(text, facts, id=title))
    return found


def standing(text: str) -> list[str]:
    event = records.event("prompt", "s", "cursor", text=text)
    return [one.content for one in pipeline.statements(event) if one.how != stated_fact.SCORED]


@pytest.mark.parametrize(("text", "own"), [*prompts("pasted_en.txt"), *prompts("pasted_zh.txt")])
def test_pasted_words_make_no_standing_fact(text: str, own: list[str]) -> None:
    assert standing(text) == own


@pytest.mark.parametrize(("text", "own"), prompts("no_rules.txt"))
def test_words_of_one_task_and_of_a_stack_make_no_rule(text: str, own: list[str]) -> None:
    assert standing(text) == own


@pytest.mark.parametrize(("text", "own"), prompts("own.txt"))
def test_a_persons_own_statement_stands(text: str, own: list[str]) -> None:
    assert standing(text) == own
