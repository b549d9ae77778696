"""The rules that all embedders share, on numbers small enough to see."""

from __future__ import annotations

import numpy as np
import pytest

from memory_store.embedders import base


def test_rows_are_scaled_to_unit_length() -> None:
    np.testing.assert_allclose(base.unit_rows(np.array([[3.0, 4.0]])), [[0.6, 0.8]])


@pytest.mark.parametrize("bad", [0.0, np.nan, np.inf, -np.inf, 3e38])
def test_a_row_that_has_no_finite_length_becomes_zeros_and_spoils_no_other(bad: float) -> None:
    rows = base.unit_rows(np.array([[bad, bad], [0.0, 2.0]], dtype=np.float32))

    np.testing.assert_array_equal(rows, [[0.0, 0.0], [0.0, 1.0]])


def test_only_texts_with_something_in_them_reach_the_model() -> None:
    asked: list[str] = []

    def embed(texts: list[str]) -> np.typing.NDArray[np.float32]:
        asked.extend(texts)
        return np.full((len(texts), 4), 2.0, dtype=np.float32)

    rows = base.embed_each(["", "one", " \n", "two"], 4, embed)

    assert asked == ["one", "two"]
    np.testing.assert_array_equal(np.linalg.norm(rows, axis=1), [0.0, 1.0, 0.0, 1.0])


def test_a_text_is_read_up_to_the_limit() -> None:
    assert base.trim("字" * 5_000) == "字" * base.TEXT_LIMIT


def test_a_lone_surrogate_is_replaced_and_a_pair_is_kept() -> None:
    assert base.trim("a\ud800b \U0001f600") == "a?b \U0001f600"
