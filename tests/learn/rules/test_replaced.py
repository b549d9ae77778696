"""What a correction says to hold no more."""

from __future__ import annotations

import pytest

from memory_store.learn.rules import replaced


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("it's port 5433, not 5432", "5432"),
        ("use moto instead of mocking S3", "mocking S3"),
        ("应该用 pnpm，不是 npm", "npm"),
        ("别再用 fastjson 了，用 jackson", "fastjson"),
        ("超时是 8 秒，不是 3 秒。", "3 秒"),
        ("the gateway is on 8080", ""),
        ("", ""),
    ],
)
def test_the_wrong_value_is_told(text: str, value: str) -> None:
    assert replaced.value(text) == value
