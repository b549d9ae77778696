"""Each cue of the table fires on its example, and not where it stands for something else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store.capture import cues as table
from memory_store.capture import explicit
from memory_store.language import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

ROWS: list[dict[str, Any]] = [
    json.loads(line)
    for line in Path(explicit.__file__).with_name("cues.jsonl").read_text("utf-8").splitlines()
]
MOST = 140
"""Of a language: a table that grows is tuned on examples."""


def cues(text: str) -> list[str]:
    return [one.phrase for part in sentences.own(text) for one in explicit.cues_in(part)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["cue"])
def test_a_cue_fires_on_its_example_and_not_on_the_other(row: dict[str, Any]) -> None:
    assert row["cue"] in cues(row["fires"])
    assert row["cue"] not in cues(row["not"])
    assert row["cue"] in row["not"].lower().replace("：", ":")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_language_has_few_cues_and_none_twice(language: str) -> None:
    own = [(row["cue"], row["at"]) for row in ROWS if row["lang"] == language]

    assert len(own) == len(set(own)) <= MOST


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from strings(one)


@pytest.mark.long
def test_a_text_without_a_phrase_states_nothing_and_few_others_have_one() -> None:
    here = Path(__file__).parent
    said = [
        text
        for name in ("examples.json", "statements.json")
        for text in strings(json.loads((here / name).read_text("utf-8")))
    ]
    without = [text for text in said if not table.may_stand_in(text)]

    assert not [text for text in without if explicit.statements(text)]
    assert 100 < len(without) < len(said)


def test_a_request_to_keep_nothing_has_a_phrase_that_says_so() -> None:
    here = Path(__file__).parent
    said = list(strings(json.loads((here / "examples.json").read_text("utf-8"))))
    wishes = [
        text
        for text in said
        if any(
            cue.means == table.UNSAVED
            for one in sentences.own(text)
            for cue in explicit.cues_in(one)
        )
    ]

    assert len(wishes) > 5
    assert [text for text in said if explicit.is_unsaved(text)] == wishes
    assert not table.may_stand_in("remember that the port is 8080", table.UNSAVED)


@pytest.mark.parametrize("phrase", [row["cue"] for row in ROWS])
def test_a_phrase_stands_in_a_text_that_has_it_in_any_form(phrase: str) -> None:
    for text in (phrase.upper(), f"ok.\n{phrase.replace(' ', chr(10))}", phrase.replace("'", "’")):
        assert table.may_stand_in(text)
