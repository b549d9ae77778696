"""Google's Universal Sentence Encoder, multilingual v3, offline, on numpy alone.

Combines the package's files, the cache, the pieces and the forward pass. Numpy is imported with
the first embedding, so a cached vector does without it.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memory_store.embedders import base, mapped_arrays, unigram, use_wheel

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from memory_store.embedders import use_forward

MODEL = "use-multilingual"
_CACHE = os.path.join(f"{MODEL}-{use_wheel.VERSION}", "arrays.bin")
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

    name = f"{MODEL}@{use_wheel.VERSION}"
    dimensions = 512

    def __init__(self, sections: mapped_arrays.Sections) -> None:
        self._sections = sections
        self._tokenizer = unigram.Tokenizer(sections, use_wheel.MARKS)
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
    files = use_wheel.RELEASE.read()
    pieces = use_wheel.read_pieces(files["sp.model"])
    return {
        **unigram.build_vocabulary(pieces),
        **use_wheel.read_arrays(files["weights.npz"]),
    }
