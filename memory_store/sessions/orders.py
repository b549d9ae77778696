"""Tells which sentences of a prompt are its order or its question.

Looks for phrases in Chinese and English (orders.json). Must not know what followed the prompt.
"""

from __future__ import annotations

from memory_store.language import phrases
from memory_store.sessions import prose

_PHRASES = phrases.beside(__file__)
_OPENING = 8  # sentences of a prompt in which it says what it wants
_FIRST_SENTENCE = 0.8
_SHORT_CHARS, _FIRST_CHARS = 16, 4  # of Chinese sentences, whose orders stand anywhere or in front


def main(asked: list[str], limit: int) -> str:
    """The sentence that asks most, and those after it that fit; of equal ones the first."""
    opening = asked[:_OPENING]
    if not opening:
        return ""
    worth = [_asks(sentence) + _FIRST_SENTENCE * (not at) for at, sentence in enumerate(opening)]
    return prose.within(opening[worth.index(max(worth)) :], limit).rstrip(":：；; ")


def has_any(asked: list[str]) -> bool:
    """Whether one of the first sentences is an order or a question."""
    return any(_asks(sentence) > 0 for sentence in asked[:_OPENING])


def is_question(asked: list[str]) -> bool:
    """Whether one of the sentences ends as a question."""
    return any(sentence.endswith(_PHRASES["end a question"]) for sentence in asked)


def follows(asked: list[str]) -> bool:
    """Whether a prompt only corrects the work that it follows: `still broken`, `do not …`."""
    low = [sentence.lower() for sentence in asked]
    only_forbids = all(one.startswith(_PHRASES["forbid"]) for one in low)
    return only_forbids or low[0].startswith(_PHRASES["find the work wanting"])


def is_hosts(prompt: str) -> bool:
    """Whether a host sends a prompt in the person's name."""
    return prompt.lstrip().startswith(_PHRASES["begin a host's prompt"])


def goes_on(asked: list[str]) -> bool:
    """Whether a small order lets the work before it go on; a host's canned one does."""
    low = " ".join(asked).lower()
    words = "".join(sign if sign.isalnum() else " " for sign in low).split()
    is_english = any(word in _PHRASES["go on"] for word in words)
    return not asked or is_english or _has(low, "go on in Chinese") or follows(asked)


def _asks(sentence: str) -> float:
    """How much a sentence looks like an order or a question."""
    if not prose.tells(sentence):
        return -1.0
    low = sentence.lower()
    if low.startswith(_PHRASES["forbid"]):
        return 0.0
    begins = low.replace(",", " ").split(None, 1)[0] in _PHRASES["begin an order"]
    front = low if len(low) <= _SHORT_CHARS else low[:_FIRST_CHARS]
    return float(begins or _has(low, "ask") or _has(front, "short Chinese orders"))


def _has(low: str, name: str) -> bool:
    return any(map(low.count, _PHRASES[name]))
