"""Finds the number of a list's point in front of a text: `1. fix it`, （二）, 三、, ④, 第五，, B).

A version, a decimal or a year is no such number. Must not judge the point.
"""

from __future__ import annotations

_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_NUMERALS, _LETTERS = "0123456789一二三四五六七八九十", "ABCDEFGH"
_SIGNS, _GLUED = ".．)）、", ".)"
_CLOSINGS = {"(": ")）", "（": ")）", "第": "，、,：:"}
_DIGITS = 2


def without(text: str) -> str:
    """A text without the number of a point in front."""
    opener = text[:1]
    if opener and opener in _CIRCLED:
        return text[1:].lstrip()
    rest = text[1:] if opener in _CLOSINGS else text
    behind = rest[1:] if rest[:1] in _LETTERS else rest.lstrip(_NUMERALS)
    numeral, sign, words = rest[: len(rest) - len(behind)], behind[:1], behind[1:]
    if not 0 < len(numeral) <= _DIGITS or not sign or sign not in _CLOSINGS.get(opener, _SIGNS):
        return text
    after = words[:1]
    is_glued = not numeral.isascii() or (after.isascii() and after.strip())
    if sign in _GLUED and opener not in _CLOSINGS and is_glued:
        return text
    return words.lstrip()
