"""How much a memory bears on a prompt that did not ask for it: by both texts' own words.

Pure arithmetic on a score and two sets of words (docs/recall.md). Must not read an index.
"""

from __future__ import annotations

from memory_store.index import tokens, translations
from memory_store.language import mood, occasions, script
from memory_store.recall import prompt_words, repeated
from memory_store.text import han, wording

_COVERED = 0.5
_ALONE = 0.4  # what the share counts where a single word makes it
_HAN = 1.2
_LONG = 16  # words; a text with more is covered by so many
_WORD, _ENOUGH = 1.5, 3  # pairs of characters: a word is as much, and so many are no chance
_ENDINGS = ("ing", "ed", "es", "s", "e")
_STEM = 3
_LEFT_OUT = "…"
_ITEM = "- "
_WEIGHT = 28.0  # of a turn's shared words: five rare ones; a quarter of it is the usual floor
_MANY = 4  # of these words: two are chance where everything else differs
_PART, _WEIGHTY = 0.25, 10
"""The share of a prompt's ten rarest words that has to be a turn's, and of these the answer's."""

_BLANKS = {code: " " for code in range(128) if not chr(code).isalnum()}


class Prompt:
    """A prompt: what to ask for it, its words, and whether they are Chinese."""

    __slots__ = ("_amount", "_asks", "_factor", "_runs", "_weights", "_words", "question")

    def __init__(self, text: str) -> None:
        self.question = translations.question(text)
        self._words = _telling(self.question)
        self._runs = _runs(script.simplified(text.casefold()), self._words)
        self._weights: dict[str, float] = {}
        own = (term.words() for term in self.question.terms if not term.bonus)
        self._amount = _amount(self._words & {_stem(word) for words in own for word in words})
        self._asks = mood.asks(text)
        self._factor = _HAN if han.prevails(text) else 1.0

    def worth(self, score: float, text: str, *, is_rule: bool = False) -> float:
        """What a memory is worth for this prompt, 0 to 1; 0 where they share no telling word.

        The score tells how much of the prompt a memory covers; to it comes half the share of the
        memory that the prompt covers. A prompt is long and about many things, a memory about one:
        without that share the long prompt has next to no score with any. Chinese prompts have more
        words (each pair of characters is one), so that each of them counts for less, and are
        weighed up for it. A rule whose occasion the prompt names is covered whole: what the rule
        orders, no prompt can know.

        Args:
            score: of the search by words, 0 to 1.
            text: the memory's.
            is_rule: whether the memory holds until it is replaced.
        """
        words = _words(text)
        shared = len(words & self._words)
        if not shared:
            return 0.0
        covered = min(1.0, shared / min(len(words), _LONG))
        share = _COVERED * covered * (_ALONE if shared == 1 else 1.0)
        if is_rule and any(map(self._names, occasions.of(text))):
            share = _COVERED
        return min(1.0, self._factor * (score + share))

    def _names(self, occasion: str) -> bool:
        """Whether this prompt has half of an occasion's telling words."""
        words = _words(occasion)
        return bool(words) and 2 * len(words & self._words) >= len(words)

    def weigh(self, idf: dict[str, float]) -> None:
        """Take in how rare this prompt's words are in the store, by phrase."""
        for phrase, weight in idf.items():
            for word in map(_stem, phrase.strip('"*').casefold().split()):
                if word in self._words and " " not in phrase and not word.isdigit():
                    self._weights[word] = max(weight, self._weights.get(word, 0.0))

    def says(self) -> bool:
        """Whether it is about anything: a question by one telling word, an order by more.

        "go ahead", "commit this" and 继续 are near to whatever was decided or done.
        """
        return self._asks or self._amount >= _ENOUGH

    def turn_of_session(self, summary: str) -> tuple[float, str]:
        """What bears most on this prompt of a summary that rules made, and its worth, 0 to 1.

        A session is about many things, each turn about one: it is worth the sum of what its shared
        words are, by their rarity in the store, once these are a share of the prompt's. Its answer
        has to bear on the prompt too: people ask for different things in the same words. A request
        without an answer counts where it is twice that share.
        """
        topic, _, rest = summary.partition("\n")
        lines = [one for one in rest.split("\n") if one.strip()]
        items = [one for one in lines if one.startswith(_ITEM)]
        told = " ".join(one for one in lines if one not in items)
        whole = sum(sorted(self._weights.values(), reverse=True)[:_WEIGHTY])
        best = 0.0, ""
        for turn in (*wording.turns(topic, told), *items):
            answer = wording.answer(turn)
            shared = self._named(turn)
            weight = self._weight(shared)
            answered = self._weight(self._named(answer)) if answer else weight
            if (
                weight > best[0]
                and weight * self._factor >= _PART * whole * (1 if answer or turn in items else 2)
                and answered >= _PART * weight
                and _amount(shared) >= _MANY
            ):
                best = weight, turn
        return min(1.0, best[0] / _WEIGHT), best[1]

    def _weight(self, shared: set[str]) -> float:
        return sum(self._weights.get(word, 0.0) for word in shared)

    def _named(self, text: str) -> set[str]:
        """The telling words of this prompt that a text names, of Chinese ones those in a run.

        Two characters alone are often the end of one word and the beginning of the next.
        """
        low = script.simplified(text.casefold())
        return {
            one
            for one in self._in(text)
            if one not in self._runs or any(run in low for run in self._runs[one])
        }

    def bears(self, text: str) -> bool:
        """Whether a text has a telling word of this prompt."""
        return bool(self._in(text))

    def _in(self, text: str) -> set[str]:
        """The telling words of this prompt that stand in a text, found without taking it apart.

        As `_words(text) & self._words` would be, at a tenth of its cost: a summary is long.
        """
        low = script.simplified(text.casefold())
        latin = f" {low.encode('ascii', 'replace').decode().translate(_BLANKS)} "
        return {one for one in self._words if (_has(latin, one) if one.isascii() else one in low)}

    def part(self, text: str, limit: int) -> str:
        """What of a text of several sentences bears on this prompt, in about `limit` characters.

        Its first line, which says what it is about, and the sentences that share most telling
        words with the prompt, in their order; what is left out is marked. The text itself where
        it is no longer than that, or where no sentence shares any.
        """
        if len(text) <= limit:
            return text
        first, *rest = repeated.sentences(text)
        shared = [len(_words(one) & self._words) for one in rest]
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


def _runs(text: str, words: set[str]) -> dict[str, set[str]]:
    """By pair of Chinese characters: the runs of three in a text that the pair is a part of."""
    found: dict[str, set[str]] = {}
    for at in range(len(text) - 2):
        run = text[at : at + 3]
        for pair in (run[:2], run[1:]):
            if pair in words and not pair.isascii() and " " not in run:
                found.setdefault(pair, set()).add(run)
    return found


def _has(spaced: str, stem: str) -> bool:
    """Whether one of the words between blanks has this stem."""
    at = spaced.find(f" {stem}")
    while at >= 0:
        if _stem(spaced[at + 1 : spaced.find(" ", at + 1)]) == stem:
            return True
        at = spaced.find(f" {stem}", at + 1)
    return False


def _amount(words: set[str]) -> float:
    return sum(_WORD if word.isascii() else 1 for word in words)


def _words(text: str) -> set[str]:
    """The telling words that a search looks for in `text`, English ones without their endings."""
    return _telling(tokens.question(text))


def _telling(question: tokens.Question) -> set[str]:
    """The telling words of a question, and what these, of its translations, stand for."""
    own = [term.words() for term in question.terms if not term.bonus]
    found = {_stem(word) for words in own for word in words if _tells(word)}
    for term in question.terms:
        if any(_stem(one.strip('"').casefold()) in found for one in term.stands_for):
            found.update(_stem(word) for word in term.words() if _tells(word))
    return found


def _tells(word: str) -> bool:
    if word in prompt_words.CHINESE or _stem(word) in prompt_words.ENGLISH:
        return False
    if word in tokens.STOP_WORDS:  # a question has them where nothing else is there
        return False
    return len(word) > 1 or not word.isascii()


def _stem(word: str) -> str:
    if word.isascii() and word.isalpha():
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= _STEM:
                return word[: -len(ending)]
    return word
