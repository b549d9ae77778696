"""A vector in a byte for each dimension says the same as in four."""

from __future__ import annotations

import math

import numpy as np
import pytest

from memory_store.embedders import int8


def signed(blob: bytes) -> list[int]:
    return [int(one) for one in np.frombuffer(blob, np.int8)]


def cosine(first: object, second: object) -> float:
    one, other = (np.asarray(each, np.float64) for each in (first, second))
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))


def test_the_largest_number_is_127_whatever_the_length() -> None:
    row = np.array([0.5, -1, 0.25, 0, 0, 0, 0, 0], np.float32)

    assert signed(int8.quantised(row)) == [64, -127, 32, 0, 0, 0, 0, 0]
    assert int8.quantised(row[:3]) == int8.quantised(row), "zeros fill up to a multiple of eight"
    assert int8.quantised(row * 1e-30) == int8.quantised(row * 1e30) == int8.quantised(row)


@pytest.mark.parametrize("dimensions", [896, 100])
def test_cosines_stay_within_a_thousandth(dimensions: int) -> None:
    chance = np.random.default_rng(4)
    rows = chance.standard_normal((40, dimensions)).astype(np.float32)
    rows[20:] += rows[:20]  # near ones too

    for one, other in zip(rows[:20], rows[20:], strict=True):
        by_levels = cosine(*(signed(int8.quantised(each))[:dimensions] for each in (one, other)))
        assert by_levels == pytest.approx(cosine(one, other), abs=2e-3)


@pytest.mark.parametrize("bad", [0.0, math.nan, math.inf, -math.inf])
def test_what_has_no_direction_has_no_levels(bad: float) -> None:
    row = np.zeros(8, np.float32)
    row[3] = bad

    assert int8.quantised(row) == b""
    assert not int8.is_whole(b"")


def test_only_what_was_made_here_is_whole() -> None:
    blob = int8.quantised(np.array([0.1, -0.9] * 4, np.float32))

    assert int8.is_whole(blob)
    assert not int8.is_whole(blob[:-1])
    assert not int8.is_whole(bytes(8))
    assert not int8.is_whole(blob[:-1] + b"\x80")
    assert not int8.is_whole(bytes([126] * 8))
