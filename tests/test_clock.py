from __future__ import annotations

import datetime as dt
import math
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory_store import clock

if TYPE_CHECKING:
    from collections.abc import Iterator

UTC = dt.UTC
MOMENTS = st.datetimes(
    dt.datetime(1970, 1, 2),  # noqa: DTZ001  hypothesis adds the zone
    dt.datetime(9999, 12, 30),  # noqa: DTZ001
    timezones=st.just(UTC),
)
ZONES = ["UTC", "Asia/Kathmandu", "Pacific/Apia", "America/St_Johns", "Asia/Shanghai"]


@pytest.fixture(params=ZONES)
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


@pytest.mark.long
@given(MOMENTS)
@example(dt.datetime(2026, 11, 21, 22, 54, 1, 123000, UTC))
def test_a_stamp_is_rfc_3339_in_utc_with_milliseconds(moment: dt.datetime) -> None:
    stamp = clock.stamp(moment.timestamp())

    read = dt.datetime.fromisoformat(stamp)
    assert stamp[19] == "."
    assert stamp[-1] == "Z"
    assert len(stamp) == len("2026-11-21T22:54:01.123Z")
    assert abs(read - moment) <= dt.timedelta(milliseconds=1)


@given(MOMENTS)
@example(dt.datetime(2026, 11, 21, 22, 54, 1, 1000, UTC))
def test_a_stamp_that_is_read_and_written_again_does_not_drift(moment: dt.datetime) -> None:
    stamp = clock.stamp(moment.timestamp())

    assert clock.stamp(clock.parse(stamp) or 0.0) == stamp


@given(MOMENTS, st.integers(-14 * 60, 14 * 60))
def test_any_offset_is_read(moment: dt.datetime, minutes: int) -> None:
    zone = dt.timezone(dt.timedelta(minutes=minutes))
    text = moment.astimezone(zone).isoformat(timespec="microseconds")
    result = clock.parse(text)

    assert result is not None
    assert math.isclose(result, moment.timestamp(), abs_tol=1e-4)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("2026-11-21T22:54:01Z", "2026-11-21T22:54:01+00:00"),
        ("2026-11-21t22:54:01z", "2026-11-21T22:54:01+00:00"),
        ("2026-11-21 22:54:01", "2026-11-21T22:54:01+00:00"),
        ("2026-11-21T22:54:01.123456789+08:00", "2026-11-21T14:54:01.123456+00:00"),
        ("2026-11-21", "2026-11-21T00:00:00+00:00"),
        ("2026-11-21T22:54Z", "2026-11-21T22:54:00+00:00"),
        ("2028-02-29T00:00:00Z", "2028-02-29T00:00:00+00:00"),
        ("2026-11-21T23:59:60Z", "2026-11-22T00:00:00+00:00"),
        ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999+00:00"),
    ],
)
def test_what_people_and_other_tools_write_is_read(text: str, same: str) -> None:
    expected = dt.datetime.fromisoformat(same).timestamp()

    assert clock.parse(text) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(
    "text",
    [
        None,
        7,
        ["2026-11-21T22:54:01Z"],
        "",
        "yesterday",
        "2026-11-2",
        "2026x11x21T22:54:01Z",
        "2026-13-01T00:00:00Z",
        "2026-00-10",
        "2026-02-30",
        "2026-11-21T24:00:01Z",
        "2026-11-21T22:60:00Z",
        "2026-11-21T22:54:61Z",
        "2026-11-21T22:54:nanZ",
        "2026-11-21T22:54:infZ",
        "2026-11-21T22:54:1e9Z",
        "2026-11-21T22:54:-1Z",
        "2026-11-21T+2:54:01Z",
        "2026-11-21T 2:54:01Z",
        "2026-11-21T2:54:01Z",
        "2026-11-21T22:054:01Z",
        "2026-11-21T22:5:01Z",
        "20_6-11-21T22:54:01Z",
        "٢٠٢٦-١١-٢١",
        "2026-11-21T22:54:01+25:00",
        "2026-11-21T22:54:01+8:00",
        "2026-11-21T22:54:01.Z",
        "2026-11-21T22:54:01 Z",
        "2026-11-21T22:54:01Z\n",
        "2026-11-21Z",
        "2026-11-21T",
    ],
)
def test_anything_else_is_no_moment(text: object) -> None:
    assert clock.parse(text) is None


@given(st.text(st.sampled_from("0123456789-:.TZ+_naif eE"), max_size=40))
def test_no_text_makes_the_reader_raise_or_give_what_is_no_number(text: str) -> None:
    result = clock.parse(text)

    assert result is None or math.isfinite(result)


@given(st.dates(dt.date(1, 1, 1), dt.date(9999, 12, 31)))
def test_day_numbers_are_those_of_the_calendar(day: dt.date) -> None:
    expected = (day - dt.date(1970, 1, 1)).days

    assert clock.day_number(day.year, day.month, day.day) == expected


@pytest.mark.usefixtures("zone")
def test_local_days_are_those_people_live() -> None:
    start = dt.datetime(2011, 12, 25, tzinfo=UTC).timestamp()  # Apia skipped the 30th
    for hours in range(0, 24 * 400, 7):
        moment = start + hours * 3600
        here = dt.datetime.fromtimestamp(moment)  # noqa: DTZ006  the local day is meant
        assert clock.local_date(moment) == here.date().isoformat()
        assert clock.local_day(moment) == (here.date() - dt.date(1970, 1, 1)).days


@pytest.mark.parametrize("moment", [-1e18, 1e18, 1e30, -1.0, 0.0])
def test_a_moment_out_of_all_calendars_still_has_a_day(moment: float) -> None:
    assert isinstance(clock.local_day(moment), int)
    assert len(clock.local_date(moment)) >= len("2026-11-21")
