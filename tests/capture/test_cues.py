"""Each cue of the table fires on its example, and not where it stands for something else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_store.capture import explicit
from memory_store.language import sentences

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
