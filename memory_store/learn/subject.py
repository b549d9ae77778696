"""Finds what a session is really about: the request whose words recur over its turns.

Counts words, stems of English ones and pairs of Chinese characters. Must not read or write.
"""

from __future__ import annotations

import itertools

from memory_store.learn import cues, replies, telling
from memory_store.learn.rules import remember

LIMIT = 100
"""Characters of a topic, at most."""

_STEM = 5
_SHORTEST = 2
_TELLING = 5
_FIRST, _LOOK, _CHOICE = 1.3, 0.7, 0.5
_MARKS = "!\"#$%&'()*+,./:;<=>?@[\\]^`{|}~，。！？；：、（）“”《》…—·"
_PUNCTUATION = {ord(one): " " for one in _MARKS}
_FIRST_HAN, _LAST_HAN = "\u4e00", "\u9fff"


def words(text: str) -> set[str]:
    """What a text is about: stems of its English words, pairs of its Han characters."""
    found: set[str] = set()
    for token in text.lower().translate(_PUNCTUATION).split():
        if token.isascii():
            if len(token) >= _SHORTEST and not token.isdigit() and token not in cues.STOP_WORDS:
                found.add(token[:_STEM])
            continue
        found |= {
            one + other
            for one, other in itertools.pairwise(token)
            if _FIRST_HAN <= one <= _LAST_HAN and _FIRST_HAN <= other <= _LAST_HAN
        }
        latin = "".join(one if one.isascii() else " " for one in token).split()
        found |= {one[:_STEM] for one in latin if len(one) >= _SHORTEST}
    return found - cues.STOP_PAIRS


def of(prompts: list[list[str]], turns: list[set[str]], settled: list[str]) -> str:
    """The sentence of all prompts whose words recur in the most turns; "" where none says a thing.

    Args:
        prompts: the sentences of each prompt, oldest first.
        turns: the words of each turn, of its prompt and its answer.
        settled: what was decided or stated in it, which is mostly no subject.

    Returns:
        That sentence, with its neighbours in the prompt while these fit `LIMIT`.

    A word counts by how many other turns have it, a sentence by its five best words. The first
    that says something gains, since people open with their subject; a question loses, and what
    was settled or put off does.
    """
    spread: dict[str, int] = {}
    for turn in turns:
        for word in turn:
            spread[word] = spread.get(word, 0) + 1
    best, most, factor = "", 0.0, _FIRST
    for said in prompts:
        told = [one for one in map(replies.point, said) if _says(one)]
        for at, sentence in enumerate(told):
            counts = sorted((spread.get(word, 1) for word in words(sentence)), reverse=True)
            score = sum(counts[:_TELLING]) * factor * _weight(sentence, settled)
            if score > most:
                best, most = _with_neighbours(told, at), score
        factor = 1.0 if told else factor
    return best


def _says(sentence: str) -> bool:
    is_secret = sentence.startswith("[redacted:")
    return not (telling.is_nothing(sentence) or is_secret) and remember.asked(sentence) is None


def _weight(sentence: str, settled: list[str]) -> float:
    if replies.is_put_off(sentence) or any(map(sentence.__contains__, settled)):
        return _CHOICE
    return _LOOK if replies.is_look(sentence) else 1.0


def _with_neighbours(told: list[str], at: int) -> str:
    found, after = told[at], at + 1
    while after < len(told) and len(found) + len(told[after]) < LIMIT:
        found = f"{found} {told[after]}"
        after += 1
    while at and len(found) + len(told[at - 1]) < LIMIT:
        at -= 1
        found = f"{told[at]} {found}"
    return found
