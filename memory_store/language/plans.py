"""Finds the day from which a statement holds: next month, 下周三, from 1 December.

Only days ahead count. Must not judge whether the statement is a plan.
"""

from __future__ import annotations

import functools
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
    times.CHINESE_DATE.replace("?P<", "?P<date_"),
)
_OF_A_YEAR = re.compile(r"\d{4}|[前去今明后]年|[上下这本]个?月")


def begins(text: str, now: dt.datetime) -> dt.datetime | None:
    """The first moment after `now` that a statement names; None if it names none.

    A month or a day without its year is the next one, a span counts from its beginning.
    """
    low = text[:_READ_CHARS].casefold()
    starts = [
        (match.start(), start)
        for match in _pattern().finditer(low)
        if (start := _start(match, now)) is not None and start > now
    ]
    return min(starts)[1] if starts else None


@functools.cache
def _pattern() -> re.Pattern[str]:
    counted = (
        rf"\bin {times.COUNT} {times.UNIT}s?\b",
        rf"{times.COUNT}\s*{times.UNIT}s?\s*(?:from now|以后|之后|后)".replace("?P<", "?P<later_"),
    )
    # 明年3月 is a date, and not next year
    parts = [f"(?P<date>{'|'.join(_DATES)})", f"(?P<named>{'|'.join(_NAMED)})", *counted]
    return re.compile("|".join(parts))


def _start(match: re.Match[str], now: dt.datetime) -> dt.datetime | None:
    groups = match.groupdict()
    try:
        if groups["named"] or groups["date"]:
            phrase = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", match[0]).replace(" of ", " ")
            start = times.span(phrase, now)[0]
            is_dated = bool(groups["date"]) and not _OF_A_YEAR.search(phrase)
            return start.replace(year=start.year + 1) if is_dated and start <= now else start
        ahead = times.ahead(
            groups["count"] or groups["later_count"], groups["unit"] or groups["later_unit"], now
        )
    except (errors.UsageError, ValueError, OverflowError, KeyError):
        return None
    return ahead.replace(hour=0, minute=0, second=0, microsecond=0)
