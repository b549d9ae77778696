"""What a text says beside the marks of redaction."""

from __future__ import annotations

import pytest

from memory_store.text import mark
from tests import growth


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("", ""),
        ("a [redacted:jwt] b", "a   b"),
        ("[redacted:jwt][redacted:npm]", "  "),
        ("a [redacted:jwt", "a [redacted:jwt"),
        ("[redacted:a] [redacted:b", "  [redacted:b"),
    ],
)
def test_a_blank_stands_in_the_place_of_each_mark(text: str, left: str) -> None:
    assert mark.without_marks(text) == left


@pytest.mark.parametrize(
    ("text", "end"), [("", 0), ("a]", 0), ("a [redacted:b] c]", 14), ("[redacted:b", 0)]
)
def test_where_the_last_mark_ends(text: str, end: int) -> None:
    assert mark.last_end(text) == end


def test_twice_the_marks_are_twice_the_work() -> None:
    def made(count: int) -> str:
        return "APP_PASSWORD=[redacted:password]\n" * count

    assert growth.of(mark.without_marks, made, 5_000) < growth.MOST


@pytest.mark.long
def test_a_way_that_copies_the_rest_for_each_mark_is_found_out() -> None:
    """The control: as it was."""

    def copying(text: str) -> str:
        while (start := text.find(mark.MARK)) >= 0:
            text = f"{text[:start]} {text[text.find(']', start) + 1 :]}"
        return text

    assert growth.of(copying, lambda count: "a [redacted:b]\n" * count, 7_000) > growth.MOST
