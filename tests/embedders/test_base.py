"""The rules that all embedders share, on numbers small enough to see."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_store.embedders import base

TEXTS = st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=12), max_size=30)


@pytest.mark.parametrize("bad", [0.0, np.nan, np.inf, -np.inf, 3e38])
def test_rows_are_scaled_to_unit_length_and_one_without_a_finite_length_becomes_zeros(
    bad: float,
) -> None:
    rows = base.unit_rows(np.array([[bad, bad], [3.0, 4.0]], dtype=np.float32))

    np.testing.assert_allclose(rows, [[0.0, 0.0], [0.6, 0.8]], rtol=1e-6)


def test_a_text_is_read_up_to_the_limit_and_lone_surrogates_are_replaced() -> None:
    assert base.trim("a\ud800b \U0001f600") == "a?b \U0001f600"
    assert base.trim("字" * 5_000) == "字" * base.TEXT_LIMIT


@given(TEXTS)
def test_groups_are_the_texts_in_order_each_as_large_as_it_may_be_and_a_longer_text_alone(
    texts: list[list[int]],
) -> None:
    groups = list(base.groups(texts, 10))
    sizes = [sum(map(len, group)) for group in groups]

    assert [text for group in groups for text in group] == texts
    assert all(size <= 10 or len(group) == 1 for size, group in zip(sizes, groups, strict=True))
    following = [len(group[0]) for group in groups[1:]]
    assert all(size + more > 10 for size, more in zip(sizes, following, strict=False))


@given(st.lists(st.integers(0, 90), max_size=60), st.integers(1, 40), st.sampled_from([0, 1, 200]))
def test_batches_hold_each_text_once_and_no_more_characters_than_they_may(
    lengths: list[int], wide: int, letters: int
) -> None:
    texts = {bytes([at]): "x" * length for at, length in enumerate(lengths)}

    batches = list(base.groups_by_length(list(texts), texts, 8, wide, letters))

    assert sorted(key for batch in batches for key in batch) == sorted(texts)
    assert all(len(batch) <= 8 for batch in batches)
    for batch in batches:
        together = len(batch) * max(len(texts[key]) for key in batch)
        assert not letters or together <= letters or len(batch) == 1
