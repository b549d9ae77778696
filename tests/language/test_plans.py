"""When something begins that a statement tells of, in English and Chinese."""

from __future__ import annotations

import datetime as dt

import pytest

from memory_store.language import plans, times

NOW = dt.datetime(2026, 11, 18, 15, 30)  # noqa: DTZ001  a Wednesday, local


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("We're moving from Heroku to Fly.io next month", "2026-12-01"),
        ("starting next Monday Bob takes over", "2026-11-23"),
        ("in two weeks we drop Python 3.10", "2026-12-02"),
        ("the freeze begins on 1st of December", "2026-12-01"),
        ("from January we bill monthly", "2027-01-01"),
        ("the office moves on March 3, 2027", "2027-03-03"),
        ("from 2026-12-24 nobody deploys", "2026-12-24"),
        ("next quarter we hire", "2027-01-01"),
        ("下个月主数据库从 MySQL 换成 PostgreSQL", "2026-12-01"),
        ("下周三发布 2.0", "2026-11-25"),
        ("两周后停用旧接口", "2026-12-02"),
        ("12月1日起改用新域名", "2026-12-01"),
        ("明年换成 Rust", "2027-01-01"),
        ("明年 3 月换成 Rust", "2027-03-01"),
        ("明年三月十五号之前换成 Rust", "2027-03-01"),
        ("下个月 5 号发布 2.0", "2026-12-05"),
        ("3月前完成迁移", "2027-03-01"),
        ("后天上线", "2026-11-20"),
    ],
)
def test_the_day_ahead_is_found(text: str, day: str) -> None:
    found = plans.begins(text, NOW)

    assert found is not None
    assert found.date().isoformat() == day


@pytest.mark.parametrize(
    "text",
    [
        "we deploy on Heroku",
        "last month we moved to Fly.io",
        "上周换成了 pnpm",
        "去年3月换成了 pnpm",
        "since 2025-01-01 we use uv",
        "run make smoke 3 times",
        "the next step is tests",
        "",
    ],
)
def test_what_names_no_day_ahead_is_no_plan(text: str) -> None:
    assert plans.begins(text, NOW) is None


def test_a_search_does_not_take_a_day_ahead_for_its_span() -> None:
    assert times.find("what happens next week", NOW) is None
