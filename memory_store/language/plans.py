"""Finds the day from which a statement holds: next month, 下周三, from 1 December.

Only days ahead count. Must not judge whether the statement is a plan.
"""

from __future__ import annotations

import re

from memory_store import errors
from memory_store.language import times

TYPE_CHECKING = False
if TYPE_CHECKING:
    import datetime as dt

_READ_CHARS = 2_000
_NAMED = (
    r"\b(?:the )?day after tomorrow\b|\btomorrow\b|\bnext (?:week|month|quarter|year)\b",
    "明天|明日|后天|下个?月|下个?季度|明年|后年",
    "(?:下下周|下(?:个?(?:星期|礼拜)|周))(?![一二三四五六日天])",
    r"\bnext (?:mon|tues|wednes|thurs|fri|satur|sun)day\b",
    "下下?个?(?:周|星期|礼拜)[一二三四五六日天]",
)
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_DATES = (
    r"\b\d{4}-\d\d-\d\d\b",
    rf"\b\d{{1,2}}(?:st|nd|rd|th)? (?:of )?(?:{_MONTHS})(?:,? \d{{4}})?\b",
    rf"\b(?:{_MONTHS}) \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?\b",
    rf"(?<=\bin )(?:{_MONTHS})\b|(?<=\bfrom )(?:{_MONTHS})\b",
    times.unnamed(times.CHINESE_DATE),
)
# 明年3月 is a date, and not next year
_WHEN = re.compile(
    "|".join([f"(?P<date>{'|'.join(_DATES)})", *_NAMED, *map(times.unnamed, times.AHEAD)])
)
_OF_A_YEAR = re.compile(r"\d{4}|[前去今明后]年|[上下这本]个?月")


def begins(text: str, now: dt.datetime) -> dt.datetime | None:
    """The first moment of a later day than `now` that a statement names; None if it names none.

    A month or a day without its year is the next one, a span counts from its beginning.
    """
    matches = _WHEN.finditer(text[:_READ_CHARS].casefold())
    starts = (_start(match[0], now, is_date=bool(match["date"])) for match in matches)
    return next(
        (start for start in starts if start is not None and start.date() > now.date()), None
    )


def _start(phrase: str, now: dt.datetime, *, is_date: bool) -> dt.datetime | None:
    plain = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", phrase).replace(" of ", " ")
    try:
        start = times.span(plain, now)[0]
        is_past = is_date and start <= now and not _OF_A_YEAR.search(plain)
        return start.replace(year=start.year + 1) if is_past else start
    except (errors.UsageError, ValueError):  # 29 February
        return None
