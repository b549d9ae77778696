"""Finds the numbers of a list within a line: `1. fix it; 2. test it`, 一、甲；二、乙.

A version, a decimal or a year is no such number. Must not judge the points.
"""

from __future__ import annotations

_SIGNS = ".．)）、"
_BEFORE = ":：;；,，。.!！?？、"
_HAN = "一二三四五六七八九十"
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_NUMERALS = f"0123456789{_HAN}"
_TH, _AFTER_TH = "第", "，、,：:"
_BEGINS = f"{_NUMERALS}{_CIRCLED}(（{_TH}"
_DIGITS = 2


def points(line: str) -> list[tuple[int, int]]:
    """Where the number of each point begins, and where its words do; [] where there is no list.

    Of several lists it is the first. A list begins with 1 at the line's start or behind a sign
    (`:`, `；`, `.` …), and counts on; one point alone is a list behind a colon only.
    """
    places: list[tuple[int, int]] = []
    for at, sign in enumerate(line):
        if sign not in _BEGINS or (at and line[at - 1] in _NUMERALS):
            continue
        number, end = _number(line, at)
        if number not in (1, len(places) + 1) or not _is_apart(line, at, listed=bool(places)):
            continue
        if places and number == 1:
            break  # of another list
        places.append((at, end))
    alone = len(places) == 1 and not line[: places[0][0]].rstrip().endswith((":", "："))
    return [] if alone else places


def parted(line: str) -> tuple[str, list[str], str]:
    """The text before the first list in a line, its points without numbers, and the rest.

    A sentence ends the last point; ("", [], line) where there is no list.
    """
    marks = points(line)
    if not marks:
        return "", [], line
    begins = [begin for begin, _ in marks[1:]]
    end = _end(line, marks[-1][1])
    parts = [line[at:to].strip() for (_, at), to in zip(marks, [*begins, end], strict=True)]
    return line[: marks[0][0]].rstrip(), parts, line[end:].lstrip()


def without(line: str) -> str:
    """A line without the number of a list in front."""
    number, end = _number(line, 0)
    return line[end:].lstrip() if number else line


def _is_apart(line: str, at: int, *, listed: bool) -> bool:
    """Whether a number at `at` may begin a point: behind a sign, or in a list behind a blank."""
    last = at - 1
    while last >= 0 and line[last].isspace():
        last -= 1
    if last == at - 1 > 0 and line[last] in ".:," and line[last - 1].isdigit():
        return False  # 2.0.1, 10:01
    if last < 0 or line[last] in _BEFORE:
        return True
    return listed and (last < at - 1 or not line[at].isalnum())


def _end(line: str, at: int) -> int:
    """Where the sentence at `at` ends."""
    for here in range(at, len(line)):
        if line[here] in "。！？" or (line[here] in ".!?" and line[here + 1 : here + 2] == " "):
            return here + 1
    return len(line)


def _number(line: str, at: int) -> tuple[int, int]:
    """The number of a point at `at`, and the offset of its words; 0 for none."""
    sign = line[at : at + 1]
    if sign and sign in _CIRCLED:
        return _CIRCLED.index(sign) + 1, at + 1
    opened = bool(sign) and sign in "(（"
    is_th = sign == _TH
    end = begin = at + (opened or is_th)
    while end <= begin + _DIGITS and (line[end : end + 1] or " ") in _NUMERALS:
        end += 1
    said, sign = line[begin:end], line[end : end + 1]
    closing = ")）" if opened else _AFTER_TH if is_th else _SIGNS
    if not said or not sign or sign not in closing:
        return 0, at
    after = line[end + 1 : end + 2]
    glued = sign in ".)" and not opened and after.isascii() and not after.isspace() and after
    if glued or (said[0] in _HAN and sign in ".)"):
        return 0, at
    return _value(said), end + 1


def _value(numeral: str) -> int:
    """The value of digits or Chinese numerals, up to 99; 0 for others."""
    if numeral.isascii():
        return int(numeral) if len(numeral) <= _DIGITS else 0
    tens, ten, ones = numeral.rpartition("十")
    if any(one not in _HAN for one in numeral) or len(tens) > 1 or len(ones) > 1:
        return 0
    high = (_HAN.index(tens) + 1 if tens else 1) * 10 if ten else 0
    return high + (_HAN.index(ones) + 1 if ones else 0)
