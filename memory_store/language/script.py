"""Tells the script of a text: Han characters, or words of English prose."""

from __future__ import annotations

_FIRST_HAN, _LAST_HAN = "\u4e00", "\u9fff"
_AROUND = ".,:;!?\"'()"
_LETTERS_PER_HAN = 4


def simplified(text: str) -> str:
    """A text with each traditional Chinese character in its simplified form.

    One for one, so that the text keeps its length. What is matched is compared so; what is kept
    stays as it was written.
    """
    if text.isascii():
        return text
    from memory_store.language import traditional  # a large table

    return text.translate(traditional.FOLDED)


def is_chinese(text: str) -> bool:
    """Whether Chinese prevails: a Han character weighs as four letters, about a word."""
    if text.isascii():
        return False
    han = sum(_FIRST_HAN <= sign <= _LAST_HAN for sign in text)
    return han > 0 and han * _LETTERS_PER_HAN >= sum(map(len, english_words(text)))


def english_words(text: str) -> list[str]:
    """The words of English prose: letters, of which at most the first is a capital."""
    tokens = [one.strip(_AROUND) for one in text.encode("ascii", "replace").decode().split()]
    return [one for one in tokens if one.isalpha() and (one[1:].islower() or one in "aI")]
