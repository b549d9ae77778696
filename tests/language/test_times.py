"""Moments as people say them: --since and --until of docs/interface.md 4."""

from __future__ import annotations

import datetime as dt
import time
from typing import TYPE_CHECKING

import pytest

from memory_store import errors
from memory_store.language import times

if TYPE_CHECKING:
    from collections.abc import Iterator

NOW = dt.datetime(2026, 11, 18, 14, 30, tzinfo=dt.timezone(dt.timedelta(hours=8)))  # a Wednesday


def day(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text).replace(tzinfo=NOW.tzinfo)


@pytest.mark.parametrize(
    ("said", "first", "end"),
    [
        ("today", "2026-11-18", "2026-11-19"),
        ("Yesterday", "2026-11-17", "2026-11-18"),
        ("the day before yesterday", "2026-11-16", "2026-11-17"),
        ("3 days ago", "2026-11-15", "2026-11-16"),
        ("three days ago", "2026-11-15", "2026-11-16"),
        ("a week ago", "2026-11-11", "2026-11-12"),
        ("2 weeks ago", "2026-11-04", "2026-11-05"),
        ("a month ago", "2026-10-18", "2026-10-19"),
        ("one year ago", "2025-11-18", "2025-11-19"),
        ("this week", "2026-11-16", "2026-11-23"),
        ("last week", "2026-11-09", "2026-11-16"),
        ("this month", "2026-11-01", "2026-12-01"),
        ("last month", "2026-10-01", "2026-11-01"),
        ("this year", "2026-01-01", "2027-01-01"),
        ("last year", "2025-01-01", "2026-01-01"),
        ("monday", "2026-11-16", "2026-11-17"),
        ("wednesday", "2026-11-18", "2026-11-19"),
        ("friday", "2026-11-13", "2026-11-14"),
        ("last friday", "2026-11-13", "2026-11-14"),
        ("last monday", "2026-11-09", "2026-11-10"),
        ("今天", "2026-11-18", "2026-11-19"),
        ("昨天", "2026-11-17", "2026-11-18"),
        ("前天", "2026-11-16", "2026-11-17"),
        ("大前天", "2026-11-15", "2026-11-16"),
        ("三天前", "2026-11-15", "2026-11-16"),
        ("3天前", "2026-11-15", "2026-11-16"),
        ("３天前", "2026-11-15", "2026-11-16"),
        ("3 天之前", "2026-11-15", "2026-11-16"),
        ("两周前", "2026-11-04", "2026-11-05"),
        ("一个月前", "2026-10-18", "2026-10-19"),
        ("两月前", "2026-09-18", "2026-09-19"),
        ("三日前", "2026-11-15", "2026-11-16"),
        ("去年三月", "2025-03-01", "2025-04-01"),
        ("明年 3 月 15 日", "2027-03-15", "2027-03-16"),
        ("上个月 5 号", "2026-10-05", "2026-10-06"),
        ("两个星期以前", "2026-11-04", "2026-11-05"),
        ("十天前", "2026-11-08", "2026-11-09"),
        ("十二天前", "2026-11-06", "2026-11-07"),
        ("二十天前", "2026-10-29", "2026-10-30"),
        ("三十一天前", "2026-10-18", "2026-10-19"),
        ("去年", "2025-01-01", "2026-01-01"),
        ("前年", "2024-01-01", "2025-01-01"),
        ("本周", "2026-11-16", "2026-11-23"),
        ("上周", "2026-11-09", "2026-11-16"),
        ("上上周", "2026-11-02", "2026-11-09"),
        ("上个星期", "2026-11-09", "2026-11-16"),
        ("上个月", "2026-10-01", "2026-11-01"),
        ("周一", "2026-11-16", "2026-11-17"),
        ("星期五", "2026-11-13", "2026-11-14"),
        ("上周三", "2026-11-11", "2026-11-12"),
        ("上上周日", "2026-11-08", "2026-11-09"),
        ("上个星期天", "2026-11-15", "2026-11-16"),
        ("这周二", "2026-11-17", "2026-11-18"),
        ("11月3日", "2026-11-03", "2026-11-04"),
        ("11月3号", "2026-11-03", "2026-11-04"),
        ("12月3日", "2025-12-03", "2025-12-04"),
        ("2024年2月29日", "2024-02-29", "2024-03-01"),
        ("2025年12月", "2025-12-01", "2026-01-01"),
        ("2026-11-03", "2026-11-03", "2026-11-04"),
        ("2026/11/03", "2026-11-03", "2026-11-04"),
        ("3 Nov 2026", "2026-11-03", "2026-11-04"),
        ("20261103", "2026-11-03", "2026-11-04"),
        ("11/03", "2026-11-03", "2026-11-04"),
        ("2026.11.03", "2026-11-03", "2026-11-04"),
        ("2026-10", "2026-10-01", "2026-11-01"),
        ("May", "2026-05-01", "2026-06-01"),
        ("2026", "2026-01-01", "2027-01-01"),
    ],
)
def test_a_day_or_longer_is_a_span_of_whole_days(said: str, first: str, end: str) -> None:
    assert times.span(said, NOW) == (day(first), day(end))


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("last 3 days", "2026-11-15T14:30"),
        ("past two weeks", "2026-11-04T14:30"),
        ("the last 24 hours", "2026-11-17T14:30"),
        ("最近三天", "2026-11-15T14:30"),
        ("最近 7 天", "2026-11-11T14:30"),
        ("过去两个月", "2026-09-18T14:30"),
        ("近一年", "2025-11-18T14:30"),
        ("最近三天内", "2026-11-15T14:30"),
    ],
)
def test_the_last_so_many_days_reach_up_to_now(said: str, first: str) -> None:
    assert times.span(said, NOW) == (day(first), NOW)


@pytest.mark.parametrize(
    ("said", "moment"),
    [
        ("2 hours ago", "2026-11-18T12:30"),
        ("15 minutes ago", "2026-11-18T14:15"),
        ("两小时前", "2026-11-18T12:30"),
        ("10分钟前", "2026-11-18T14:20"),
        ("2026-11-17T09:05", "2026-11-17T09:05"),
        ("2026-11-17 09:05", "2026-11-17T09:05"),
    ],
)
def test_a_time_of_day_is_that_moment(said: str, moment: str) -> None:
    assert times.span(said, NOW) == (day(moment), day(moment))


def test_a_zone_that_is_written_is_kept() -> None:
    moment = dt.datetime(2026, 11, 17, 9, tzinfo=dt.UTC)

    assert times.span("2026-11-17T09:00Z", NOW) == (moment, moment)
    assert times.span("2026-11-17T17:00+08:00", NOW) == (moment, moment)


@pytest.mark.parametrize(
    "said",
    [
        "soon",
        "明天见",
        "the other day",
        "13月40日",
        "2月30日",
        "2026-02-30",
        "2026-13-01",
        "999999999999 days ago",
        "9999 years ago",
        "; rm -rf",
        "..",
        "x" * 10_000,
        "一" * 10_000 + "天前",
        "三五天前",
        "半小时前",
        "\0",
        "昨天 昨天",
        "-1",
        "-2026",
        "-2026-11-03",
        "1",
        "12",
        "1.5",
        "11.21",
        "100",
        "0001",
        "5 5",
        "１",
        "10h",
        "3月前",
        "10日前",
        "12am",
        "mon",
    ],
)
def test_what_is_not_understood_is_the_callers_mistake_and_examples_are_given(said: str) -> None:
    with pytest.raises(errors.UsageError, match="not a time") as told:
        times.span(said, NOW)

    assert "昨天" in told.value.hint
    assert len(str(told.value)) < 300


@pytest.fixture(params=["Asia/Shanghai", "America/New_York", "UTC"])
def zone(request: pytest.FixtureRequest) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", request.param)
        time.tzset()
        yield request.param
    time.tzset()


@pytest.mark.usefixtures("zone")
def test_since_is_where_a_span_begins_and_until_where_it_ends_in_local_time() -> None:
    today = dt.datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
    yesterday = (today - dt.timedelta(hours=12)).replace(hour=0)

    assert times.since("昨天") == yesterday.timestamp()
    assert times.until("yesterday") == today.timestamp()
    assert times.since("  ") is None
    assert times.until("") is None


def test_a_day_is_as_long_as_its_clocks_make_it() -> None:
    """On 2026-11-01 New York's clocks go back: that day has 25 hours."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "America/New_York")
        time.tzset()
        first, end = times.since("2026-11-01"), times.until("2026-11-01")
    time.tzset()

    assert first is not None
    assert end is not None
    assert end - first == 25 * 3600


@pytest.mark.parametrize(
    ("text", "phrase", "rest"),
    [
        ("what broke last week in CI?", "last week", "what broke in CI?"),
        ("上周定的部署方案是什么", "上周", "定的部署方案是什么"),
        ("三天前修的那个 bug", "三天前", "修的那个 bug"),
        ("errors of the past 2 days", "past 2 days", "errors of"),
        ("Last Friday's deploy", "last friday", "'s deploy"),
        ("上周五的发布", "上周五", "的发布"),
        ("yesterday", "yesterday", ""),
    ],
)
def test_a_phrase_of_time_is_found_within_a_question(text: str, phrase: str, rest: str) -> None:
    assert times.find(text, NOW) == (times.span(phrase, NOW), rest)


@pytest.mark.parametrize(
    "text",
    [
        "the monday bug",
        "2026-11-21",
        "how do I deploy",
        "lasting weeks",
        "99999 years ago",
        "2024年前的决定",
        "",
    ],
)
def test_a_question_without_such_a_phrase_is_left_alone(text: str) -> None:
    assert times.find(text, NOW) is None


@pytest.mark.parametrize(
    ("said", "first", "end"),
    [
        ("2026-10", "2026-10-01", "2026-11-01"),
        ("Oct 2026", "2026-10-01", "2026-11-01"),
        ("2025", "2025-01-01", "2026-01-01"),
        ("2026-12", "2026-12-01", "2027-01-01"),
    ],
)
def test_a_month_and_a_year_are_meant_whole(said: str, first: str, end: str) -> None:
    assert times.span(said, NOW) == (day(first), day(end))


@pytest.mark.parametrize("said", ["0001-01-01", "2026-11-21T14:30+99:00"])
def test_a_time_that_no_clock_shows_is_the_callers_mistake(said: str) -> None:
    with pytest.raises(errors.UsageError, match="not a time"):
        times.since(said)


def test_a_long_question_is_looked_through_in_no_time() -> None:
    assert times.find("1" * 100_000, NOW) is None
