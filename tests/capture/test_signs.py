import json
from pathlib import Path

import pytest

import memory_store
from memory_store.capture import signs
from memory_store.facts import statement

PAIRS = Path(memory_store.__file__).parents[1] / "benchmarks/labels/relations.jsonl"
NEWER = [json.loads(line)["newer"] for line in PAIRS.read_text("utf-8").splitlines()]
CHANGES = [
    sentence
    for sentence, read in zip(NEWER, map(statement.read, NEWER), strict=True)
    if read.changes or read.weak_changes or read.corrects or read.ends
]


def test_there_are_changes_to_look_at() -> None:
    assert len(CHANGES) > len(NEWER) / 3


@pytest.mark.parametrize("sentence", CHANGES)
def test_no_statement_of_a_change_goes_without_a_sign(sentence: str) -> None:
    assert signs.may_change(sentence)


@pytest.mark.parametrize("prompt", ["fix the typo in the header", "继续", "加一个按钮", "how so?"])
def test_an_everyday_prompt_has_none(prompt: str) -> None:
    assert not signs.may_change(prompt)
