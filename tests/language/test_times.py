"""Moments as people say them; examples.json has the phrases."""

from __future__ import annotations

import datetime as dt
import time
from typing import TYPE_CHECKING

import pytest

from memory_store import errors
from memory_store.language import times

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(params=["Asia/Shanghai", "America/New_York", "UTC"])
def zone(request: pytest.FixtureRequest) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", request.param)
        time.tzset()
        yield request.param
    time.tzset()


def test_since_is_where_a_span_begins_and_until_where_it_ends_in_local_time(zone: str) -> None:
    today = dt.datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
    yesterday = (today - dt.timedelta(hours=12)).replace(hour=0)
    seconds = (times.until("2026-11-01") or 0) - (times.since("2026-11-01") or 0)

    assert times.since("昨天") == yesterday.timestamp()
    assert times.until("yesterday") == today.timestamp()
    assert times.since("  ") is None
    assert times.until("") is None
    assert seconds / 3600 == (25 if zone == "America/New_York" else 24)  # clocks go back


@pytest.mark.parametrize("phrase", ["0001-01-01", "2026-11-21T14:30+99:00", "x" * 10_000])
def test_what_is_no_time_is_the_callers_mistake_and_examples_are_given(phrase: str) -> None:
    with pytest.raises(errors.UsageError, match="not a time") as refusal:
        times.since(phrase)

    assert "昨天" in refusal.value.hint
    assert len(str(refusal.value)) < 300
