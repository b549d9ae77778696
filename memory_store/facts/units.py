"""Cuts a statement into English words, numbers, and runs of Han characters."""

from __future__ import annotations

import itertools

from memory_store.facts import vocabulary
from memory_store.store import expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_FIRST_HAN = "\u3400"
_HAN = "\u3400-\u9fff"
_UNIT = expressions.compiled(rf"[{_HAN}]+|#\d+|[a-z0-9_@][a-z0-9_@.+#/:'’-]*[a-z0-9_+#]|[a-z0-9]")
_WEEKDAY = "(?:周|星期)[一二三四五六日天]"
_COUNTED = "[一二两三四五六七八九十百千半]+(?=[个次天周月年小分秒条位人行层倍字步遍轮])"
_NUMBER = expressions.compiled(
    r"v?\d[\d.,:]*[a-z%]{0,3}|two|three|four|five|six|seven|eight|nine|ten|twelve|"
    "[一二两三四五六七八九十百千半]+"
)
_ENDINGS = ("ments", "ment", "ings", "ing", "ies", "ers", "ed", "es", "er", "s", "e")
_SHORT, _LEAST_STEM = 5, 3
NUMBER = -1
GAP = "\n"
_JOINING = " :："  # auth: port 8007


def split(text: str) -> list[str]:
    """The words, numbers and runs of Han characters that carry something, in their order.

    Where words that carry nothing, or signs, stand between two of them, a GAP does.
    `text` is in lower case and in simplified characters.
    """
    is_mixed = any(sign > _FIRST_HAN for sign in text)  # where Go is a name
    stops = frozenset() if is_mixed else vocabulary.words("stops")
    carrying: list[str] = []
    end = 0
    for found in _UNIT.finditer(text):
        unit = found[0]
        carrying += [GAP] if text[end : found.start()].strip(_JOINING) else []
        end = found.end()
        if unit.isascii():
            word = unit.strip("'").removesuffix("'s")
            is_stop = not stops.isdisjoint((word, word.partition("'")[0]))
            carrying.append(GAP if is_stop else stem(word))
        else:
            apart = _MEMBERS.sub(lambda found: f" {found[0]} ", unit)
            runs = vocabulary.pattern("chinese-stops").sub(f" {GAP} ", apart)
            carrying += [
                GAP if run in vocabulary.words("lone") else run for run in runs.split(" ") if run
            ]
    return carrying


def terms(units: Iterable[str]) -> frozenset[str]:
    """Words and numbers as they are, runs of Han characters as their pairs."""
    return frozenset(
        piece
        for unit in units
        for piece in (
            [unit] if unit.isascii() or len(unit) == 1 else map("".join, itertools.pairwise(unit))
        )
    )


def stem(word: str) -> str:
    """An English word without a common ending; numbers, names with signs and short words stay."""
    if not word.isalpha() or len(word) < _SHORT or is_number(word):
        return word
    for end in _ENDINGS:
        if word.endswith(end) and len(word) - len(end) >= _LEAST_STEM:
            bare = word[: -len(end)]
            return bare[:-1] if bare[-1] == bare[-2] not in "ls" else bare
    return word


def is_number(unit: str) -> bool:
    """Whether a unit is an amount, a version, a day or a time."""
    return bool(_NUMBER.fullmatch(unit))


def kind_of(unit: str) -> int:
    """NUMBER, or the number of the class of values that exclude each other, from 1; 0 for none."""
    if is_number(unit):
        return NUMBER
    return next((number for number, one in enumerate(_CLASSES, 1) if unit in one), 0)


def members(kind: int) -> frozenset[str]:
    """The values of a class."""
    return _CLASSES[kind - 1]


_CLASSES = [frozenset(map(stem, one)) for one in vocabulary.kinds("classes")]
_NAMED = sorted(one for one in vocabulary.words("classes") if not one.isascii())
_ENDS = [f"{one}(?![一二三四五六日天])" if one.endswith("周") else one for one in _NAMED]
_MEMBERS = expressions.compiled("|".join([_WEEKDAY, _COUNTED, *_ENDS]))
"""Han values inside a run: 周一, 三(次), 中文."""
