"""What two lists of raw scores are worth together: one score from 0 to 1 for each piece.

Pure arithmetic on numbers, the same whichever list comes first. Must not read an index or a text.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

BM25_PEAK = 2.2
"""A term's BM25 over its idf comes near this, k1 + 1, in a text that repeats it."""

LEAST_POSSIBLE = 12.0
"""A question whose words are all common is worth no more than this sum of idf would be."""

_TEXT_WEIGHT = 1.5
_VECTOR_PEAK = 1.2
_OTHER_SCRIPT = 0.2
_EXPECTED, _EXPECTED_MORE = 0.3, 0.4

_SPANS = {"use-multilingual": (0.10, 0.75), "e5": (0.25, 0.70)}
_SPAN = (0.10, 0.75)

_KEPT_ON_PURPOSE = 1.0
_SUMMARY = 0.95
_ANSWER = 0.8
_PROMPT = 0.7
_QUESTION = 0.5
_TOO_SHORT = 0.5
_SHORT_CHARS = 24
_HAN_CHARS = 3
_ASKING = ("?", "？", "吗", "呢")


def standing(kind: str, type_: str, text: str) -> float:
    """How much a piece counts for what it is, as a factor of its score.

    What was kept on purpose (facts, notes, MEMORY.md) counts whole; what was merely said less, a
    question least, since it is always near to the question that asks it again. A word or two, as
    "ok", is near to everything by meaning. A Han character counts as three others.
    """
    if kind == "summary":
        return _SUMMARY
    if kind != "turn":
        return _KEPT_ON_PURPOSE
    length = sum(_HAN_CHARS if one >= "\u2e80" else 1 for one in text[:_SHORT_CHARS])
    factor = _TOO_SHORT if length < _SHORT_CHARS else 1.0
    if type_ != "prompt":
        return factor * _ANSWER
    asks = text.rstrip(" 。.!！").endswith(_ASKING)
    return factor * (_QUESTION if asks else _PROMPT)


class Scores:
    """What is known of one piece.

    Attributes:
        text: its share of the BM25 that the question could reach, 0 or more; 0 for no word.
        vector: its cosine within the model's span, 0 to 1.2; None if it has no vector.
    """

    __slots__ = ("text", "vector")

    def __init__(self, text: float, vector: float | None) -> None:
        self.text = text
        self.vector = vector

    def text_score(self) -> float:
        """The words' evidence, 0 to 1."""
        return min(1.0, self.text)

    def vector_score(self) -> float:
        """The meaning's evidence, 0 to 1; 0 where there is no vector."""
        return min(1.0, self.vector or 0.0)


def span_of(model: str) -> tuple[float, float]:
    """The cosines between which a model's vectors go from unrelated to the same.

    Measured for USE-multilingual and for e5; another model is taken as like the first.
    """
    for name, span in _SPANS.items():
        if name in model:
            return span
    return _SPAN


def gather(
    bm25: Mapping[int, float],
    possible: float,
    cosines: Mapping[int, float],
    span: tuple[float, float],
    other_script: set[int],
    substance: Mapping[int, float],
) -> dict[int, Scores]:
    """The union of both lists, each raw score put on a scale of its own.

    Args:
        bm25: by piece, of the words' list.
        possible: the sum of the idf of the question's terms.
        cosines: by piece, of the meaning's list.
        span: see `span_of`.
        other_script: pieces in another script than the question, which can't share its words:
            a fifth of what the meaning says is taken for them.
        substance: by piece, the share of its meaning that counts; 1 where it isn't told.
    """
    low, high = span
    peak = BM25_PEAK * max(LEAST_POSSIBLE, possible)
    found: dict[int, Scores] = {}
    for piece in bm25.keys() | cosines.keys():
        text = max(0.0, bm25.get(piece, 0.0) / peak)
        vector = None
        if piece in cosines:
            vector = min(_VECTOR_PEAK, max(0.0, (cosines[piece] - low) / (high - low)))
            if piece in other_script:
                text = max(text, _OTHER_SCRIPT * vector)
            vector *= substance.get(piece, 1.0)
        found[piece] = Scores(text, vector)
    return found


def evidence(scores: Scores) -> float:
    """min(1, (cs + 1.5 L) / 2.5), the formula of the study behind docs/search-quality.md.

    The words of a rare name alone can decide, and common words hardly count. For a piece that has
    no vector yet the meaning is taken that its words let expect: over eight of the study's sets
    the mean cs of a text among the five best by words was .28 to .30 + .4 L.
    """
    meaning = scores.vector
    if meaning is None:
        meaning = _EXPECTED + _EXPECTED_MORE * scores.text
    return min(1.0, (meaning + _TEXT_WEIGHT * scores.text) / (1 + _TEXT_WEIGHT))


def weighted(vector_weight: float, text_weight: float) -> Callable[[Scores], float]:
    """The mean of both scores by weight; of the words alone for a piece without a vector."""
    whole = vector_weight + text_weight

    def fuse(scores: Scores) -> float:
        if scores.vector is None or not whole:
            return scores.text_score()
        mixed = vector_weight * scores.vector_score() + text_weight * scores.text_score()
        return mixed / whole

    return fuse
