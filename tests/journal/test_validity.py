from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_store import clock
from memory_store.journal import facts, stored, validity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NOW = 1_795_233_600.0  # 2026-11-21T04:00:00Z, noon in Shanghai


@pytest.fixture(autouse=True)
def in_shanghai(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Asia/Shanghai")
    time.tzset()
    monkeypatch.setattr(clock, "now", lambda: NOW)
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("written", "begins", "ends"),
    [
        ("2026-11-21", "2026-11-20T16:00:00.000Z", "2026-11-21T16:00:00.000Z"),
        ("2026/11/21", "2026-11-20T16:00:00.000Z", "2026-11-21T16:00:00.000Z"),
        ("2026.11.21", "2026-11-20T16:00:00.000Z", "2026-11-21T16:00:00.000Z"),
        ("20261121", "2026-11-20T16:00:00.000Z", "2026-11-21T16:00:00.000Z"),
        ("2026年11月21日", "2026-11-20T16:00:00.000Z", "2026-11-21T16:00:00.000Z"),
        ("2026-12", "2026-11-30T16:00:00.000Z", "2026-12-31T16:00:00.000Z"),
        ("2026年12月", "2026-11-30T16:00:00.000Z", "2026-12-31T16:00:00.000Z"),
        (" 2026 ", "2025-12-31T16:00:00.000Z", "2026-12-31T16:00:00.000Z"),
        ("1950", "1970-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z"),
        ("2026-11-21T10:00:00.123Z", "2026-11-21T10:00:00.123Z", "2026-11-21T10:00:00.123Z"),
        ("2026-11-21T10:00:00+0800", "2026-11-21T02:00:00.000Z", "2026-11-21T02:00:00.000Z"),
        ("2026/11/21 10:00", "2026-11-21T10:00:00.000Z", "2026-11-21T10:00:00.000Z"),
        (1_795_233_600, "2026-11-21T04:00:00.000Z", "2026-11-21T04:00:00.000Z"),
        (1_795_233_600_123, "2026-11-21T04:00:00.123Z", "2026-11-21T04:00:00.123Z"),
    ],
)
def test_a_moment_is_understood_however_it_is_written(
    written: object, begins: str, ends: str
) -> None:
    raw = {"valid_from": written, "valid_to": written}

    assert clock.stamp(stored.Fact(raw).begins or 0.0) == begins
    assert clock.stamp(stored.Fact(raw).ends or 0.0) == ends


@pytest.mark.parametrize(
    "written",
    [
        "",
        "never",
        "2026-02-30",
        "2026-13",
        "99999",
        "２０２６",
        None,
        True,
        0,
        -1,
        10**400,
        [1],
        {},
    ],
)
def test_what_names_no_moment_says_nothing(written: object) -> None:
    raw = {"valid_from": written, "valid_to": written}

    assert (stored.Fact(raw).begins, stored.Fact(raw).ends) == (None, None)
    assert stored.Fact(raw).has_begun(NOW)
    assert not stored.Fact(raw).has_ended(NOW)


@given(st.text() | st.floats() | st.integers() | st.datetimes().map(str) | st.dates().map(str))
def test_any_value_has_a_moment_that_can_be_written_again_or_none(written: object) -> None:
    for found in (validity.moment(written, last=False), validity.moment(written, last=True)):
        if found is not None:
            assert abs((clock.parse(clock.stamp(found)) or 0.0) - found) < 0.001


def living(*lines: Mapping[str, object]) -> list[object]:
    return [one.id for one in facts.living(stored.Fact(one) for one in reversed(lines))]


def test_a_fact_does_not_hold_before_it_begins_nor_after_its_last_day() -> None:
    fact = {"id": "f_1", "content": "x"}

    assert living({**fact, "valid_from": "2026-11-22"}) == []
    assert living({**fact, "valid_from": "2026-11-21"}) == ["f_1"]
    assert living({**fact, "valid_to": "2026-11-21"}) == ["f_1"]
    assert living({**fact, "valid_to": "2026-11-20"}) == []
    assert living({**fact, "valid_to": 1_795_000_000}) == []


def test_a_fact_takes_anothers_place_when_it_begins() -> None:
    old = {"id": "f_1", "content": "deploys run at noon"}
    later = {"id": "f_2", "content": "deploys run at one", "supersedes": "f_1"}

    assert living(old, {**later, "valid_from": "2026-12-01"}) == ["f_1"]
    assert living(old, {**later, "valid_from": "2026-11-01"}) == ["f_2"]


def test_what_is_read_is_written_again_as_a_stamp() -> None:
    raw: dict[str, object] = {"id": "f_1", "content": "x", "valid_to": "2026-11-21"}
    raw["valid_from"] = "someday"

    (found,) = facts.living([stored.Fact(raw)])

    assert found["valid_to"] == "2026-11-21T16:00:00.000Z"
    assert "valid_from" not in found
