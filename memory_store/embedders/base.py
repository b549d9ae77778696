"""What every embedder promises, and the rules that all of them share.

Nothing here knows a model or reads a file, and numpy is imported only where rows are made:
commands that need no vector import this module as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from memory_store.embedders import calm

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Rows = NDArray[np.float32]
    """Vectors of shape [texts, dimensions]; a single one has shape [dimensions]."""

TEXT_LIMIT = 2_000
"""Characters of a text that are read (as long as a fact may be): the meaning of a longer one
blurs in a single vector, so the index cuts texts into chunks before they come here."""


class Embedder(Protocol):
    """Turns texts into vectors of unit length that lie near each other where meanings do.

    A text with nothing in it, or one the model has no finite vector for, gets a row of zeros:
    it is near to nothing, and `vectors` neither keeps nor returns it. One that works best on more
    texts at once than the 32 of `vectors.AT_ONCE` says how many by an attribute `at_once`; one
    that `prepare` doesn't show to work has `prove`, which does.
    """

    @property
    def name(self) -> str:
        """The identity of the model: vectors of different names must never be compared."""
        ...

    @property
    def dimensions(self) -> int:
        """The length of each vector."""
        ...

    def prepare(self) -> None:
        """Load what the first embedding would load, so that a caller's clock can start after."""
        ...

    def embed_documents(self, texts: Sequence[str]) -> Rows:
        """Vectors of texts to be found: float32 of shape [len(texts), dimensions]."""
        ...

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """The vector of a text to find others by: float32 of shape [dimensions]."""
        ...


def trim(text: str) -> str:
    """The part of a text that a model reads: TEXT_LIMIT characters, lone surrogates replaced.

    Tokenizers written in Rust or C raise on a lone surrogate, which JSON may carry.
    """
    return text[:TEXT_LIMIT].encode("utf-8", "replace").decode("utf-8")


def embed_each(
    texts: Sequence[str], dimensions: int, embed: Callable[[list[str]], NDArray[Any]]
) -> Rows:
    """Rows of unit length for texts, and of zeros where a text is blank.

    Args:
        texts: any strings, of any length.
        dimensions: the length of a row.
        embed: the model: trimmed texts that are not blank -> [n, dimensions], of any length.
    """
    calm.import_numpy()
    import numpy as np

    rows = np.zeros((len(texts), dimensions), dtype=np.float32)
    trimmed = [trim(text) for text in texts]
    spoken = [at for at, text in enumerate(trimmed) if text.strip()]
    if spoken:
        rows[spoken] = unit_rows(embed([trimmed[at] for at in spoken]))
    return rows


def unit_rows(matrix: NDArray[Any]) -> Rows:
    """The rows of a matrix [n, d] over their Euclidean lengths; zeros where one isn't finite."""
    import numpy as np

    with np.errstate(over="ignore", invalid="ignore"):
        rows = np.asarray(matrix, dtype=np.float32)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    usable = np.isfinite(lengths) & (lengths > 0)
    scaled: Rows = np.divide(rows, lengths, out=np.zeros_like(rows), where=usable)
    return scaled
