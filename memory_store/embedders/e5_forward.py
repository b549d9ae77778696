"""The forward pass of multilingual-e5-small in numpy: piece numbers in, mean vectors out.

The arrays come from `e5_weights`, the numbers from `unigram`. Numpy is imported at the top, so
callers import this module inside the function that embeds. Must not read text or files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from memory_store.embedders import mapped_arrays

    Floats = NDArray[np.float32]
    Integers = NDArray[np.intp]

DIMENSIONS = 384
_WIDE = 1536
_HEADS, _HEAD = 12, 32
_ZERO = 8  # the level of the word table that means 0
_EPSILON = np.float32(1e-12)

# x·sigmoid(x·(LINEAR + CUBIC·x²)), negated for exp: the tanh form of GELU (Hendrycks and Gimpel
# 2016, arXiv 1606.08415), since (1 + tanh(z)) / 2 = sigmoid(2z) with z = √(2/π)·(x + 0.044715·x³).
_LINEAR = np.float32(-2 * (2 / np.pi) ** 0.5)
_CUBIC = np.float32(-2 * (2 / np.pi) ** 0.5 * 0.044715)


class _Layer(NamedTuple):
    """A layer: matrices [in, out] with their biases, and two normalisations [2, d]."""

    project: Floats
    project_bias: Floats
    output: Floats
    output_bias: Floats
    output_norm: Floats
    widen: Floats
    widen_bias: Floats
    narrow: Floats
    narrow_bias: Floats
    narrow_norm: Floats


class _Windows(NamedTuple):
    """The places of texts' pieces in one matrix, for attention.

    Attributes:
        padded: for each text and place the piece's row [texts, longest], 0 past the text's end.
        silence: 0, or minus infinity past the end [texts, 1, 1, longest]; None for no padding.
        kept: which places of the padded are pieces, flat.
    """

    padded: Integers
    silence: Floats | None
    kept: Integers


class Encoder:
    """The model's arrays and the way through them: BERT (Devlin et al. 2019, arXiv 1810.04805)."""

    def __init__(self, sections: mapped_arrays.Sections) -> None:
        arrays = {
            name: np.frombuffer(content, dtype=letter).reshape(shape)
            for name, (letter, shape, content) in sections.items()
        }
        self._words, self._scales = arrays["words"], arrays["scales"]
        self._places, self._start = arrays["places"], arrays["start"]
        both = zip(arrays["linear"], arrays["small"], strict=True)
        self._layers = [_cut(matrices, small) for matrices, small in both]

    def encode(self, texts: Sequence[Sequence[int]]) -> Floats:
        """Vectors [texts, DIMENSIONS], not of unit length, of texts given as piece numbers.

        The pieces of all texts lie in one matrix, so that each weight is read once for all of
        them; attention alone pads texts to the longest, and none hears another.
        """
        lengths = np.array([len(text) for text in texts])
        starts = np.cumsum(lengths) - lengths
        windows = _lay_out(starts, lengths)
        rows = self._embed(np.concatenate([np.asarray(text) for text in texts]), starts, lengths)
        for layer in self._layers:
            projected = rows @ layer.project
            projected += layer.project_bias
            attended = _attend(projected, windows)
            rows = _add(attended, layer.output, layer.output_bias, rows, layer.output_norm)
            wide = rows @ layer.widen
            wide += layer.widen_bias
            rows = _add(_gelu(wide), layer.narrow, layer.narrow_bias, rows, layer.narrow_norm)
        means: Floats = np.add.reduceat(rows, starts, axis=0)
        means /= lengths.astype(np.float32)[:, None]
        return means

    def _embed(self, numbers: Integers, starts: Integers, lengths: Integers) -> Floats:
        """The sum of piece and position embeddings."""
        halves = self._words[numbers]
        levels = np.concatenate([halves & 15, halves >> 4], axis=-1).astype(np.float32)
        levels -= _ZERO
        levels *= self._scales[numbers].astype(np.float32)[..., None]
        rows: Floats = levels.reshape(len(numbers), DIMENSIONS)
        rows += self._places[np.arange(len(numbers)) - np.repeat(starts, lengths)]
        return _normalize(rows, self._start)


def _cut(matrices: Floats, small: Floats) -> _Layer:
    """A layer's arrays, as views of the arrays of `e5_weights.read_arrays`."""
    side = DIMENSIONS
    shapes = ((side, 3 * side), (side, side), (side, _WIDE), (_WIDE, side))
    ends = np.cumsum([rows * columns for rows, columns in shapes])[:-1]
    parts = zip(np.split(matrices, ends), shapes, strict=True)
    project, output, widen, narrow = (part.reshape(shape) for part, shape in parts)
    widths = np.cumsum([3 * side, side, 2 * side, _WIDE, side])
    biases_and_norms = np.split(small, widths)
    project_bias, output_bias, output_norm, widen_bias, narrow_bias, narrow_norm = biases_and_norms
    return _Layer(
        project=project,
        project_bias=project_bias,
        output=output,
        output_bias=output_bias,
        output_norm=output_norm.reshape(2, side),
        widen=widen,
        widen_bias=widen_bias,
        narrow=narrow,
        narrow_bias=narrow_bias,
        narrow_norm=narrow_norm.reshape(2, side),
    )


def _lay_out(starts: Integers, lengths: Integers) -> _Windows:
    places = np.arange(lengths.max())
    inside = places < lengths[:, None]
    silence = None
    if not inside.all():
        silence = np.where(inside, np.float32(0), np.float32(-np.inf))[:, None, None, :]
    return _Windows(
        padded=np.where(inside, starts[:, None] + places, 0),
        silence=silence,
        kept=np.flatnonzero(inside),
    )


def _attend(projected: Floats, windows: _Windows) -> Floats:
    """Self-attention [pieces, d] (Vaswani et al. 2017, arXiv 1706.03762).

    The queries are scaled already; the sums of the softmax are divided by at the end, where there
    are fewer numbers.
    """
    texts, longest = windows.padded.shape
    parts = projected[windows.padded].reshape(texts, longest, 3, _HEADS, _HEAD)
    queries, keys, values = parts.transpose(2, 0, 3, 1, 4)
    shares = queries @ keys.swapaxes(2, 3)
    if windows.silence is not None:
        shares += windows.silence
    shares -= shares.max(axis=-1, keepdims=True)
    np.exp(shares, out=shares)
    weighed = shares @ values
    weighed /= shares.sum(axis=-1, keepdims=True)
    padded = weighed.transpose(0, 2, 1, 3).reshape(texts * longest, DIMENSIONS)
    pieces: Floats = padded[windows.kept]
    return pieces


def _add(rows: Floats, matrix: Floats, bias: Floats, before: Floats, scaling: Floats) -> Floats:
    """A product with its bias, added to the residual and normalised."""
    together = rows @ matrix
    together += bias
    together += before
    return _normalize(together, scaling)


def _gelu(rows: Floats) -> Floats:
    """GELU in its tanh form; far below zero exp overflows to infinity, and the result is 0."""
    result: Floats = rows * rows
    result *= _CUBIC
    result += _LINEAR
    result *= rows
    with np.errstate(over="ignore"):
        np.exp(result, out=result)
    result += 1
    np.divide(rows, result, out=result)
    return result


def _normalize(rows: Floats, scaling: Floats) -> Floats:
    """Layer normalisation of each row (Ba et al. 2016, arXiv 1607.06450), in place."""
    rows -= rows.mean(axis=1, keepdims=True)
    variance = np.einsum("ij,ij->i", rows, rows)[:, None] / np.float32(rows.shape[1])
    rows /= np.sqrt(variance + _EPSILON)
    rows *= scaling[0]
    rows += scaling[1]
    return rows
