"""From when and until when a fact holds, in any common form of a date.

Files are edited by hand and imported, so a day, a month, a year or a number counts beside a stamp.
Must not use the present time.
"""

from __future__ import annotations

import time

from memory_store import clock

_MILLISECONDS = 1e11  # a larger number can't be seconds: those are of the year 5138
_DIGITS = 3  # stamps have thousandths
_LAST = 253_402_300_800.0  # seconds since 1970 of the year 10000, which no stamp has
_MARKS = str.maketrans("年月/.", "----", "日")
_TIME_AT = len("2026-11-21")
_YEAR_DIGITS, _DAY_DIGITS = 4, 8


def moment(value: object, *, last: bool) -> float | None:
    """Seconds since 1970 of a stamp, a span of local days (its end, for `last`) or a number.

    None for anything else, which says nothing.
    """
    if isinstance(value, str):
        text = value.strip()
        found = _stamped(text) if len(text) > _TIME_AT + 1 else _local(text, last=last)
        return None if found is None or found >= _LAST else round(max(found, 0.0), _DIGITS)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not 0 < value < _LAST * 1000:
        return None
    return round(value / 1000 if value > _MILLISECONDS else float(value), _DIGITS)


def _stamped(text: str) -> float | None:
    """As `clock.parse`, also with slashes in the date and an offset without its colon."""
    moment = clock.parse(text)
    if moment is None:
        text = text[:_TIME_AT].replace("/", "-") + text[_TIME_AT:]
        if text[-5:-4] in ("+", "-") and text[-4:].isdigit():
            text = f"{text[:-2]}:{text[-2:]}"
        moment = clock.parse(text)
    return moment


def _local(text: str, *, last: bool) -> float | None:
    """Where the year, month or day begins that a text names, or for `last` where it ends."""
    if len(text) == _DAY_DIGITS and text.isdecimal():
        text = f"{text[:4]}-{text[4:6]}-{text[6:]}"
    parts = text.translate(_MARKS).strip("-").split("-")
    if not all(one.isascii() and one.isdecimal() for one in parts):
        return None
    if len(parts[0]) != _YEAR_DIGITS or len(parts) > len(("year", "month", "day")):
        return None
    year, month, day = [*map(int, parts), 1, 1][:3]
    if clock.parse(f"{year:04d}-{month:02d}-{day:02d}") is None:
        return None
    after = [0, 0, 0]
    after[len(parts) - 1] = int(last)
    try:
        return time.mktime((year + after[0], month + after[1], day + after[2], 0, 0, 0, 0, 0, -1))
    except (OverflowError, ValueError):
        return None
