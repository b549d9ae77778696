"""A tiny embedder for tests of the index, where what a vector means is of no matter.

Real in all but meaning: unit vectors that depend on the text and the model's name alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from memory_store.embedders import base
from memory_store.text import digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


class TinyEmbedder:
    """A few numbers made of a text's digest; a text of `nothing` has no vector, as a blank one.

    Attributes:
        embedded: the texts embedded so far, in order.
    """

    dimensions = 4

    def __init__(self, name: str = "tiny", dimensions: int = 4) -> None:
        self.name = name
        self.dimensions = dimensions
        self.embedded: list[str] = []

    def prepare(self) -> None:
        """Nothing to load."""

    def embed_documents(self, texts: Sequence[str]) -> base.Rows:
        self.embedded += texts
        return base.embed_each(
            ["" if text == "nothing" else text for text in texts], self.dimensions, self._rows
        )

    def embed_query(self, text: str) -> NDArray[np.float32]:
        found: NDArray[np.float32] = self.embed_documents([text])[0]
        return found

    def _rows(self, texts: list[str]) -> NDArray[np.float32]:
        raw = b"".join(digest.of_text(self.name + text) for text in texts)
        rows = np.frombuffer(raw, np.uint8).reshape(len(texts), -1)
        rows = np.tile(rows, -(-self.dimensions // rows.shape[1]))[:, : self.dimensions]
        return rows.astype(np.float32) + 1
