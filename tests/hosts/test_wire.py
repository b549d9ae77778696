from __future__ import annotations

import math

import pytest

from memory_store.hosts import wire


@pytest.mark.parametrize("value", [None, 7, True, [], {}, ["a"]])
def test_a_field_that_is_no_text_counts_as_not_sent(value: object) -> None:
    assert wire.text_of({"prompt": value}, "prompt") == ""
    assert wire.name_of({"id": value}, "id") == ""
    assert wire.path_of(value) == ""


@pytest.mark.parametrize(
    ("sent", "text"), [(" 你好\n\x07🚀 ", " 你好\n\x07🚀 "), ("a\ud800b", "a?b")]
)
def test_text_is_taken_as_it_is_but_for_what_no_file_can_hold(sent: str, text: str) -> None:
    assert wire.text_of({"prompt": sent}, "prompt") == text


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ("x" * 500, "x" * 200),
        ("a\nb\x00c\x1b\x7f\x9f\ud800d", "abcd"),
        ("a\u202eb\u200bc\u2028d\x1b]8;;x\x07e", "abcde"),
        ('";touch /tmp/x;"', '";touch /tmp/x;"'),
    ],
)
def test_the_first_name_that_is_there_is_taken_short_and_without_control_characters(
    sent: str, name: str
) -> None:
    payload: dict[str, object] = {"session_id": "", "other": 3, "conversation_id": sent}

    assert wire.name_of(payload, "session_id", "other", "conversation_id") == name


@pytest.mark.parametrize(
    ("value", "number", "count"),
    [
        (0, 0, 0),
        (12, 12, 12),
        (87.5, 87.5, -1),
        (3.0, 3, 3),
        (-1, -1, -1),
        (-7.5, -1, -1),
        (True, -1, -1),
        (False, -1, -1),
        ("3", -1, -1),
        (None, -1, -1),
        (math.nan, -1, -1),
        (math.inf, -1, -1),
        (10**400, -1, -1),
    ],
)
def test_only_a_sane_number_counts(value: object, number: float, count: int) -> None:
    assert wire.number_of({"n": value}, "n") == number
    assert wire.count_of({"n": value}, "n") == count


@pytest.mark.parametrize(
    ("sent", "path"), [("/a\0b", ""), ("/a\ud800b", ""), ("/home/dev/项目", "/home/dev/项目")]
)
def test_a_path_that_no_system_call_takes_is_no_path(sent: str, path: str) -> None:
    assert wire.path_of(sent) == path


LINES = "".join(f"line {number}\n" for number in range(2_000))


@pytest.mark.parametrize(
    ("text", "fitted"),
    [
        ("line\n" * 1_900, "line\n" * 1_900),
        (LINES, LINES[: LINES.rindex("\n", 0, 9_500)]),
        ("🚀" * 9_000, "🚀" * 4_750),  # an emoji counts twice, and half of one never goes out
        ("x" + "🚀" * 9_000, "x" + "🚀" * 4_749),
        (" \n\t\n", ""),
    ],
    ids=lambda text: f"{text[:6]}{len(text)}",
)
def test_a_text_loses_whole_lines_over_the_limit_which_counts_as_javascript_does(
    text: str, fitted: str
) -> None:
    assert wire.fit(text) == fitted
