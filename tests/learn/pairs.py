"""The labelled pairs of statements (pairs.jsonl), and what we make of each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from memory_store.learn import alike, replaces

SAME, DIFFERENT, CONTRADICTING = "same", "different", "contradicting"
FILE = Path(__file__).with_name("pairs.jsonl")


class Pair(NamedTuple):
    """Two statements, the newer one made later, and what a careful person says of them."""

    id: str
    split: str
    lang: str
    label: str
    shape: str
    older: str
    newer: str


def read(split: str) -> list[Pair]:
    """The pairs of a split: dev, test, blind, opposed or unseen."""
    lines = FILE.read_text("utf-8").splitlines()
    found = [Pair(**json.loads(line)) for line in lines]
    return [one for one in found if one.split == split]


def judged(pair: Pair, cosine: float | None = None) -> str:
    """What consolidation would do with a pair: merge, replace, or leave both."""
    if alike.say_same(pair.older, pair.newer, cosine):
        return SAME
    return CONTRADICTING if replaces.reason(pair.older, pair.newer, cosine) else DIFFERENT
