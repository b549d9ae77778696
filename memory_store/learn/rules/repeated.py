"""Tells whether an answer only says again what the person said in the same session.

Compares words and pairs of Han characters. Must not decide what is a duplicate in the store:
consolidation does.
"""

from __future__ import annotations

from memory_store.language import words
from memory_store.text import retold

_SHARE = 0.6
_WORD_CHARS = 3
_VOWS = frozenset(
    (
        "will from always never using used with your this that answer reply "
        "以后 今后 往后 后我 后都 不再 都会 我会 都用 我都 明白 收到 不会 每次"
    ).split()
)


def is_said(text: str, by: list[str]) -> bool:
    """Whether one of the texts in `by` has at least three fifths of what `text` has to tell."""
    told = words.of(text)
    return bool(told) and any(len(told & words.of(one)) >= _SHARE * len(told) for one in by)


def touches(text: str, wishes: list[str]) -> bool:
    """Whether a text shares a word of four letters, or a pair of Han characters, with a wish."""
    told = {one for one in words.of(text) - _VOWS if len(one) > _WORD_CHARS or one >= "\u3400"}
    return any(told & words.of(one) for one in wishes)


def takes_up(text: str, gone: str) -> bool:
    """Whether a text says most of what was taken back, or most of it is that."""
    return retold.takes_up(retold.words(text), retold.words(gone))
