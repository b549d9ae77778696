"""The forward pass is that of the same model under onnxruntime, in any company."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from memory_store.embedders import e5_forward, mapped_arrays

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def encoder(mapped_models: Path) -> e5_forward.Encoder:
    (path,) = mapped_models.glob("e5-*/arrays.bin")
    sections = mapped_arrays.read(str(path))
    assert sections is not None
    return e5_forward.Encoder(sections)


def unit(rows: np.typing.NDArray[np.float32]) -> np.typing.NDArray[np.float32]:
    scaled: np.typing.NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return scaled


def test_texts_of_any_lengths_have_the_vectors_that_they_have_alone(
    encoder: e5_forward.Encoder,
) -> None:
    random = np.random.default_rng(1)
    texts = [random.integers(4, 250_000, length).tolist() for length in (3, 90, 7, 7, 41)]

    together = unit(encoder.encode(texts))
    alone = unit(np.concatenate([encoder.encode([text]) for text in texts]))

    np.testing.assert_allclose(together, alone, rtol=0, atol=2e-6)


def test_a_text_as_long_as_the_model_has_positions_is_computed(
    encoder: e5_forward.Encoder,
) -> None:
    rows = encoder.encode([[0, *([1_000] * 510), 2]])

    assert rows.shape == (1, e5_forward.DIMENSIONS)
    assert np.isfinite(rows).all()


def test_bending_is_gelu_in_its_tanh_form_from_far_below_zero_to_far_above() -> None:
    numbers = np.array([-1e4, -30, -3, -0.5, 0, 0.5, 3, 30, 1e4], dtype=np.float32)
    exact = numbers.astype(np.float64)
    inner = np.sqrt(2 / np.pi) * (exact + 0.044715 * exact**3)

    bent = e5_forward._bend(numbers.copy())

    np.testing.assert_allclose(bent, 0.5 * exact * (1 + np.tanh(inner)), rtol=1e-5, atol=1e-6)
