from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory_store import errors
from memory_store.hosts import json_text


def test_each_value_knows_where_it_stands() -> None:
    text = '{ "a": [1, "x\\n"], "b" : {"c": null} }'

    root = json_text.parse(text, "f", comments=False)

    assert root is not None
    a, b = root.children
    assert (a.key, text[a.begin : a.end]) == ("a", '"a": [1, "x\\n"]')
    assert (b.key, text[b.start : b.end]) == ("b", '{"c": null}')
    assert (a.comma, text[b.comma]) == (-1, ",")
    assert root.value == {"a": [1, "x\n"], "b": {"c": None}}


@pytest.mark.parametrize("text", ["", " \r\n\t", "\ufeff", "\ufeff\n"])
def test_blanks_alone_hold_no_value(text: str) -> None:
    assert json_text.parse(text, "f", comments=False) is None


@pytest.mark.parametrize(
    "text",
    ["0", "-0.5e+10", '"\\u00e9\\ud83d\\ude00"', "[]", "[[],{}]", "true", '{"":""}', "\ufeff[1]"],
)
def test_what_json_reads_is_read_alike(text: str) -> None:
    root = json_text.parse(text, "f", comments=False)

    assert root is not None
    assert root.value == json.loads(text.removeprefix("\ufeff"))


def test_comments_may_stand_between_tokens_where_the_host_allows_them() -> None:
    text = '// a\n{ /* b, } */ "k" /**/ : // c\r\n [1 /* d */, 2] } // e'

    root = json_text.parse(text, "f", comments=True)

    assert root is not None
    assert root.value == {"k": [1, 2]}
    with pytest.raises(errors.UsageError, match=r"^f:1:1: "):
        json_text.parse(text, "f", comments=False)


FAULTS = [
    json.loads(line)
    for line in Path(__file__).with_name("json_faults.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize(("text", "place"), FAULTS)
def test_a_fault_is_told_by_file_line_and_column(text: str, place: str) -> None:
    with pytest.raises(errors.UsageError, match=f"^hooks.json:{place}: ") as caught:
        json_text.parse(text, "hooks.json", comments=True)

    assert caught.value.hint
