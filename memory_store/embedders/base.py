"""What every embedder promises, and the rules that all embedders share.

Commands that need no vector import this module too, so numpy is imported only where rows are made.
Must not know a model or read a file.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, Protocol

from memory_store import errors, place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Rows = NDArray[np.float32]
    """Vectors of shape [texts, dimensions]; a single one has shape [dimensions]."""

TEXT_LIMIT = 2_000
"""Characters of a text that are read (as long as a fact may be): the meaning of a longer one
blurs in a single vector, so the index cuts texts into chunks before they come here."""


_THREADS = "OPENBLAS_NUM_THREADS"


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
        """Load everything that the first embedding loads, before a caller's clock starts."""
        ...

    def embed_documents(self, texts: Sequence[str]) -> Rows:
        """Vectors of texts to be found: float32 of shape [len(texts), dimensions]."""
        ...

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """The vector of a text to find others by: float32 of shape [dimensions]."""
        ...


class Symmetric:
    """An embedder that embeds a question as it embeds a document."""

    def embed_documents(self, texts: Sequence[str]) -> Rows:
        """See `Embedder`."""
        raise NotImplementedError

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """See `Embedder`."""
        row: NDArray[np.float32] = self.embed_documents([text])[0]
        return row


def trim(text: str) -> str:
    """The part of a text that a model reads: TEXT_LIMIT characters, lone surrogates replaced.

    Tokenizers written in Rust or C raise on a lone surrogate, which JSON may carry.
    """
    return text[:TEXT_LIMIT].encode("utf-8", "replace").decode("utf-8")


def import_numpy() -> None:
    """Import numpy with a BLAS of one thread, unless numpy or the variable is set already.

    Threads of OpenBLAS wait for each other by spinning. On a machine that is busy with other
    work, as a developer's is, a query of 1.4 ms takes 130 ms on two of them; on an idle one
    they gain a quarter at the most.

    Raises:
        StoreError: it can't be imported; words can be searched all the same.
    """
    if sys.modules.get("numpy") is not None:
        return
    chosen = os.environ.get(_THREADS)
    os.environ[_THREADS] = "1" if chosen is None else chosen
    try:
        import numpy as np  # noqa: F401  what it read of the environment holds from now on
    except ImportError as error:
        hint = place.to_install("numpy")
        raise errors.StoreError("numpy can't be used: {error}", hint, error=error) from error
    finally:
        if chosen is None:
            del os.environ[_THREADS]


def embed_each(
    texts: Sequence[str], dimensions: int, embed: Callable[[list[str]], NDArray[Any]]
) -> Rows:
    """Rows of unit length for texts, and of zeros where a text is blank.

    Args:
        texts: any strings, of any length.
        dimensions: the length of a row.
        embed: the model: trimmed texts that are not blank -> [n, dimensions], of any length.
    """
    import_numpy()
    import numpy as np

    rows = np.zeros((len(texts), dimensions), dtype=np.float32)
    trimmed = [trim(text) for text in texts]
    spoken = [at for at, text in enumerate(trimmed) if text.strip()]
    if spoken:
        rows[spoken] = unit_rows(embed([trimmed[at] for at in spoken]))
    return rows


def unit_rows(matrix: NDArray[Any]) -> Rows:
    """The rows of a matrix [n, d] at unit length; zeros for a row that isn't finite."""
    import numpy as np

    with np.errstate(over="ignore", invalid="ignore"):
        rows = np.asarray(matrix, dtype=np.float32)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    usable = np.isfinite(lengths) & (lengths > 0)
    scaled: Rows = np.divide(rows, lengths, out=np.zeros_like(rows), where=usable)
    return scaled


def groups(texts: Iterable[list[int]], most: int) -> Iterator[list[list[int]]]:
    """Runs of texts with at most `most` pieces together, in order; a longer text is alone."""
    group: list[list[int]] = []
    pieces = 0
    for text in texts:
        if group and pieces + len(text) > most:
            yield group
            group, pieces = [], 0
        group.append(text)
        pieces += len(text)
    if group:
        yield group


def groups_by_length(
    keys: Sequence[bytes], texts: Mapping[bytes, str], size: int, wide: int, letters: int
) -> Iterator[list[bytes]]:
    """Keys in batches of `size`, within windows of `wide` keys those of texts of like length.

    Most models pad a batch to its longest text; the windows come in the order of the keys. If
    `letters` is given, only a single text makes a batch of more characters than that.
    """
    for start in range(0, len(keys), wide):
        window = sorted(keys[start : start + wide], key=lambda key: len(texts[key]))
        while window:
            longest = len(texts[window[min(size, len(window)) - 1]])
            fitting = letters // max(1, longest) if letters else size
            count = max(1, min(size, fitting))
            yield window[:count]
            window = window[count:]
