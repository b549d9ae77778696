"""A clock that stands still, for rules about calendar days."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from memory_store import clock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NOON = 1_795_233_600.0  # 2026-11-21T04:00:00Z, noon in Shanghai


@pytest.fixture
def clock_at() -> Iterator[Callable[[float, str], None]]:
    """Sets the moment, and the zone that local days are counted in; both as before afterwards."""
    with pytest.MonkeyPatch.context() as patch:

        def set_to(moment: float, zone: str) -> None:
            patch.setenv("TZ", zone)
            time.tzset()
            patch.setattr(clock, "now", lambda: moment)

        yield set_to
    time.tzset()


@pytest.fixture
def noon(clock_at: Callable[[float, str], None]) -> None:
    """Noon of a day in the zone of most of our users."""
    clock_at(NOON, "Asia/Shanghai")
