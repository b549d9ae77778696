"""Tells whether an answer only says again what the person said in the same session.

Compares words and pairs of Han characters. Must not decide what is a duplicate in the store:
consolidation does.
"""

from __future__ import annotations

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
    told = _pieces(text)
    return bool(told) and any(len(told & _pieces(one)) >= _SHARE * len(told) for one in by)


def touches(text: str, wishes: list[str]) -> bool:
    """Whether a text shares a word of four letters, or a pair of Han characters, with a wish."""
    told = {one for one in _pieces(text) - _VOWS if len(one) > _WORD_CHARS or one >= "\u3400"}
    return any(told & _pieces(one) for one in wishes)


def _pieces(text: str) -> set[str]:
    """Words of three letters and more, numbers, and neighbouring Han characters."""
    low = text.lower()
    spaced = "".join(sign if sign.isalnum() and sign < "\u2e80" else " " for sign in low)
    words = {one for one in spaced.split() if len(one) >= _WORD_CHARS or one.isdigit()}
    pairs = zip(low, low[1:], strict=False)  # noqa: RUF007  itertools costs an import
    return words | {
        a + b for a, b in pairs if a >= "\u3400" and b >= "\u3400" and (a + b).isalnum()
    }
