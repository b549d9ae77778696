"""Moments as the files write them (RFC 3339, UTC, milliseconds), and local days.

Uses arithmetic, since importing `datetime` costs a hook a tenth of its start. Must not sleep or
wait.
"""

from __future__ import annotations

import time

_DAY_SECONDS = 86_400
_DAYS_KEPT = 1_000
_MOMENTS_KEPT = 10_000
_days: dict[str, int] = {}
_moments: dict[str, float] = {}


def now() -> float:
    """Seconds since 1970-01-01 UTC."""
    return time.time()


def milliseconds(moment: float) -> int:
    """`moment` (seconds since 1970) to the nearest thousandth, counted in thousandths."""
    return round(moment * 1000)


def stamp(moment: float) -> str:
    """`moment` (seconds since 1970) as `2026-11-21T22:54:01.123Z`."""
    seconds, rest = divmod(milliseconds(moment), 1000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{rest:03d}Z"


def day_number(year: int, month: int, day: int) -> int:
    """Days from 1970-01-01 to a Gregorian date (H. Hinnant, chrono-compatible date algorithms).

    Month 13 is the next year's January.
    """
    if month <= 2:  # noqa: PLR2004  January and February belong to the year before
        year, month = year - 1, month + 12
    leap_days = year // 4 - year // 100 + year // 400
    return 365 * year + leap_days + (153 * (month - 3) + 2) // 5 + day - 1 - 719_468


def parse(text: object) -> float | None:
    """Seconds since 1970 of an RFC 3339 text; None for other values.

    A date alone, a blank in place of the T and a time without seconds or offset (taken as UTC) are
    read too; fractions may have any length.
    """
    if not isinstance(text, str) or not text.isascii():
        return None
    moment = _moments.get(text)  # a record is asked several times
    if moment is not None:
        return moment
    try:
        moment = _parse(text)
    except ValueError:
        return None
    if len(_moments) < _MOMENTS_KEPT:
        _moments[text] = moment
    return moment


def _parse(text: str) -> float:
    date = text[:10]
    day = (_days.get(date) or _day(date)) * _DAY_SECONDS
    if text[10:20:3] == "T::." and text[23:] == "Z":  # as `stamp` writes it, twice as quick
        hh, mm, ss, ms = text[11:13], text[14:16], text[17:19], text[20:23]
        if (hh + mm + ss + ms).isdigit() and hh < "24" and mm < "60" and ss <= "60":
            return day + int(hh) * 3600 + int(mm) * 60 + int(ss) + int(ms) / 1000
    if len(text) == len("2026-11-21"):
        return day
    if text[10] not in "Tt ":
        raise ValueError(text)
    rest, offset = text[11:], 0
    if rest[-1:] in ("Z", "z"):
        rest = rest[:-1]
    elif rest[-6:-5] in ("+", "-"):
        hours, minutes = _fields(rest[-5:])
        offset = (-1 if rest[-6] == "-" else 1) * (hours * 3600 + minutes * 60)
        rest = rest[:-6]
    whole, dot, fraction = rest.partition(".")
    hours, minutes, *seconds = _fields(whole)
    if dot and not (seconds and fraction.isdigit()):
        raise ValueError(text)
    part = float(f"0.{fraction}") if dot else 0.0
    return day + hours * 3600 + minutes * 60 + sum(seconds) - offset + part


def _day(date: str) -> int:
    """The day number of `2026-11-21`; ValueError for a day that no calendar has."""
    digits = date[:4] + date[5:7] + date[8:]
    if date[4:5] + date[7:8] != "--" or len(digits) != len("20261121") or not digits.isdigit():
        raise ValueError(date)
    year, month, day = int(date[:4]), int(date[5:7]), int(date[8:])
    first = day_number(year, month, 1)
    if not 1 <= month <= 12 or not 1 <= day <= day_number(year, month + 1, 1) - first:  # noqa: PLR2004
        raise ValueError(date)
    if len(_days) < _DAYS_KEPT:
        _days[date] = first + day - 1  # a file's lines are of few days
    return first + day - 1


def _fields(text: str) -> list[int]:
    """Hours, minutes and perhaps seconds of `22:54:01`; 60 is a second's last value (leap)."""
    pieces = text.split(":")
    numbers = [int(one) for one in pieces if len(one) == 2 and one.isdigit()]  # noqa: PLR2004
    if not 2 <= len(numbers) == len(pieces) <= 3 or numbers[0] > 23 or numbers[1] > 59:  # noqa: PLR2004
        raise ValueError(text)
    if numbers[2:] > [60]:
        raise ValueError(text)
    return numbers


def local_day(moment: float) -> int:
    """The local calendar day of `moment`, as a number that grows by one a day."""
    try:
        here = time.localtime(moment)
    except (OverflowError, OSError, ValueError):
        return int(moment // _DAY_SECONDS)
    return day_number(here.tm_year, here.tm_mon, here.tm_mday)


def local_date(moment: float) -> str:
    """The local day of `moment` as `2026-11-21`; 1970-01-01 for moments beyond calendars."""
    try:
        here = time.localtime(moment)
    except (OverflowError, OSError, ValueError):
        here = time.gmtime(0)
    return f"{here.tm_year:04d}-{here.tm_mon:02d}-{here.tm_mday:02d}"
