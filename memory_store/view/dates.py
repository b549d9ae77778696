"""Days, moments and ages, as the page's reader writes them."""

from __future__ import annotations

import time

from memory_store import clock
from memory_store.language import wording

_MINUTE, _FEW, _MONTH = 60, 60, 30.44  # seconds, days, days


def day(language: str, stamp: object) -> str:
    """The local day of a stamp, as `date` writes it."""
    return date(language, clock.local_date(clock.parse(stamp) or 0.0))


def date(language: str, spelled: str) -> str:
    """The day 2026-11-27 as 27 Nov, or 11月27日; of another year with it."""
    year, month, day_ = spelled.split("-")
    name = "page.day" if year == clock.local_date(clock.now())[:4] else "page.day_of_year"
    word = wording.say(language, "page.months").split()[int(month) - 1]
    return wording.say(language, name, day=int(day_), month=word, year=year)


def moment(language: str, stamp: object) -> str:
    """The same with the time of day; of today that alone."""
    seconds = clock.parse(stamp) or 0.0
    hour = time.strftime("%H:%M", time.localtime(seconds))
    if clock.local_date(seconds) == clock.local_date(clock.now()):
        return hour
    return f"{day(language, stamp)} {hour}"


def exact(stamp: object) -> str:
    """A moment of this machine's local time: 2026-11-23 14:05."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(clock.parse(stamp) or 0.0))


def age(language: str, stamp: object) -> str:
    """How long ago a stamp is: of today in minutes or hours, else in calendar days or months."""
    then, now = clock.parse(stamp) or 0.0, clock.now()
    days = clock.local_day(now) - clock.local_day(then)
    if days > _FEW:
        return wording.say(language, "page.ago_months", count=int(days / _MONTH))
    if days > 0:
        return wording.say(language, "page.ago_days", count=days)
    minutes = max(0, int((now - then) / _MINUTE))
    if not minutes:
        return wording.say(language, "page.ago_now")
    if minutes < _MINUTE:
        return wording.say(language, "page.ago_minutes", count=minutes)
    return wording.say(language, "page.ago_hours", count=minutes // _MINUTE)
