"""Scores how likely a sentence is to last, by weights that were learnt from real sessions.

One file holds two linear models: one over hashed character n-grams, quick enough for a hook, and
one over sentence vectors, for background runs. `benchmarks/train_scorer.py` writes the file;
docs/extraction.md says how well it does.
"""

from __future__ import annotations

import binascii
import math
import os
import struct

from memory_store.language import script

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAGIC = b"MSW2"
HEADER = struct.Struct("<4sIffff")
"""Magic, bits of the hash, scale of an n-gram weight, intercept, and the thresholds of a nudge in
English and in Chinese."""

SPACE = struct.Struct("<Ifff")
"""Of a vector space: its dimensions, the threshold of a candidate, and two intercepts. The weights
of what lasts follow, then those of rules and preferences among that."""

LENGTHS = (2, 3, 4)
SENTENCE_CHARS = 240
PROMPT_CHARS = 1_500

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scorer.bin")


class Space:
    """The models over the vectors of one embedder, each its intercept and then its weights.

    Attributes:
        lasts: whether a sentence states something lasting.
        is_rule: whether a lasting one is a rule or a preference.
        threshold: the least probability at which a sentence becomes a candidate.
    """

    __slots__ = ("is_rule", "lasts", "threshold")

    def __init__(self, lasts: list[float], is_rule: list[float], threshold: float) -> None:
        self.lasts = lasts
        self.is_rule = is_rule
        self.threshold = threshold


class Scorer:
    """The weights of both models, read from their file.

    The probabilities of the languages differ in scale, and so do the least ones from which the
    agent is asked to keep a sentence.
    """

    __slots__ = ("_bits", "_intercept", "_nudges", "_scale", "_weights", "spaces")

    def __init__(self, raw: bytes) -> None:
        self._nudges: list[float]
        _, self._bits, self._scale, self._intercept, *self._nudges = HEADER.unpack_from(raw)
        begin = HEADER.size
        end = begin + (1 << self._bits)
        self._weights = memoryview(raw)[begin:end].cast("b")
        self.spaces: dict[int, Space] = {}
        while end < len(raw):
            size, threshold, lasts, is_rule = SPACE.unpack_from(raw, end)
            begin, end = end + SPACE.size, end + SPACE.size + 8 * size
            both = struct.unpack_from(f"<{2 * size}f", raw, begin)
            space = Space([lasts, *both[:size]], [is_rule, *both[size:]], threshold)
            self.spaces[size] = space

    def score(self, sentence: str) -> float:
        """The probability, 0 to 1, that a sentence states something lasting, by its characters."""
        indices = features(sentence, self._bits)
        if not indices:
            return 0.0
        weights = self._weights
        total = sum(weights[index] for index in indices) * self._scale
        return _probability(total / math.sqrt(len(indices)) + self._intercept)

    def urgency(self, sentence: str) -> float:
        """The score as a multiple of its language's threshold: from 1 on the agent is asked."""
        return self.score(sentence) / self._nudges[script.is_chinese(sentence)]


def load() -> Scorer:
    """The weights that come with the package."""
    with open(PATH, "rb") as file:
        return Scorer(file.read())


def features(sentence: str, bits: int) -> set[int]:
    """The hashes of a sentence's character n-grams, below `1 << bits`.

    Args:
        sentence: of which the first 240 characters count, without regard to case.
        bits: of a hash.
    """
    text = f"^{sentence[:SENTENCE_CHARS].lower()}$"
    mask = (1 << bits) - 1
    crc32 = binascii.crc32
    return {
        crc32(text[at : at + length].encode("utf-8", "replace")) & mask
        for length in LENGTHS
        for at in range(len(text) - length + 1)
    }


def urgent(scorer: Scorer, sentences: Iterable[str]) -> list[str]:
    """The sentences of a prompt that the agent is asked about.

    Of a long prompt the first 1,500 characters are scored, which takes a hook some 2 ms.
    """
    found, left = [], PROMPT_CHARS
    for sentence in sentences:
        if left > 0 and scorer.urgency(sentence) >= 1:
            found.append(sentence)
        left -= len(sentence)
    return found


def probability(model: Sequence[float], vector: Sequence[float]) -> float:
    """The probability of a yes, 0 to 1, by a model of a space."""
    return _probability(sum(a * b for a, b in zip(model, (1.0, *vector), strict=False)))


def _probability(logit: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, logit))))
