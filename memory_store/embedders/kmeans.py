"""K-means over many vectors: the centroids, and the nearest centroid of each vector.

Runs on numpy and takes minutes for a million vectors, so it is for maintenance. Must not know
where vectors are kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memory_store.embedders import base, int8

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_ROUNDS = 5
_BLOCK = 4_096  # vectors compared at once: their cosines to 2,000 centroids take 32 MB
_SEED = 1


def train(sample: Sequence[bytes], count: int) -> list[bytes]:
    """Centres by spherical k-means (Dhillon and Modha 2001), five rounds from a random choice.

    Args:
        sample: vectors as `int8.quantised` gives them, of one length; about 32 for each centroid.
        count: how many centroids; fewer if the sample has fewer vectors.

    Returns:
        The centroids, as int8. The same sample gives the same ones.
    """
    base.import_numpy()
    import numpy as np

    vectors = np.frombuffer(b"".join(sample), np.int8).reshape(len(sample), -1)
    chance = np.random.default_rng(_SEED)
    chosen = chance.permutation(len(vectors))[:count]
    centroids = _unit(vectors[chosen])
    for _ in range(_ROUNDS):
        sums = np.zeros_like(centroids)
        for block, lists in _assigned(vectors, centroids):
            _add(sums, block, lists)
        alone = ~sums.any(axis=1)  # nobody's centroid: another vector may do better
        sums[alone] = vectors[chance.integers(len(vectors), size=int(alone.sum()))]
        centroids = _unit(sums)
    return [int8.quantised(row) for row in centroids]


def nearest(centroids: Sequence[bytes], vectors: Sequence[bytes]) -> list[int]:
    """For each vector, which of the centroids it has the highest cosine with, counted from 0.

    Args:
        centroids: as `train` gives them; one at least.
        vectors: int8, of the same length.
    """
    base.import_numpy()
    import numpy as np

    matrix = np.frombuffer(b"".join(vectors), np.int8).reshape(len(vectors), -1)
    known = _unit(np.frombuffer(b"".join(centroids), np.int8).reshape(len(centroids), -1))
    return [int(one) for _, lists in _assigned(matrix, known) for one in lists]


def _assigned(
    vectors: NDArray[np.int8], centroids: Floats
) -> Iterator[tuple[Floats, NDArray[np.intp]]]:
    """Blocks of the vectors, of unit length, and the number of the centroid nearest to each."""
    for start in range(0, len(vectors), _BLOCK):
        block = _unit(vectors[start : start + _BLOCK])
        yield block, (block @ centroids.T).argmax(axis=1)


def _add(sums: Floats, block: Floats, lists: NDArray[np.intp]) -> None:
    """Add each row of a block to the sum of its own centroid."""
    import numpy as np

    order = lists.argsort(kind="stable")
    found, starts = np.unique(lists[order], return_index=True)
    sums[found] += np.add.reduceat(block[order], starts, axis=0)


def _unit(rows: NDArray[Any]) -> Floats:
    """Rows at unit length; a row of zeros stays."""
    import numpy as np

    floats = rows.astype(np.float32)
    lengths = np.linalg.norm(floats, axis=1, keepdims=True)
    scaled: Floats = np.divide(floats, lengths, out=floats, where=lengths > 0)
    return scaled
