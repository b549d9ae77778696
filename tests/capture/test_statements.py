"""Plain statements are heard, each alone; statements.json has them, and orders that are not."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

import memory_store
from memory_store.capture import hearing, inference, pipeline
from memory_store.journal import stored
from memory_store.store import layout
from tests import given

SAID = json.loads(Path(__file__).with_name("statements.json").read_text("utf-8"))
EVERYDAY = Path(memory_store.__file__).parents[1] / "benchmarks/prompts/unrelated.jsonl"
SAID["everyday orders"] = [
    json.loads(line)["prompt"] for line in EVERYDAY.read_text("utf-8").splitlines()
]


@pytest.mark.long
@pytest.mark.parametrize(("name", "least", "most"), [
    ("statements", 30, 36),
    ("dictated", 7, 8),
    ("orders", 0, 0),
    ("further statements", 42, 48),
    ("further orders", 0, 3),
    ("everyday orders", 0, 20),
])  # fmt: skip
def test_plain_statements_are_heard_and_orders_are_not(
    name: str, least: int, most: int, store: layout.Store
) -> None:
    where = given.where(store)
    for at, text in enumerate(SAID[name]):
        prompt = given.event(store, "prompt", f"s{at}", ago=1_000 - at, text=text)
        pipeline.keep(where, [prompt], changes=False)
        hearing.hear(where, prompt)
    inference.propose(where, store, math.inf)

    lines = [stored.Fact(one) for one in given.lines(store, layout.FACTS)]
    heard = {one.content for one in lines} - {one.content for one in lines if one.op == "retract"}
    assert least <= len(heard) <= most, heard
