"""Reads phrases of time in English and Chinese: dates, `3 days ago`, 昨天, 上周三.

A phrase is a span of time. Must not guess: an unknown phrase is an error.
"""

from __future__ import annotations

import datetime as dt
import re

from memory_store import errors
from memory_store.language import phrases

Span = tuple[dt.datetime, dt.datetime]


_WORDS = phrases.data(__file__)
_COUNTS: dict[str, int] = _WORDS["numbers"]
_UNITS: dict[str, str] = _WORDS["units"]  # of dateutil
_PERIODS: dict[str, tuple[str, int]] = _WORDS["periods"]  # each so far back
_ONE = "[一二三四五六七八九]"
_COUNT = (
    rf"(?P<count>\d{{1,5}}|{_ONE}?十{_ONE}?|{_ONE}|零|两|"
    + "|".join(filter(str.isascii, _COUNTS))
    + ")"
)
_UNIT = "(?P<unit>" + "|".join(sorted(_UNITS, key=len, reverse=True)) + ")"
# 3月前 is before March and 10日前 before the tenth; what counts months says 个月 or 两月
_AGO = rf"(?!\d+\s*[月日]|{_ONE}?十?{_ONE}?月){_COUNT}\s*{_UNIT}s?\s*(?:ago|以?前|之前)"
_PAST = rf"(?:(?:the\s+)?(?:last|past)|最近|过去|近)\s*{_COUNT}\s*{_UNIT}s?(?:内|里|以来)?"
AHEAD = (
    rf"\bin {_COUNT} {_UNIT}s?\b",
    rf"{_COUNT}\s*{_UNIT}s?\s*(?:from now|以后|之后|后)",
)
"""So many units of time from now, in two forms."""
_ENGLISH_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_CHINESE_DAYS = "一二三四五六日天"
_WEEKDAY = (
    r"(?P<before>last |next |上上?个?|下下?个?|这个?|本)?"
    rf"(?P<day>{'|'.join(_ENGLISH_DAYS)}|(?:周|星期|礼拜)[{_CHINESE_DAYS}])"
)
_WEEKS = {"last ": 1, "next ": -1, "上上": 2, "上": 1, "下": -1, "下下": -2}
_LENGTHS = {"quarter": {"months": 3}}  # of periods that dateutil has no unit for
_SHOWN_CHARS = 60
_YEAR_DIGITS = 4
_NUMBERS = re.compile(r"[1-9]\d{3}|\d{8}(?:\d{4}){0,2}|\d+[-/:]\d+|\d+(?:\D+\d+){2,}\D*")
CHINESE_DATE = (
    rf"(?:(?:(?P<year>\d{{4}})\s?年|(?P<named>[前去今明后]年))\s?的?)?(?<!\d)(?P<month>\d{{1,2}}|十[一二]|{_ONE}|十)"
    r"\s?月份?(?:\s?(?P<day>\d{1,2})\s?[日号]?)?"
    r"|(?P<near>上个?月|这个月|本月|下个?月)\s?的?(?P<on>\d{1,2})\s?[日号]"
)
"""A month or a day of one, in digits or Chinese numerals, of a year that is told or not."""


def since(phrase: str) -> float | None:
    """The beginning of a phrase's span, seconds since 1970; None for "".

    Raises:
        UsageError: it is no date, date-time or phrase that is known.
    """
    return span(phrase)[0].timestamp() if phrase.strip() else None


def until(phrase: str) -> float | None:
    """The end of a phrase's span, seconds since 1970; None for ""; errors as `since`."""
    return span(phrase)[1].timestamp() if phrase.strip() else None


def span(phrase: str, now: dt.datetime | None = None) -> Span:
    """The span of time that a phrase names, local where it names no zone; errors as `since`."""
    here = now or dt.datetime.now()  # noqa: DTZ005  a zone's rules, not today's offset, hold then
    text = " ".join(phrase.casefold().split())
    try:
        named = _phrase(text, here) or _chinese_date(text, here) or _written(phrase.strip(), here)
        for moment in named:
            moment.timestamp()  # the year 1, a zone of 99 hours
    except (OverflowError, ValueError) as error:
        raise errors.UsageError(
            "not a time that is understood: {phrase}",
            "give 2026-11-21, 2026-11-21T14:30, yesterday, 3 days ago, 昨天, 三天前, 上周",
            phrase=repr(phrase[:_SHOWN_CHARS]),
        ) from error
    return named


def unnamed(pattern: str) -> str:
    """A pattern that may stand beside another with the same names of groups."""
    return re.sub(r"\?P<\w+>", "?:", pattern)


def _phrase(text: str, now: dt.datetime) -> Span | None:
    if text in ("now", "现在"):
        return now, now
    midnight = _midnight(now)
    if text in _PERIODS:
        return _period(*_PERIODS[text], midnight)
    if match := re.fullmatch(_PAST, text):
        return _moved(match, now, -1), now
    for pattern, sign in ((_AGO, -1), (AHEAD[0], 1), (AHEAD[1], 1)):
        if match := re.fullmatch(pattern, text):
            start = _moved(match, now, sign)
            is_moment = _UNITS[match["unit"]] in ("minutes", "hours")
            return (start, start) if is_moment else _period("day", 0, _midnight(start))
    if match := re.fullmatch(_WEEKDAY, text):
        return _weekday(match, midnight)
    return None


def _midnight(moment: dt.datetime) -> dt.datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def _moved(match: re.Match[str], now: dt.datetime, sign: int) -> dt.datetime:
    """The moment so many units of time behind or ahead of another."""
    from dateutil.relativedelta import relativedelta

    count, unit = match["count"], _UNITS[match["unit"]]
    if unit == "years" and count.isdecimal() and len(count) >= _YEAR_DIGITS:
        raise ValueError(count)  # 2024年前 names a year and counts none
    moment: dt.datetime = now + relativedelta(**{unit: sign * _number(count)})
    return moment


def _number(text: str) -> int:
    if text.isdecimal():
        return int(text)
    if text in _COUNTS:
        return _COUNTS[text]
    tens, ten, ones = text.rpartition("十")
    return (_COUNTS.get(tens, 1) * 10 if ten else 0) + sum(_COUNTS[one] for one in ones)


def _period(kind: str, back: int, moment: dt.datetime) -> Span:
    """The period of a moment, or one so many of its length before it."""
    from dateutil.relativedelta import relativedelta

    start = {
        "day": moment,
        "week": moment - dt.timedelta(days=moment.weekday()),
        "month": moment.replace(day=1),
        "quarter": moment.replace(month=(moment.month - 1) // 3 * 3 + 1, day=1),
        "year": moment.replace(month=1, day=1),
    }[kind]
    length = relativedelta(**_LENGTHS.get(kind, {f"{kind}s": 1}))
    start -= back * length
    return start, start + length


def _weekday(match: re.Match[str], midnight: dt.datetime) -> Span:
    """A day of this week or an earlier one; without a word before it, the last one that was."""
    day, before = match["day"], match["before"] or ""
    number = _ENGLISH_DAYS.index(day) if day.isascii() else min(_CHINESE_DAYS.index(day[-1]), 6)
    monday, _ = _period("week", _WEEKS.get(before.removesuffix("个"), 0), midnight)
    start = monday + dt.timedelta(days=number)
    if not before and start > midnight:
        start -= dt.timedelta(days=7)
    return _period("day", 0, start)


def _chinese_date(text: str, now: dt.datetime) -> Span | None:
    match = re.fullmatch(CHINESE_DATE, text)
    if match is None:
        return None
    named, day = match["near"] or match["named"], match["day"] or match["on"]
    start = _period(*_PERIODS[named], _midnight(now))[0] if named else _midnight(now)
    if match["month"]:
        year = int(match["year"] or start.year)
        start = start.replace(year=year, month=_number(match["month"]), day=1)
    start = start.replace(day=int(day or 1))
    if not (named or match["year"]) and start > now:
        start = start.replace(year=now.year - 1)
    return _period("day" if day else "month", 0, start)


def _written(text: str, now: dt.datetime) -> Span:
    """A date or date-time in any form that python-dateutil reads; without a zone, local.

    Not a number that may be anything, nor what names neither day nor year: `-1`, `10h`.
    """
    from dateutil import parser

    if not (text[:1].isalnum() and (any(map(str.isalpha, text)) or _NUMBERS.fullmatch(text))):
        raise ValueError(text)
    plain = _midnight(now).replace(tzinfo=None)
    # what the text leaves open is taken from the default: another one shows what that is
    different = plain - dt.timedelta(days=1506)  # of another day, month and year, a leap year too
    first, other = (parser.parse(text, default=one) for one in (plain, different))
    start = first if first.tzinfo else first.replace(tzinfo=now.tzinfo)
    if ":" in text:
        return start, start
    for kind in ("day", "month", "year"):
        if getattr(first, kind) == getattr(other, kind):
            return _period(kind, 0, start)
    raise ValueError(text)
