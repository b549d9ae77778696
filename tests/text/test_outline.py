"""A Markdown file gains or loses a line; everything else in it stays as its owner wrote it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory_store.text import outline

CASES = json.loads(Path(__file__).with_name("outline.json").read_text("utf-8"))
NAMES = ("preferences", "偏好")
HEADINGS = ("# Memory", "## Preferences", "## 偏好", "## Facts / 事实", "###")
OTHERS = ("- one", "* two", "  more", "", " ", "text", "1. first", "\ufeff")
HIDING = ("```", "~~~ py", "<!-- note", "-->", "<!-- a --> b", "---")
LINES = st.sampled_from([*HEADINGS, *OTHERS, *HIDING])
FILES = st.builds(
    lambda lines, ending, last: ending.join(lines) + (ending if last else ""),
    st.lists(LINES, max_size=12),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)


def add(text: str, item: str = "NEW") -> str:
    return outline.add(text, NAMES, "Preferences", item)


@given(FILES)
@example("")
@example("\ufeff## 偏好\r\n")
@example("# M\n- a")
def test_whatever_stands_in_a_file_stays_in_place_byte_for_byte(text: str) -> None:
    try:
        after = add(text)
    except ValueError:
        assert outline.read(text)[-1].is_open or "<!--" in text or "```" in text or "~~~" in text
        return

    at = after.index("NEW")
    rest = after[at + 3 :]
    for size in range(len(text) + 1):  # the file is what is before the new lines and behind them
        if after.startswith(text[:size]) and after.endswith(text[size:]):
            inserted = after[size : len(after) - len(text) + size]
            assert "NEW" in inserted
            break
    else:
        pytest.fail(repr(after))
    assert rest.startswith(("\n", "\r\n")) or not rest
    assert bool(after.endswith("\n")) == bool(text.endswith("\n") or not text)


@given(FILES)
def test_what_was_added_is_read_as_an_item_in_a_section_of_that_name(text: str) -> None:
    try:
        lines = outline.read(add(text))
    except ValueError:
        return

    at = next(at for at, line in enumerate(lines) if "NEW" in line.text)
    headings = [line for line in lines[:at] if line.level]
    assert outline.plain_text(lines[at].text) == "NEW"
    assert not lines[at].hidden
    assert any(name in headings[-1].title.casefold() for name in NAMES)


@given(FILES)
def test_taking_the_new_line_out_again_leaves_one_line_less(text: str) -> None:
    lines = outline.read(text)
    for at in outline.items(lines):
        left = outline.read(outline.without(text, {at}))
        assert [one.text for one in left] == [one.text for one in lines[:at] + lines[at + 1 :]]


@pytest.mark.parametrize(("before", "after"), CASES["added"])
def test_it_goes_to_the_end_of_its_section_in_the_files_own_ways(before: str, after: str) -> None:
    """What only looks like the heading is none."""
    assert add(before) == after


@pytest.mark.parametrize("text", CASES["refused"])
def test_a_line_that_nobody_would_read_is_not_added(text: str) -> None:
    with pytest.raises(ValueError, match="never closed"):
        add(text)


def test_only_items_that_stand_alone_may_be_let_go() -> None:
    text = "- a\n- b\n  more of b\n* c\n\n  - d\n1. e\n```\n- f\n```\n- g"

    assert [text.split("\n")[at] for at in outline.items(outline.read(text))] == [
        "- a",
        "* c",
        "- g",
    ]


@pytest.mark.parametrize(("line", "text"), CASES["plain"])
def test_what_a_line_says_is_told_without_its_marks(line: str, text: str) -> None:
    assert outline.plain_text(line) == text
