"""What is said again in other words is found by meaning, and nothing else is.

said_again.json has pairs of statements. The floor was chosen on those of even number; the others
are held out.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.embedders import models, offline
from memory_store.facts import consolidation
from memory_store.journal import stored
from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout

pytestmark = pytest.mark.long

PAIRS = json.loads(Path(__file__).with_name("said_again.json").read_text("utf-8"))


def candidate(content: str, session: str, days: int) -> stored.Fact:
    return stored.Fact(
        id=f"f_{session}",
        type="O",
        content=content,
        status=stored.CANDIDATE,
        created_at=clock.stamp(given.moment(days)),
        source={"via": stored.CAPTURE, "session_id": session},
    )


def met(pairs: list[list[str]]) -> list[list[str]]:
    """The pairs of which the second statement, said in another session, makes the first stand."""
    vectors = offline.load("", models.directory()).embed_documents(
        [text for pair in pairs for text in pair]
    )
    return [
        pair
        for pair, first, second in zip(pairs, vectors[::2], vectors[1::2], strict=True)
        if stands(pair[0], pair[1], float(first @ second))
    ]


def stands(first: str, second: str, cosine: float) -> bool:
    older, newer = candidate(first, "a", 2), candidate(second, "b", 1)
    lines = consolidation.decided(older, newer, cosine)
    return [(line.op, line.status) for line in lines] == [
        (stored.RETRACT, stored.CANDIDATE),
        (stored.UPDATE, stored.STANDING),
    ]


def test_pairs_that_mean_the_same_meet_and_hardly_one_of_the_others() -> None:
    same, apart = PAIRS["same"][1::2], PAIRS["apart"][1::2]

    assert len(apart) >= 60
    assert len(met(apart)) <= 1, met(apart)
    assert len(met(same)) >= len(same) * 0.45


def test_a_rule_that_three_sessions_word_differently_stands() -> None:
    said = ["不需要生成额外的md文档", "不用创建额外的md文档", "不要额外创建md文件了"]
    pairs = [list(pair) for pair in itertools.combinations(said, 2)]

    assert met(pairs) == pairs


def test_what_the_agent_keeps_in_its_words_takes_the_candidates_place(store: layout.Store) -> None:
    older = candidate("不用创建额外的md文档", "a", 1)
    newer = given.fact(store, "不要额外创建md文件", kind="O", session="a")

    gone, kept = consolidation.decided(older, newer, 0.9)

    assert (gone.id, gone.op) == (older.id, stored.RETRACT)
    assert (kept.id, kept.content, kept.stands) == (newer.id, newer.content, True)
    assert older.id in kept.evidence
