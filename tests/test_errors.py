"""A message is its English, and keeps what it is made of."""

from __future__ import annotations

import pytest

from memory_store import errors


@pytest.mark.parametrize(
    ("template", "values", "filled"),
    [
        ("{a} of {b}", {"a": "{b}", "b": "2"}, "{b} of 2"),
        ("{a} {unknown} {", {"a": "1"}, "1 {unknown} {"),
        ("{count} fact{count_s}", {"count": 1}, "1 fact"),
        ("{count} fact{count_s}", {"count": 2}, "2 facts"),
        ("in {path}", {"path": "a\nb\u202e"}, "in a b"),
    ],
)
def test_a_place_is_filled_once(template: str, values: dict[str, object], filled: str) -> None:
    assert errors.Message(template, **values) == filled


def test_a_message_of_a_message_is_the_same() -> None:
    made = errors.Message("{a}", a=1)

    assert errors.Message(made) is made
