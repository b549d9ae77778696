"""Splits a short text for comparison: words, numbers, and pairs of Han characters.

Plain scanning, quick enough for hooks. Must not judge contradictions.
"""

from __future__ import annotations

_WORD_CHARS = 3
_HAN = "\u3400"
_BLANKS = {code: " " for code in range(128) if not chr(code).isalnum()}
_SHARE = 0.6
_COVERED = 0.8  # of a sentence's pieces: then another text says it
_DENYING = "不没别未无非"
_DENIALS = frozenset(("not", "don", "isn"))
_SMALL_WORD = 4  # letters; a longer one may be a name


def split(text: str) -> set[str]:
    """Words of three letters and more in lower case, numbers, and neighbouring Han characters.

    Traditional characters count as simplified ones.
    """
    low = text.lower()
    if low.isascii():
        return {one for one in low.translate(_BLANKS).split() if _is_word(one)}
    from memory_store.language import script  # English has no use for its table

    low = script.simplified(low)
    spaced = "".join(sign if sign.isalnum() and sign < "\u2e80" else " " for sign in low)
    words = set(filter(_is_word, spaced.split()))
    pairs = zip(low, low[1:], strict=False)  # noqa: RUF007  itertools costs an import
    return words | {a + b for a, b in pairs if a >= _HAN and b >= _HAN and (a + b).isalnum()}


def _is_word(part: str) -> bool:
    return len(part) >= _WORD_CHARS or part.isdigit()


def is_said(text: str, by: list[str]) -> bool:
    """Whether a text in `by` has at least three fifths of the words of `text`."""
    pieces = split(text)
    return bool(pieces) and any(len(pieces & split(one)) >= _SHARE * len(pieces) for one in by)


def cover(said: set[str], own: set[str]) -> bool:
    """Whether a text that says `said` leaves out nothing of a sentence, or what hardly matters.

    A number, a name or a denial that it lacks does matter.
    """
    lacking = own - said
    if len(own) - len(lacking) < _COVERED * len(own):
        return False
    return not any(map(_matters, lacking))


def _matters(piece: str) -> bool:
    is_long_word = len(piece) > _SMALL_WORD and piece.isascii()
    is_denial = piece in _DENIALS or any(map(piece.__contains__, _DENYING))
    return is_long_word or is_denial or any(map(str.isdigit, piece))
