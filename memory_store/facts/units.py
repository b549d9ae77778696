"""Cuts a statement into English words, numbers, and runs of Han characters."""

from __future__ import annotations

import functools
import re

from memory_store.facts import vocabulary

_FIRST_HAN = "\u3400"
_HAN = "\u3400-\u9fff"
_UNIT = re.compile(rf"[{_HAN}]+|[a-z0-9_@][a-z0-9_@.+#/:'’-]*[a-z0-9_+#]|[a-z0-9]")
_WEEKDAY = "(?:周|星期)[一二三四五六日天]"
_COUNTED = "[一二两三四五六七八九十百千半]+(?=[个次天周月年小分秒条位人行层倍字步遍轮])"
_NUMBER = re.compile(
    r"v?\d[\d.,:]*[a-z%]{0,3}|two|three|four|five|six|seven|eight|nine|ten|twelve|"
    "[一二两三四五六七八九十百千半]+"
)
_WHEN = re.compile(
    "[下上]个?(?:周|月|星期|礼拜|季度|年)(?![一二三四五六日])|明[天年]|后天|今[天年]|月底|年底"
)
_ENDINGS = ("ments", "ment", "ings", "ing", "ies", "ers", "ed", "es", "er", "s", "e")
_SHORT, _LEAST_STEM = 5, 3


def split(text: str) -> list[str]:
    """The words, numbers and runs of Han characters that carry something, in their order.

    `text` is in lower case and in simplified characters.
    """
    is_mixed = any(sign > _FIRST_HAN for sign in text)  # where Go is a name
    stops = frozenset(() if is_mixed else vocabulary.words("stops"))
    lone = vocabulary.words("lone")
    carrying: list[str] = []
    for unit in _UNIT.findall(text):
        if not unit.isascii():
            plain = _chinese_stops().sub(" ", _WHEN.sub(" ", _members().sub(r" \1 ", unit)))
            carrying += [run for run in plain.split() if run not in lone]
            continue
        word = unit.strip("'’").removesuffix("'s").removesuffix("’s")
        if word not in stops and re.split("['’]", word)[0] not in stops:
            carrying.append(stem(word))
    return carrying


def terms(units: list[str] | tuple[str, ...]) -> frozenset[str]:
    """Words and numbers as they are, runs of Han characters as their pairs."""
    pieces: set[str] = set()
    for unit in units:
        if unit.isascii() or len(unit) == 1:
            pieces.add(unit)
        else:
            pieces.update(unit[at : at + 2] for at in range(len(unit) - 1))
    return frozenset(pieces)


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


def class_of(unit: str) -> int:
    """The number of the class of values that exclude each other, from 1; 0 for none."""
    return next((number for number, one in enumerate(_classes(), 1) if unit in one), 0)


@functools.cache
def _classes() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(map(stem, one)) for one in vocabulary.kinds("classes"))


@functools.cache
def _members() -> re.Pattern[str]:
    """Han values inside a run: 周一, 三(次), 中文."""
    named = [one for one in vocabulary.words("classes") if not one.isascii()]
    ends = [f"{one}(?![一二三四五六日天])" for one in named]
    return re.compile(f"({'|'.join([_WEEKDAY, _COUNTED, *ends])})")


@functools.cache
def _chinese_stops() -> re.Pattern[str]:
    stops = [word for line in vocabulary.lines("chinese-stops") for word in line.split()]
    plain = sorted((one for one in stops if one.isalpha()), key=len, reverse=True)
    return re.compile("|".join([*plain, *(one for one in stops if not one.isalpha())]))
