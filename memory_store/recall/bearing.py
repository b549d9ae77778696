"""Scores how much a memory bears on a prompt, by the words of both.

Pure arithmetic (docs/recall.md). Must not read an index.
"""

from __future__ import annotations

from memory_store.index import tokens, translations
from memory_store.language import mood, occasions, words
from memory_store.recall import overlap, repeated
from memory_store.text import han

_COVERED = 0.5
_ALONE = 0.4  # what the share counts where a single word makes it
_HAN = 1.2
_LONG = 16  # words; a text with more is covered by so many
_WORD, _ENOUGH = 1.5, 3  # pairs of characters: a word is as much, and so many are no chance
_ID_DIGITS = 5
_LEFT_OUT = "…"
_READ = 2_000  # characters of a long text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from memory_store.recall import exchanges


class Prompt:
    """A prompt as a question to the index, with its words and its script."""

    __slots__ = (
        "_amount",
        "_asks",
        "_factor",
        "_names_in",
        "_text",
        "_weights",
        "_words",
        "pieces",
        "question",
    )

    def __init__(self, text: str) -> None:
        self._text = text
        self.question = translations.question(text)
        self.pieces = words.split(text)
        self._words = _telling(self.question)
        self._weights: dict[str, float] = {}
        runs = tokens.chunks(tokens.plain(text))
        names = [overlap.spread(run).split() for run in runs if not han.is_han(run[0])]
        self._names_in = [set(map(overlap.stem, words)) for words in names]
        own = (term.words() for term in self.question.terms if not term.bonus)
        self._amount = _amount(
            self._words & {overlap.stem(word) for words in own for word in words}
        )
        self._asks = mood.asks(text)
        self._factor = _HAN if han.prevails(text) else 1.0

    def worth(self, score: float, text: str, *, is_rule: bool = False) -> float:
        """The worth of a memory for this prompt, 0 to 1; 0 without a shared telling word.

        The score tells how much of the prompt a memory covers; to it comes half the share of the
        memory that the prompt covers. A prompt is long and about many things, a memory about one:
        without that share the long prompt has next to no score with any. Chinese prompts have more
        words (each pair of characters is one), so that each of them counts for less, and are
        weighed up for it. A rule whose occasion the prompt names is covered whole: what the rule
        orders, no prompt can know. With a prompt that says no more than its occasion ("deploy it")
        nothing else comes.

        Args:
            score: of the search by words, 0 to 1.
            text: the memory's.
            is_rule: whether the memory holds until it is replaced.
        """
        words = _words(text)
        shared = len(words & self._words)
        is_occasion = is_rule and any(map(self._names, occasions.find(text)))
        if not shared or not (is_occasion or self.says()):
            return 0.0
        covered = min(1.0, shared / min(len(words), _LONG))
        share = _COVERED * covered * (_ALONE if shared == 1 else 1.0)
        if is_occasion:
            share = _COVERED
        return min(1.0, self._factor * (score + share))

    def _names(self, occasion: str) -> bool:
        """Whether this prompt has half of an occasion's telling words."""
        words = _words(occasion)
        return bool(words) and 2 * len(words & self._words) >= len(words)

    def weigh(self, idf: Mapping[str, float]) -> None:
        """Take in how rare this prompt's words are in the store, by phrase.

        A translation counts where the store has none of the words that it stands for. Of a name
        or a path the rarest word counts whole, each next one half of the one before: its words
        come together.
        """
        self._weights = {}
        for term in self.question.terms:
            if term.phrase in idf and not any(map(idf.__contains__, term.stands_for)):
                words = [overlap.stem(word) for word in term.words()]
                if len(words) == 1 and self._is_weighty(words[0]):
                    self._weights[words[0]] = max(
                        idf[term.phrase], self._weights.get(words[0], 0.0)
                    )
        places: dict[str, int] = {}
        for name in self._names_in:
            rarest = sorted(name & self._weights.keys(), key=self._weights.__getitem__)
            for place, word in enumerate(reversed(rarest)):
                places[word] = min(place, places.get(word, place))
        for word, place in places.items():
            self._weights[word] /= 2**place

    def _is_weighty(self, word: str) -> bool:
        """Whether a word tells, and is neither one Chinese character nor a common number."""
        is_small = word.isdigit() and len(word) < _ID_DIGITS
        return word in self._words and len(word) > 1 and not is_small

    def is_empty(self) -> bool:
        """Whether the prompt has no telling word."""
        return not self._amount

    def says(self) -> bool:
        """Whether the prompt has a subject: a question one telling word, an order several.

        "go ahead", "commit this" and 继续 are near to whatever was decided or done.
        """
        return self._asks or self._amount >= _ENOUGH

    def worths(self, said: list[exchanges.Exchange], *, opens: bool = False) -> list[float]:
        """The worth of earlier requests with their answers for this prompt, 0 to 1 each."""
        if not self.says():
            return [0.0] * len(said)
        texts = [(one.request, one.answer) for one in said]
        sessions = [str(one.record["session_id"]) for one in said]
        worths = overlap.worths(self._weights, texts)
        return overlap.standing_out(worths, sessions, opens=opens)

    def is_template(self, said: list[exchanges.Exchange]) -> bool:
        """Whether a tool wrote this prompt: several earlier requests say nearly the same."""
        return overlap.is_template(self._text, [one.request for one in said])

    def bears(self, text: str) -> bool:
        """Whether a text has a telling word of this prompt."""
        spread = overlap.spread(text)
        return any(overlap.times(word, spread) for word in self._words)

    def part(self, text: str, limit: int) -> str:
        """The sentences of a text that bear on this prompt, in about `limit` characters.

        Its first line, which says what it is about, and the sentences that share most telling
        words with the prompt, in their order; what is left out is marked. The text itself where
        it is no longer than that, or where no sentence shares any.
        """
        if len(text) <= limit:
            return text
        first, *rest = repeated.sentences(text[:_READ])
        spread = [overlap.spread(one) for one in rest]
        shared = [sum(overlap.times(word, one) > 0 for word in self._words) for one in spread]
        kept: list[int] = []
        room = limit - len(first)
        for at in sorted(range(len(rest)), key=lambda at: -shared[at]):
            if shared[at] and (not kept or len(rest[at]) <= room):
                kept.append(at)
                room -= len(rest[at])
        parts = [first]
        for at in sorted(kept):
            is_next = at == 0 or at - 1 in kept
            parts.append(rest[at] if is_next else f"{_LEFT_OUT} {rest[at]}")
        ending = [] if len(rest) - 1 in kept else [_LEFT_OUT]
        return " ".join([*parts, *ending]) if kept else text


def _amount(words: set[str]) -> float:
    return sum(_WORD if word.isascii() else 1 for word in words)


def _words(text: str) -> set[str]:
    """The telling words of `text`, English words without their endings."""
    return {stem for word in tokens.words(text) if _tells(word, stem := overlap.stem(word))}


def _telling(question: tokens.Question) -> set[str]:
    """The telling words of a question, and the words that its translations stand for."""
    own = [term.words() for term in question.terms if not term.bonus]
    telling = {stem for words in own for word in words if _tells(word, stem := overlap.stem(word))}
    for term in question.terms:
        if any(overlap.stem(one.strip('"').casefold()) in telling for one in term.stands_for):
            said = ((overlap.stem(word), word) for word in term.words())
            telling.update(stem for stem, word in said if _tells(word, stem))
    return telling


def _tells(word: str, stem: str) -> bool:
    if word in overlap.CHINESE or stem in overlap.ENGLISH:
        return False
    if word in tokens.STOP_WORDS:  # a question has them where nothing else is there
        return False
    return len(word) > 1 or not word.isascii()
