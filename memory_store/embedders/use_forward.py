"""The forward pass of USE-multilingual v3 in numpy: piece numbers in, sentence vectors out.

The arrays come from `mapped_arrays`, the numbers from `unigram`. Numpy is imported at the top, so
callers import this module inside the function that embeds. Must not read text or files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from memory_store.embedders import mapped_arrays

    Floats = NDArray[np.float32]
    Integers = NDArray[np.intp]

DIMENSIONS = 512
_CHANNELS = 256
_BRANCHES = ((2, 0), (3, 1), (5, 2))  # pieces under a window, and how many of them stand before
_REACH = 2  # the widest window looks two pieces back and two ahead
_CHUNKS = 17


class Encoder:
    """The model's arrays and the way through them (Yang et al. 2019, arXiv 1907.04307)."""

    def __init__(self, sections: mapped_arrays.Sections) -> None:
        self._arrays = {
            name: np.frombuffer(content, dtype=letter).reshape(shape)
            for name, (letter, shape, content) in sections.items()
        }

    def encode(self, texts: Sequence[Sequence[int]]) -> Floats:
        """Vectors [texts, DIMENSIONS], not of unit length, of texts given as piece numbers.

        The pieces of all texts lie in one matrix, so that each weight is read once for all of
        them; windows end at the borders of a text, so its neighbours have no part in it.
        """
        lengths = np.array([len(text) for text in texts])
        starts = np.cumsum(lengths) - lengths
        embedded = self._embed(np.concatenate([np.asarray(text) for text in texts]))
        windows = _windows(starts, lengths)
        weights = self._arrays
        projected = embedded @ weights["proj_all"] + weights["proj_b_all"]
        projected = self._normalize(projected, weights["ln_g_all"], weights["ln_b_all"])
        branches = np.split(projected, len(_BRANCHES), axis=1)
        features = [
            self._convolve(width, before, branch, windows)
            for (width, before), branch in zip(_BRANCHES, branches, strict=True)
        ]
        joined = np.concatenate([embedded, *features], axis=1)
        joined = self._normalize(joined, weights["ln_g"], weights["ln_b"])
        return self._pool(np.add.reduceat(joined, starts, axis=0), lengths)

    def _embed(self, numbers: Integers) -> Floats:
        """Rows of the table, from 6-bit levels back to floats by the scale of their chunk."""
        weights, chunk = self._arrays, numbers % _CHUNKS
        rows: Floats = weights["table"][numbers].astype(np.float32)
        rows *= weights["scale"][chunk, None]
        rows += weights["lo"][chunk, None]
        return rows

    def _convolve(self, width: int, before: int, inputs: Floats, windows: Integers) -> Floats:
        """Two layers over [pieces, _CHANNELS] with windows of a width, so many pieces before."""
        columns = windows[:, _REACH - before : _REACH - before + width]
        return self._layer(f"2_{width}", self._layer(f"1_{width}", inputs, columns), columns)

    def _layer(self, name: str, inputs: Floats, columns: Integers) -> Floats:
        """A convolution over windows of pieces, added to the residual."""
        silent = np.zeros((1, _CHANNELS), dtype=np.float32)
        gathered = np.concatenate([inputs, silent])[columns].reshape(len(inputs), -1)
        heard = gathered @ self._arrays[f"w{name}"] + self._arrays[f"b{name}"]
        together: Floats = np.maximum(heard, 0) + inputs
        return together

    def _normalize(self, rows: Floats, gain: Floats, shift: Floats) -> Floats:
        """Layer normalisation of each row (Ba et al. 2016, arXiv 1607.06450), in place."""
        rows -= rows.mean(axis=1, keepdims=True)
        variance = np.einsum("ij,ij->i", rows, rows)[:, None] / np.float32(rows.shape[1])
        rows /= np.sqrt(variance + self._arrays["eps"])
        rows *= gain
        rows += shift
        return rows

    def _pool(self, sums: Floats, lengths: Integers) -> Floats:
        """From the sum of a text's pieces, over the root of their number, to its vector."""
        weights = self._arrays
        counts = lengths.astype(np.float32)[:, None]
        pooled = (sums @ weights["cnn_W"] + counts * weights["cnn_b"]) / np.sqrt(counts)
        first = np.maximum(pooled @ weights["d0"], 0)
        second = np.maximum(pooled @ weights["p1"] + first @ weights["d1"], 0)
        third = np.maximum(second @ weights["d2"], 0)
        vectors: Floats = np.tanh(second @ weights["p3"] + third @ weights["d3"])
        return vectors


def _windows(starts: Integers, lengths: Integers) -> Integers:
    """For each piece, where the pieces around it lie: [pieces, 5]; past its text, the zero row."""
    total = int(lengths.sum())
    positions = np.arange(total)[:, None] + np.arange(-_REACH, _REACH + 1)
    first = np.repeat(starts, lengths)[:, None]
    end = np.repeat(starts + lengths, lengths)[:, None]
    return np.where((positions >= first) & (positions < end), positions, total)
