"""What is read out of the file is what was put into it, and lies as the encoder expects it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from memory_store.embedders import e5_weights

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def weights(e5_weights_file: Path) -> e5_weights.Weights:
    return e5_weights.parse(e5_weights_file.read_bytes())


def test_the_file_tells_the_shape_of_the_model(weights: e5_weights.Weights) -> None:
    assert weights.sizes == (384, 12, 12, 1536, 250_037, 512, 2)
    assert weights.marks == (0, 2, 1, 3)
    assert weights.epsilon == pytest.approx(1e-12)
    assert len(weights.tensors) == 5 + 12 * 16


def test_the_vocabulary_is_read_with_its_markers(weights: e5_weights.Weights) -> None:
    pieces = e5_weights.read_pieces(weights)

    assert len(pieces) == 250_002
    marks = [piece.text for piece in pieces if not piece.matches]
    assert marks == ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    assert pieces[6].text == "\u2581"


def test_matrices_are_laid_out_from_inputs_to_outputs(weights: e5_weights.Weights) -> None:
    levels, scales = weights.matrix("l3.fo.w", 384)
    expected = (levels[7, 1, 5].astype(int) - 8) * scales[7, 1]

    _, shape, content = e5_weights.read_arrays(weights)["linear"]
    layer = np.frombuffer(content, "f").reshape(shape)[3]

    assert layer[-1536 * 384 :].reshape(1536, 384)[32 + 5, 7] == pytest.approx(expected)


def test_queries_are_scaled_ahead_by_the_root_of_a_heads_width(
    weights: e5_weights.Weights,
) -> None:
    _, shape, content = e5_weights.read_arrays(weights)["small"]
    biases = np.frombuffer(content, "f").reshape(shape)[0]

    np.testing.assert_allclose(biases[:384], weights.floats("l0.q.b", -1) / 32**0.5, rtol=1e-6)
    np.testing.assert_array_equal(biases[384:768], weights.floats("l0.k.b", -1))
