from __future__ import annotations

import math

import pytest

from memory_store.hosts import base


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


@pytest.mark.parametrize("value", [None, 7, True, [], {}, ["a"]])
def test_a_field_that_is_no_text_counts_as_not_sent(value: object) -> None:
    assert base.text_of({"prompt": value}, "prompt") == ""
    assert base.name_of({"id": value}, "id") == ""
    assert base.path_of(value) == ""


def test_text_is_taken_as_it_is_but_for_what_no_file_can_hold() -> None:
    assert base.text_of({"prompt": " 你好\n\x07🚀 "}, "prompt") == " 你好\n\x07🚀 "
    assert base.text_of({"prompt": "a\ud800b"}, "prompt") == "a?b"


def test_a_name_is_cut_at_200_characters_and_loses_control_characters() -> None:
    assert base.name_of({"id": "x" * 500}, "id") == "x" * 200
    assert base.name_of({"id": "a\nb\x00c\x1b\x7f\x9f\ud800d"}, "id") == "abcd"
    assert base.name_of({"id": '";touch /tmp/x;"'}, "id") == '";touch /tmp/x;"'


def test_the_first_name_that_is_there_is_taken() -> None:
    payload: dict[str, object] = {"session_id": "", "other": 3, "conversation_id": "c"}

    assert base.name_of(payload, "session_id", "other", "conversation_id") == "c"


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
    assert base.number_of({"n": value}, "n") == number
    assert base.count_of({"n": value}, "n") == count


@pytest.mark.parametrize("path", ["/a\0b", "/a\ud800b"])
def test_a_path_that_no_system_call_takes_is_no_path(path: str) -> None:
    assert base.path_of(path) == ""
    assert base.path_of("/home/dev/项目") == "/home/dev/项目"


def test_a_text_within_the_limit_goes_out_whole() -> None:
    text = "line\n" * 1_900

    assert base.fit(text) == text


def test_a_text_over_the_limit_loses_whole_lines_at_its_end() -> None:
    text = "".join(f"line {number}\n" for number in range(2_000))

    fitted = base.fit(text)

    assert 9_400 < len(fitted) <= 9_500
    assert text.startswith(fitted + "\n")


def test_the_limit_counts_as_javascript_does() -> None:
    fitted = base.fit("🚀" * 9_000)

    assert fitted == "🚀" * 4_750
    assert units(fitted) == 9_500


def test_half_an_emoji_never_goes_out() -> None:
    assert base.fit("x" + "🚀" * 9_000) == "x" + "🚀" * 4_749


def test_blanks_alone_say_nothing() -> None:
    assert base.fit(" \n\t\n") == ""
