"""Scores how many of a prompt's rare words an earlier request and its answer have.

Pure arithmetic on texts. Must not decide which words count.
"""

from __future__ import annotations

from memory_store.index import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_REQUEST, _ANSWER = 1_000, 2_000  # characters that are looked at
_REQUEST_WORDS, _ANSWER_WORDS = 30, 200  # as many as they usually have
_BOTH = 1.5
_WEIGHTY, _LEAST = 10, 10.0
_OPENING, _LATER = 17.5, 55.0  # so that the usual floor is met where chance ends (docs/recall.md)
_OF_A_SESSION = 3
_TOGETHER = 0.3
_ENDINGS = ("ing", "ed", "es", "s", "e")
_STEM = 3
_BLANKS = {code: " " for code in range(128) if not chr(code).isalnum()}


def worths(
    weights: Mapping[str, float], said: list[tuple[str, str]], *, opens: bool
) -> list[float]:
    """The worth of requests with their answers for a prompt, 0 to 1 each.

    BM25, where a word that both have counts half as much again. Times the weight of the words that
    the answer has, as a share of the prompt's ten rarest: people ask for different things in the
    same words, and a request tells nothing.

    Args:
        weights: how rare each of the prompt's words is in the store.
        said: requests and answers; what is a Chinese word is judged by all of them.
        opens: whether it is its session's first prompt. That one tells what the session is about;
            the later ones lean on what was said in it, and share words by chance.
    """
    texts = [(spread(asked[:_REQUEST]), spread(told[:_ANSWER])) for asked, told in said]
    whole = "".join(text for pair in texts for text in pair)
    known = {word: weight for word, weight in weights.items() if _is_word(word, whole)}
    most = sum(sorted(known.values(), reverse=True)[:_WEIGHTY]) + _LEAST
    most *= _OPENING if opens else _LATER
    return [min(1.0, _evidence(known, *pair) / most) for pair in texts]


def with_their_session(worths: list[float], sessions: list[str]) -> list[float]:
    """The same, but to the best worth of each session its next two are added.

    A session about a prompt's subject has several exchanges that share words with it. By chance
    one does.
    """
    ranked: dict[str, list[int]] = {}
    for at in sorted(range(len(worths)), key=lambda at: -worths[at]):
        ranked.setdefault(sessions[at], []).append(at)
    joined = list(worths)
    for places in ranked.values():
        joined[places[0]] = min(1.0, sum(worths[at] for at in places[:_OF_A_SESSION]))
    return joined


def spread(text: str) -> str:
    """A text with a blank around each of its words, and pairs of Chinese characters as words."""
    return f" {tokens.segment(text).casefold().translate(_BLANKS)} "


def times(word: str, text: str) -> int:
    """How often a word occurs in a spread text, an English word with any ending.

    Args:
        word: a pair of Chinese characters, or what `stem` gives.
        text: what `spread` gives.
    """
    if not word.isascii():
        return text.count(f" {word}")
    at = text.find(f" {word}")
    while at >= 0:
        if stem(text[at + 1 : text.find(" ", at + 1)]) == word:
            return text.count(f" {word}", at)
        at = text.find(f" {word}", at + 1)
    return 0


def stem(word: str) -> str:
    """A word without its English ending."""
    if word.isascii() and word.isalpha():
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= _STEM:
                return word[: -len(ending)]
    return word


def _is_word(word: str, text: str) -> bool:
    """Whether two Chinese characters are a word in a spread text, as anything else is.

    The end of one word and the beginning of the next stand together by chance: then each of both
    is mostly seen without the other.
    """
    if word.isascii():
        return True
    fewest = min(text.count(f" {sign}") for sign in word)
    return text.count(f" {word}") >= _TOGETHER * fewest


def _evidence(weights: Mapping[str, float], request: str, answer: str) -> float:
    score = answered = 0.0
    for word, weight in weights.items():
        asked, told = _often(word, request, _REQUEST_WORDS), _often(word, answer, _ANSWER_WORDS)
        score += weight * max(asked, told) * (_BOTH if asked and told else 1.0)
        answered += weight if told else 0.0
    return score * answered


def _often(word: str, text: str, usual: int) -> float:
    """The factor of BM25 (k1 1.2, b .75) for a word; `usual`: words of such a text."""
    count = times(word, text)
    length = 0.25 + 0.75 * text.count(" ") / usual
    return 2.2 * count / (count + 1.2 * length)
