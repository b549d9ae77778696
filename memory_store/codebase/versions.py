"""Tells whether a version that was stated is among those that a file allows.

A stated version is a beginning: 18 stands for all of 18. Pure.
"""

from __future__ import annotations

import re

Span = tuple[tuple[int, ...], tuple[int, ...]]

_LAST = (1 << 30,)
_MOST_CHARS = 100  # of what a file allows: a longer one names no versions that anybody wrote
_DIGITS = 9
_TERM = re.compile(r"(>=|<=|>|<|\^|~=|~|===?|!=|=)?\s*v?(\d+(?:\.(?:\d+|[xX*]))*)")
_UNFINISHED = re.compile(r"(?<=\d)(?:-?[A-Za-z][\w.-]*|\+[\w.]+)")
"""What a number before a release ends with: 1.0.0-beta.4, 2.0rc1."""
_UNKNOWN = re.compile(r"^\s*(?:[*xX]|latest|next)?\s*$|^[a-z+]+:|[\\/]|^[a-z]", re.IGNORECASE)


def allows(spec: str, version: str) -> bool:
    """Whether a file's version allows a stated one; so does what names no numbers.

    Args:
        spec: as npm, PEP 440 and Poetry write it: `^18.2.0`, `>=3.9,<4`, `14 || 16`, `1.21`.
        version: numbers with dots; with a plus sign where later ones are meant too.
    """
    if len(spec) > _MOST_CHARS or _UNKNOWN.search(spec):
        return True
    if version.endswith("+"):  # who says so speaks of a file's least version, or of none
        least = _numbers(version[:-1])
        return any(_numbers(one)[: len(least)] == least for _, one in _TERM.findall(spec))
    wanted = _prefix(_numbers(version))
    return any(_meets(one, wanted) for one in spec.split("||"))


def _meets(spec: str, wanted: Span) -> bool:
    low, high = wanted
    plain = _UNFINISHED.sub("", spec)
    dashed = re.sub(r"(\d\S*)\s+-\s+(\d)", r">=\1 <=\2", plain)
    for sign, number in _TERM.findall(dashed):
        if sign != "!=":
            first, end = _span(sign, _numbers(number))
            low, high = max(low, first), min(high, end)
    return low < high


def _span(sign: str, parts: tuple[int, ...]) -> Span:
    """The versions of one comparison, from the first up to the one that is none of them."""
    first, end = _prefix(parts)
    if sign == "^":
        at = next((place for place, part in enumerate(parts) if part), len(parts) - 1)
        return parts, _next(parts[: at + 1])
    if sign == "~":
        return parts, _next(parts[:2])
    if sign == "~=":
        return parts, _next(parts[: max(1, len(parts) - 1)])
    spans = {">=": (parts, _LAST), ">": (end, _LAST), "<": ((), parts), "<=": ((), end)}
    return spans.get(sign, (first, end))


def _prefix(parts: tuple[int, ...]) -> Span:
    return parts, _next(parts) if parts else _LAST


def _next(parts: tuple[int, ...]) -> tuple[int, ...]:
    return (*parts[:-1], parts[-1] + 1)


def _numbers(text: str) -> tuple[int, ...]:
    parts = text.split(".")
    known = parts[
        : next(
            (at for at, one in enumerate(parts) if not one.isdigit() or len(one) > _DIGITS),
            len(parts),
        )
    ]
    return tuple(map(int, known))
