"""Which turns the journal lacks: each text is there as often as it was said; see examples.json."""

from __future__ import annotations

import hypothesis
import pytest
from hypothesis import strategies as st

from memory_store.capture import pairing
from memory_store.journal import records, stored

SAID = st.lists(
    st.tuples(
        st.sampled_from(["prompt", "response"]), st.sampled_from("ab"), st.sampled_from(["", "k"])
    ),
    max_size=8,
)


def entry(kind: str, text: str, key: str = "") -> stored.Entry:
    return records.event(kind, "s", "claude", text=text, turn_id=key)


@pytest.mark.long
@hypothesis.given(SAID, st.lists(st.booleans(), min_size=8, max_size=8))
def test_adding_the_missing_turns_leaves_none_missing_and_none_twice(
    said: list[tuple[str, str, str]], caught: list[bool]
) -> None:
    turns = [entry(*one) for one in said]
    captured = [one for one, was in zip(turns, caught, strict=False) if was]

    pairs = pairing.pairs(turns, captured)

    added = [one for one, pair in zip(turns, pairs, strict=True) if pair is None]
    words = sorted(f"{one.type} {one.text}" for one in [*captured, *added])
    assert words == sorted(f"{one.type} {one.text}" for one in turns)
    assert None not in pairing.pairs(turns, [*captured, *added])
