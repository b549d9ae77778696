"""Plain statements are heard, each alone; statements.json has them, and orders that are not."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from memory_store import model
from memory_store.capture import explicit, inference
from memory_store.embedders import models, offline
from memory_store.journal import records

SAID = json.loads(Path(__file__).with_name("statements.json").read_text("utf-8"))


@pytest.mark.parametrize(("name", "least", "most"), [
    ("statements", 15, 36),
    ("dictated", 7, 8),
    ("orders", 0, 0),
])  # fmt: skip
def test_plain_statements_are_heard_and_orders_are_not(name: str, least: int, most: int) -> None:
    prompts = [
        records.event(model.PROMPT, str(at), "", text=one) for at, one in enumerate(SAID[name])
    ]
    embedder = offline.load("", models.directory())
    heard = {event.text for event, _ in inference.statements(embedder, prompts, math.inf)}
    heard |= {one.text for one in prompts if explicit.statements(one.text)}

    assert least <= len(heard) <= most, heard
