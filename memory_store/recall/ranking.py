"""Fuses the scores by words and by meaning into one score from 0 to 1 for each piece.

Pure arithmetic. Must not read an index or a text.
"""

from __future__ import annotations

import math

from memory_store.index import piece
from memory_store.journal import outlived
from memory_store.language import mood
from memory_store.recall import repeated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from memory_store.index import ranking_features
    from memory_store.journal import receipts, stored

BM25_PEAK = 2.2
"""A term's BM25 over its idf comes near this, k1 + 1, in a text that repeats it."""

LEAST_POSSIBLE = 12.0
"""A question whose words are all common is worth no more than this sum of idf would be."""

_TEXT_WEIGHT = 1.5
_VECTOR_PEAK = 1.2
_OTHER_SCRIPT, _BY_CHANCE = 0.2, 0.75
_EXPECTED, _EXPECTED_MORE = 0.3, 0.4

_COMPANY = 0.3
_ALONE_FROM = 800
_SUBSTANTIAL = 200

_ECHO = 0.4
_ECHOING = (0.85, 1.0)

_HALF_LIFE = 30 * 86_400.0
USUAL = 0.8
"""How sure one is of what states no confidence."""

_SPANS = {"+e5-small": (0.189, 0.720), "use-multilingual": (0.10, 0.75), "e5": (0.25, 0.70)}
_SPAN = (0.10, 0.75)

_FAR = 0.13
_KEPT_ON_PURPOSE = 1.0
_CANDIDATE = 0.85
_SUMMARY = 0.95
_OUTLIVED = _IDLE = 0.6
_ANSWER = 0.8
_PROMPT = 0.7
_QUESTION = 0.5
_TOO_SHORT = 0.5
_SHORT_CHARS = 24
_HAN_CHARS = 3
_REPEATING = 0.5


def standing(kind: str, type_: str, text: str, asked: set[str] | None = None) -> float:
    """The factor of a piece's score by its kind.

    What was kept on purpose (facts, notes, MEMORY.md) counts whole; what was merely said less, a
    question least, since it is always near to the question that asks it again. So is what says no
    more than that question (`asked`, its `language.words`): a turn or a summary counts half then.
    A word or two, as "ok", is near to everything by meaning. A Han character counts as three
    others.
    """
    if asked and kind in (piece.TURN, piece.SUMMARY) and repeated.adds_nothing(text, asked):
        return _REPEATING * standing(kind, type_, text)
    if kind != piece.TURN:
        return at_most(kind, type_)
    length = sum(_HAN_CHARS if one >= "\u2e80" else 1 for one in text[:_SHORT_CHARS])
    factor = _TOO_SHORT if length < _SHORT_CHARS else 1.0
    if type_ == "prompt" and mood.asks(text):
        return factor * _QUESTION
    return factor * at_most(kind, type_)


def tier(fact: stored.Fact) -> float:
    """The factor of a fact's score by its tier: a candidate comes behind its equals."""
    return 1.0 if fact.stands else _CANDIDATE


def beside_the_code(marks: outlived.Marks) -> float:
    """The factor of a fact's score by what the code says against it."""
    return _OUTLIVED if outlived.is_gone(marks) else 1.0


def after(receipt: receipts.Receipt, fact: stored.Fact) -> float:
    """The factor of a fact's score by what answers made of it; a rule's use is seldom seen."""
    return _IDLE if receipt.is_idle() and not fact.lasts else 1.0


def at_most(kind: str, type_: str) -> float:
    """The most that `standing` is for any text of a kind."""
    if kind == piece.TURN:
        return _PROMPT if type_ == "prompt" else _ANSWER
    return _SUMMARY if kind == piece.SUMMARY else _KEPT_ON_PURPOSE


class Scores:
    """The scores of a piece.

    Attributes:
        text: its share of the BM25 that the question could reach, 0 or more; 0 for no word.
        vector: its cosine within the model's span, 0 to 1.2; None if it has no vector.
        usual: what a text without a vector is taken to have, but for what its words add.
    """

    __slots__ = ("text", "usual", "vector")

    def __init__(self, text: float, vector: float | None) -> None:
        self.text = text
        self.vector = vector
        self.usual = _EXPECTED

    def text_score(self) -> float:
        """The words' evidence, 0 to 1."""
        return min(1.0, self.text)

    def vector_score(self) -> float:
        """The meaning's evidence, 0 to 1; 0 where there is no vector."""
        return min(1.0, self.vector or 0.0)


def by_chance() -> Scores:
    """The score that an unrelated text may reach.

    That is _FAR of the meaning's span and no word. Measured with strings that mean nothing
    (docs/recall.md, which also tells what the floor costs in small stores).
    """
    return Scores(0.0, _FAR)


def span_of(model: str) -> tuple[float, float]:
    """The cosines between which a model's vectors go from unrelated to the same.

    Measured for USE-multilingual and for e5; another model is taken as like the first.
    """
    for name, span in _SPANS.items():
        if name in model:
            return span
    return _SPAN


class Retrieved:
    """The raw results of both retrievers, and the features of the pieces.

    Attributes:
        bm25: by piece, of the words' list.
        possible: the sum of the idf of the question's terms.
        cosines: by piece, of the meaning's list.
        span: see `span_of`.
        han: whether the question is in Chinese, Japanese or Korean.
        features: of each piece that has a cosine.
        beside: pieces written just before and after a piece in its session.
    """

    def __init__(self, bm25: Mapping[int, float], possible: float) -> None:
        self.bm25 = bm25
        self.possible = possible
        self.cosines: Mapping[int, float] = {}
        self.span = _SPAN
        self.han = False
        self.features: Mapping[int, ranking_features.Features] = {}
        self.beside: Mapping[int, list[int]] = {}


def gather(hits: Retrieved) -> dict[int, Scores]:
    """The union of both lists, each raw score put on a scale of its own.

    A short text is judged in its company too: "yes, both of them" answers what was asked a line
    before. To its words comes a part of what the better of its neighbours has, and its meaning is
    mixed with theirs (docs/recall.md).
    """
    low, high = hits.span
    peak = BM25_PEAK * max(LEAST_POSSIBLE, hits.possible)
    text = {one: max(0.0, score / peak) for one, score in hits.bm25.items()}
    meaning = {
        one: min(_VECTOR_PEAK, max(0.0, (cosine - low) / (high - low)))
        for one, cosine in hits.cosines.items()
    }
    gathered: dict[int, Scores] = {}
    for identity in text.keys() | meaning.keys():
        known = hits.features.get(identity)
        if known is None:
            gathered[identity] = Scores(text.get(identity, 0.0), meaning.get(identity))
            continue
        beside = hits.beside.get(identity, ())
        share = _COMPANY * company(known) if beside else 0.0
        words = text.get(identity, 0.0) + share * _best(text, beside)
        sense = meaning.get(identity)
        if sense is not None and not meaning.keys().isdisjoint(beside):
            sense += share * (_best(meaning, beside) - sense)
        gathered[identity] = _weigh(words, sense, known, other_script=known.han != hits.han)
    usual = _usual(gathered.values())
    for scores in gathered.values():
        scores.usual = usual
    return gathered


def _usual(gathered: Iterable[Scores]) -> float:
    """What the meaning of texts that the words found too is, but for what their words add.

    While many texts lack a vector, to have one is no merit: the others are taken to be like them.
    """
    found = [
        one.vector - _EXPECTED_MORE * one.text
        for one in gathered
        if one.vector is not None and one.text > 0
    ]
    return max(0.0, math.fsum(found) / len(found)) if found else _EXPECTED


def _best(scores: Mapping[int, float], pieces: Iterable[int]) -> float:
    return max((scores.get(one, 0.0) for one in pieces), default=0.0)


def _weigh(
    words: float, sense: float | None, known: ranking_features.Features, *, other_script: bool
) -> Scores:
    """A text in another script than the question shares a name with it, or a translated word.

    So words count three quarters, and where the meaning says more, a fifth of it stands for them.
    """
    if sense is not None and other_script:
        words = max(_BY_CHANCE * words, _OTHER_SCRIPT * sense)
    return Scores(words, None if sense is None else sense * substance(known))


def company(known: ranking_features.Features) -> float:
    """How much a piece is judged by its neighbours: in full while it is short, then less."""
    return min(1.0, max(0.0, 2 - 2 * known.letters / _ALONE_FROM))


def substance(known: ranking_features.Features) -> float:
    """How much the meaning of a turn counts: the square root of its length, to _SUBSTANTIAL.

    "That sounds great!" is near in tone to any question, and says nothing.
    """
    if known.kind != piece.TURN:
        return 1.0
    return min(1.0, math.sqrt(known.letters / _SUBSTANTIAL))


def preference(age: float, sure: float, share: float) -> float:
    """The factor by which a piece goes before its equals for being new and sure, to 1 + `share`.

    Args:
        age: seconds since it was made; what is new counts half after _HALF_LIFE.
        sure: its confidence, 0 to 1.
        share: the setting `fresh_and_sure`.
    """
    fresh = 0.5 ** (max(0.0, age) / _HALF_LIFE)
    return float(1 + share * (fresh + sure) / 2)


def novelty(likeness: float) -> float:
    """The share of a piece's rank that is left beside a better, similar piece: 1 to 1 - _ECHO.

    With the offline models the cosine of two wordings of one fact is .8 to .97, of two facts about
    one thing .3 to .7.
    """
    low, high = _ECHOING
    return 1 - _ECHO * min(1.0, max(0.0, (likeness - low) / (high - low)))


def evidence(scores: Scores) -> float:
    """min(1, (cs + 1.5 L) / 2.5), the formula of the study behind docs/recall.md.

    The words of a rare name alone can decide, and common words hardly count. For a piece that has
    no vector yet the meaning is taken that its words let expect: what the others of this question
    have, or the mean over eight of the study's sets, where the cs of a text among the five best
    by words was .28 to .30 + .4 L.
    """
    meaning = scores.vector
    if meaning is None:
        meaning = min(_VECTOR_PEAK, scores.usual + _EXPECTED_MORE * scores.text)
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
