"""The READMEs' pictures of the demonstration."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from rich import cells

from docs import picture
from memory_store.commands import demo
from memory_store.language import written

ROOT = Path(__file__).parents[2]

pictures = pytest.mark.parametrize(
    ("readme", "language"), [("README.md", written.ENGLISH), ("README.zh-CN.md", written.CHINESE)]
)


def runs(svg: str) -> list[tuple[float, float, float, str]]:
    """Of each text of a picture: where it begins, down and across, its width, its characters."""
    found = re.findall(
        r'<text class="demo-r\d+" x="(.+?)" y="(.+?)" textLength="(.+?)"[^>]*>(.*?)</text>', svg
    )
    return [
        (float(top), float(left), float(width), html.unescape(text))
        for left, top, width, text in found
    ]


def lines(svg: str) -> str:
    """The text of a picture, a line a row."""
    rows: dict[float, str] = {}
    for top, _, _, text in sorted(runs(svg)):
        rows[top] = rows.get(top, "") + text.replace("\xa0", " ")
    return "\n".join(rows.values())


def test_a_character_gets_the_room_of_its_cells() -> None:
    narrow, wide, last = runs(picture.drawn(["ab <中文> & c"]))

    assert [one[3].replace("\xa0", " ") for one in (narrow, wide, last)] == [
        "ab <",
        "中文",
        "> & c",
    ]
    assert wide[2] / 2 == pytest.approx(2 * narrow[2] / 4)
    assert wide[1] == pytest.approx(narrow[1] + narrow[2])
    assert last[1] == pytest.approx(wide[1] + wide[2])


def test_a_long_line_is_cut() -> None:
    assert lines(picture.drawn(["long " * 100])).endswith("…")


@pictures
def test_a_readme_shows_what_is_said_in_the_demonstration_of_its_language(
    readme: str, language: str
) -> None:
    (name,) = re.findall(r"\((docs/demo\S*\.svg)\)", ROOT.joinpath(readme).read_text("utf-8"))
    svg = ROOT.joinpath(name).read_text("utf-8")
    script = demo._SCRIPTS[language]
    said = [one for turn in script.said for one in turn]

    shown = lines(svg)

    assert [one for one in (*said, *script[1:]) if one not in shown] == []
    cell = {round(width / cells.cell_len(text), 1) for _, _, width, text in runs(svg)}
    assert len(cell) == 1
