"""Tells which language a session speaks, Chinese or English, from what was written in it.

A count of characters, no more: it decides the wording of prompts and notices alone.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

CHINESE = "zh"
ENGLISH = "en"

_FIRST_HAN, _LAST_HAN = "\u4e00", "\u9fff"
_LETTERS_PER_HAN = 4
_READ_CHARS = 500
_VOTES = 10


def chosen(setting: str, texts: Iterable[str] = (), otherwise: str = ENGLISH) -> str:
    """The language that a setting names, else, for `auto`, that of the texts (see `of`)."""
    return setting if setting in (CHINESE, ENGLISH) else of(texts, otherwise)


def of_machine(environment: Mapping[str, str]) -> str:
    """The language of a machine, by its variables: Chinese if they say so, else English."""
    spoken = environment.get("LC_ALL") or environment.get("LANG") or ""
    return CHINESE if spoken.startswith("zh") else ENGLISH


def of(texts: Iterable[str], otherwise: str = ENGLISH) -> str:
    """`zh` or `en`, by most of the first ten texts that have letters; `otherwise` when none has.

    In a text one Han character weighs as much as four Latin letters, about a word each, so that
    Chinese prose full of English names counts as Chinese. At a tie the first text decides.
    """
    votes: list[str] = []
    for text in texts:
        head = text[:_READ_CHARS]
        han = sum(_FIRST_HAN <= one <= _LAST_HAN for one in head)
        latin = sum(one.isascii() and one.isalpha() for one in head)
        if han or latin:
            votes.append(CHINESE if han * _LETTERS_PER_HAN >= latin else ENGLISH)
        if len(votes) == _VOTES:
            break
    if not votes:
        return otherwise
    chinese = votes.count(CHINESE) * 2
    return votes[0] if chinese == len(votes) else CHINESE if chinese > len(votes) else ENGLISH
