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
_MANY, _FEW, _SAYING = 5, 3, 3  # turns; which part of them; words
_AND = " / "
_ENDS = " .。;；"
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
    was settled or put off does. Where no more than a third of many turns share a word with it,
    others stand beside it.
    """
    spread: dict[str, int] = {}
    for turn in turns:
        for word in turn:
            spread[word] = spread.get(word, 0) + 1
    found: list[tuple[float, int, str, str]] = []
    factor = _FIRST
    for number, said in enumerate(prompts):
        told = [one for one in map(replies.point, said) if _says(one)]
        for at, sentence in enumerate(told):
            counts = sorted((spread.get(word, 1) for word in words(sentence)), reverse=True)
            score = sum(counts[:_TELLING]) * factor * _weight(sentence, settled)
            found.append((score, number, sentence, _with_neighbours(told, at)))
        factor = 1.0 if told else factor
    worth = [one for one in found if one[0]]
    if not worth:
        return ""
    best = max(worth, key=lambda one: one[0])
    return _joined(best, worth, turns, settled)


def _joined(
    best: tuple[float, int, str, str],
    found: list[tuple[float, int, str, str]],
    turns: list[set[str]],
    settled: list[str],
) -> str:
    """The best sentence; where few turns share a word with it, with the first of others that fit.

    In the order in which they were said. A session about one thing has its words all over it.
    """
    own = words(best[2])
    about = [at for at, turn in enumerate(turns) if turn & own or at == best[1]]
    if len(turns) < _MANY or len(about) * _FEW > len(turns):
        return best[3]
    chosen = [best]
    for one in found:
        room = LIMIT - sum(len(other[2]) + len(_AND) for other in chosen)
        is_new = all(
            one[1] != other[1] and not words(one[2]) & words(other[2]) for other in chosen
        )
        is_told = len(words(one[2])) >= _SAYING and _weight(one[2], settled) == 1.0
        if is_new and is_told and len(one[2]) <= room:
            chosen.append(one)
    chosen.sort(key=lambda one: one[1])
    return _AND.join(one[2].rstrip(_ENDS) for one in chosen)


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
