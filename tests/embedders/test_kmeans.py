"""What gathers is found to gather, and each vector's nearest centroid is the nearest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from memory_store.embedders import int8, kmeans

if TYPE_CHECKING:
    import pytest


def clusters(count: int, each: int, spread: float = 0.3) -> list[bytes]:
    """Vectors in random order around `count` directions, `each` around one; number i % count."""
    chance = np.random.default_rng(11)
    middles = chance.standard_normal((count, 64))
    rows = np.concatenate(
        [middles + spread * chance.standard_normal(middles.shape) for _ in range(each)]
    )
    return [int8.quantised(row) for row in rows.astype(np.float32)]


def test_what_gathers_shares_a_centre() -> None:
    vectors = clusters(6, 50)

    found = kmeans.nearest(kmeans.train(vectors, 12), vectors)

    for centroid in set(found):
        own = {at % 6 for at, one in enumerate(found) if one == centroid}
        assert len(own) == 1, "a centroid of two clusters"


def test_the_nearest_centre_has_the_highest_cosine() -> None:
    vectors = clusters(5, 30, spread=2)
    made = kmeans.train(vectors, 8)

    floats = [np.frombuffer(one, np.int8).astype(float) for one in [*made, *vectors]]
    unit = np.array([one / np.linalg.norm(one) for one in floats])
    expected = (unit[8:] @ unit[:8].T).argmax(axis=1)

    assert kmeans.nearest(made, vectors) == expected.tolist()


def test_centres_are_vectors_and_the_same_for_the_same_sample() -> None:
    vectors = clusters(5, 30)

    made = kmeans.train(vectors, 7)

    assert len(made) == 7
    assert all(int8.is_whole(one) and len(one) == len(vectors[0]) for one in made)
    assert kmeans.train(vectors, 7) == made


def test_a_small_or_uniform_sample_makes_centres_all_the_same() -> None:
    alike = [int8.quantised(np.eye(8, dtype=np.float32)[0])] * 5

    assert len(kmeans.train(alike, 9)) == 5
    assert kmeans.train(alike, 2) == alike[:2]


def test_many_are_compared_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = clusters(4, 25)
    made = kmeans.train(vectors, 4)
    whole = kmeans.nearest(made, vectors)

    monkeypatch.setattr(kmeans, "_BLOCK", 7)

    assert kmeans.nearest(made, vectors) == whole
