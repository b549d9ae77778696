from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory_store import codec

if TYPE_CHECKING:
    from collections.abc import Callable


def in_json(text: str) -> str:
    """`text` as JSON can say it: there, two halves of a surrogate pair are one character."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


TEXT = st.text(st.characters(exclude_categories=())).map(in_json)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=20,
)
POISONS = {
    "nothing": "",
    "blanks": " \t\r\n",
    "NaN": '{"a":NaN}',
    "an infinity": '{"a":-Infinity}',
    "a number of 5,000 digits": '{"a":' + "9" * 5000 + "}",
    "deep nesting": "[" * 100_000,
    "deep nesting of objects": '{"a":' * 100_000,
    "a comma too many": '{"a":1,}',
    "a key without quotes": "{a:1}",
    "a raw tab in a text": '{"a":"b\tc"}',
    "a comment": "{} // so",
    "two values": "{}{}",
    "half an escape": '{"a":"\\u12',
    "a byte order mark": "\ufeff{}",
    "a leading zero": "01",
    "digits that are none in JSON": "١٢",
}


def from_json() -> tuple[Callable[[str], object], Callable[[object], str]]:
    scan, write = codec._from_json()
    return (lambda text: scan(text, 0)[0]), (lambda value: write(value, False))  # noqa: FBT003


@pytest.mark.long
@given(VALUES)
@example({"a": [1.5e300, -0.0, 10**400, "\ud800", "\u2028", "你好🚀", None, True]})
def test_what_is_rendered_is_parsed_back_and_json_agrees(value: object) -> None:
    text = codec.render(value)

    assert codec.parse(text) == value
    assert json.loads(text) == value
    assert "\n" not in text
    assert codec.parse(codec.render(value, ascii_text=True)) == value
    assert codec.render(value, ascii_text=True).isascii()


@pytest.mark.long
@given(VALUES)
def test_a_python_without_the_c_codec_reads_and_writes_the_same(value: object) -> None:
    parse, render = from_json()

    assert render(value) == codec.render(value)
    assert parse(codec.render(value)) == value


@pytest.mark.parametrize("text", POISONS.values(), ids=POISONS.keys())
def test_what_is_not_one_json_value_is_a_value_error_and_nothing_else(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        codec.parse(text)


@given(st.text())
def test_no_text_makes_the_parser_raise_anything_but_a_value_error(text: str) -> None:
    for start in range(min(3, len(text) + 1)):
        try:
            _, end = codec.parse_at(text, start)
        except ValueError:
            continue
        assert start < end <= len(text)


def test_whatever_was_parsed_can_be_rendered() -> None:
    for number in ("1e400", "-1e400", "1" + "0" * 400 + ".5"):
        result = codec.parse(f'{{"confidence":{number}}}')
        assert codec.parse(codec.render(result)) == result
    deepest = _deepest_that_parses()
    assert codec.parse(codec.render(deepest)) == deepest


def _deepest_that_parses() -> object:
    for depth in range(sys.getrecursionlimit(), 0, -10):
        try:
            return codec.parse("[" * depth + "]" * depth)
        except ValueError:
            continue
    raise AssertionError("not even a flat list is read")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [float("-inf")]])
def test_a_number_that_json_does_not_know_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="JSON"):
        codec.render(value)


def test_a_value_without_a_json_form_is_a_type_error_that_names_its_type() -> None:
    with pytest.raises(TypeError, match="bytes"):
        codec.render({"a": [b"x"]})


def test_a_value_that_holds_itself_is_refused() -> None:
    loop: list[object] = []
    loop.append({"again": loop})

    with pytest.raises(ValueError, match=r"."):
        codec.render(loop)


def test_a_value_may_stand_anywhere_in_a_text() -> None:
    text = '  {"a":1}\t[2] 3'

    first, end = codec.parse_at(text)
    second, end = codec.parse_at(text, end)
    third, end = codec.parse_at(text, end)

    assert (first, second, third, end) == ({"a": 1}, [2], 3, len(text))


@pytest.mark.parametrize(
    ("parsed", "texts"), [(["a", 1, None, ["b"], "c"], ["a", "c"]), ("ab", []), (None, [])]
)
def test_of_an_array_the_texts_are_taken_and_of_anything_else_none(
    parsed: object, texts: list[str]
) -> None:
    assert codec.texts(parsed) == texts
