"""The offline default: USE-multilingual and e5-small side by side in one vector.

Without e5-small it is USE alone, under USE's own name: no error, but a line in the log if the
platform has the package.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from memory_store import errors
from memory_store.embedders import base, e5_small, use_multilingual
from memory_store.store import log

if TYPE_CHECKING:
    from collections.abc import Sequence

USE_SPAN, E5_SPAN = 0.65, 0.45
"""From unrelated to the same cosines go from .10 to .75 in USE, in e5-small from .25 to .70."""

SHARE = (1 / USE_SPAN) / (1 / USE_SPAN + 1 / E5_SPAN)
"""What USE's cosine counts in the joint one: each over its span, both count the same."""


def load(model: str, cache_directory: str) -> base.Embedder:
    """Both models, from mapped caches, which the first load on a machine builds (4 s).

    Args:
        model: not looked at: this provider has its two models, the setting is for others.
        cache_directory: where the arrays are kept, in a folder for each release.

    Raises:
        StoreError: USE's package is absent, or its weights are not the pinned ones.
    """
    use = use_multilingual.load(model, cache_directory)
    if not e5_small.is_here(cache_directory):
        return use
    try:
        return Offline(use, e5_small.load(model, cache_directory))
    except errors.StoreError as error:
        log.write("embedder", f"{error}; search goes on with {use.name} alone")
        return use


class Offline(base.Symmetric):
    """Vectors [√share·USE ; √(1-share)·e5], whose cosine is share·USE's + (1-share)·e5's."""

    def __init__(self, use: base.Embedder, e5: base.Embedder) -> None:
        self._parts = ((use, math.sqrt(SHARE)), (e5, math.sqrt(1 - SHARE)))
        self.name = f"{use.name}+{e5.name}"
        self.dimensions = use.dimensions + e5.dimensions

    def prepare(self) -> None:
        """Import numpy and lay the arrays of both over their mapped files."""
        for embedder, _ in self._parts:
            embedder.prepare()

    def embed_documents(self, texts: Sequence[str]) -> base.Rows:
        """See `base.Embedder`."""
        base.import_numpy()
        import numpy as np

        weighed = [
            embedder.embed_documents(texts) * np.float32(weight)
            for embedder, weight in self._parts
        ]
        return base.unit_rows(np.concatenate(weighed, axis=1))
