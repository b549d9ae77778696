"""A moment at a place, for tests of what a day is."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from memory_store import clock

if TYPE_CHECKING:
    from collections.abc import Iterator

NOW = 1_795_233_600.0  # 2026-11-21T04:00:00Z, noon in Shanghai


@pytest.fixture
def in_shanghai(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Asia/Shanghai")
    time.tzset()
    monkeypatch.setattr(clock, "now", lambda: NOW)
    yield
    monkeypatch.undo()
    time.tzset()
