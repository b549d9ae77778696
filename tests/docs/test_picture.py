"""The READMEs' moving pictures: each character as wide as its cells, each line from a real run."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from docs import picture

DOCS = Path(picture.__file__).parent


def runs(svg: str) -> list[tuple[float, float, str]]:
    """Of each text of a picture: where it begins, its width, its characters."""
    found = re.findall(r'<text .*?x="(.+?)" .*?textLength="(.+?)">(.*?)</text>', svg)
    return [(float(left), float(width), html.unescape(text)) for left, width, text in found]


def test_a_character_gets_the_room_of_its_cells() -> None:
    shown = runs(picture.drawn([picture.Line(0, "note", "ab <中文> & c", 0.0)]))
    narrow, wide, last = [run for run in shown if run[2] not in picture.TITLES]

    assert [narrow[2], wide[2], last[2]] == ["ab <", "中文", "> & c"]
    assert wide[1] / 2 == pytest.approx(2 * narrow[1] / 4, abs=0.1)
    assert wide[0] == pytest.approx(narrow[0] + narrow[1], abs=0.1)
    assert last[0] == pytest.approx(wide[0] + wide[1], abs=0.1)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("one two three", ["one two", "three"]),
        ("以后提交信息，", ["以后提交", "信息，"]),
        ("用 kubectl。", ["用", "kubectl。"]),
        ("部署以后，", ["部署以", "后，"]),
    ],
)
def test_a_row_breaks_at_blanks_and_between_chinese_and_begins_with_no_stop(
    text: str, rows: list[str]
) -> None:
    assert picture.wrapped(text, 8) == rows


@pytest.mark.long
@pytest.mark.parametrize("name", list(picture.STORIES))
def test_a_picture_is_what_the_hooks_answer_and_the_agent_is_given_all_that_was_said(
    name: str,
) -> None:
    story = picture.STORIES[name]
    lines = picture.played(story)
    given = " ".join(line.text for line in lines if line.kind == "read")

    assert DOCS.joinpath(name).read_text("utf-8") == picture.drawn(lines), (
        "run: python docs/picture.py"
    )
    assert [said for said in (*story.said, story.meanwhile) if said not in given] == []
    assert f"](docs/{name})" in "".join(
        path.read_text("utf-8") for path in DOCS.parent.glob("README*.md")
    )
