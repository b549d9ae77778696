"""A vector in a byte for each dimension says the same as in four."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from memory_store.embedders import int8

ROOT = Path(__file__).parents[2]


def signed(blob: bytes) -> list[int]:
    return [int(one) for one in np.frombuffer(blob, np.int8)]


def cosine(first: object, second: object) -> float:
    one, other = (np.asarray(each, np.float64) for each in (first, second))
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))


def test_the_largest_number_is_127_whatever_the_length() -> None:
    row = np.array([0.5, -1, 0.25, 0, 0, 0, 0, 0], np.float32)

    assert signed(int8.quantised(row)) == [64, -127, 32, 0, 0, 0, 0, 0]
    assert int8.quantised(row * 1e-30) == int8.quantised(row * 1e30) == int8.quantised(row)


def test_zeros_fill_up_to_a_multiple_of_eight() -> None:
    assert signed(int8.quantised(np.array([1, -1, 0.5], np.float32))) == [
        127,
        -127,
        64,
        0,
        0,
        0,
        0,
        0,
    ]


@pytest.mark.parametrize("dimensions", [384, 512, 896, 100])
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


def test_numpy_is_not_needed_to_look_at_levels() -> None:
    code = (
        "import sys; from memory_store.embedders import int8;"
        "assert int8.is_whole(bytes([127, *[0] * 7])); print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)

    assert done.stdout.strip() == b"False"
