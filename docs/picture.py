"""Draws docs/demo.svg and docs/demo.zh-CN.svg from `memory-store demo`: `python docs/picture.py`.

Needs rich, which the test extra brings. Long lines are cut, and the throw-away path is shortened.
"""

from __future__ import annotations

import html
import io
import itertools
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich import cells
from rich.console import Console
from rich.text import Text

_WIDTH = 104
_CELL = 12.2  # units of the drawing
_TEXT = re.compile(
    r'(<text class="demo-r\d+") x="(.+?)" (y="\S+) textLength="\S+ ([^>]+)>(.+?)</text>'
)
_DOCS = Path(__file__).parent
_PICTURES = (("demo.svg", "C.UTF-8", "Monday"), ("demo.zh-CN.svg", "zh_CN.UTF-8", "周一"))


def main() -> None:
    """Run the demonstration in each language and draw it."""
    for name, locale, first in _PICTURES:
        _DOCS.joinpath(name).write_text(drawn(_shown(_told(locale), first)), encoding="utf-8")


def drawn(lines: list[str]) -> str:
    """The picture of a terminal with these lines, as SVG."""
    console = Console(record=True, width=_WIDTH, file=io.StringIO())
    for line in lines:
        style = "bold" if line and not line.startswith(" ") else "dim" if "/py" in line else ""
        console.print(Text(line, style=style), no_wrap=True, overflow="ellipsis")
    svg = console.export_svg(title="memory-store demo", unique_id="demo")
    without_fonts = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    return re.sub(" +$", "", _TEXT.sub(_placed, without_fonts), flags=re.MULTILINE)


def _placed(text: re.Match[str]) -> str:
    """A text in runs of equally wide characters: rich stretches all of them to one cell."""
    start, left, top, clip, shown = text.groups()
    at, runs = float(left), []
    for _, characters in itertools.groupby(html.unescape(shown), cells.get_character_cell_size):
        run = "".join(characters)
        wide = cells.cell_len(run) * _CELL
        runs.append(
            f'{start} x="{at:g}" {top} textLength="{wide:g}" {clip}>'
            f"{html.escape(run).replace(chr(0xA0), '&#160;')}</text>"
        )
        at += wide
    return "".join(runs)


def _told(locale: str) -> str:
    """What the demonstration prints to a person of a locale, who has nothing of their own yet."""
    with tempfile.TemporaryDirectory() as home:
        own = {name: value for name, value in os.environ.items() if "MEMORY_STORE" not in name}
        own |= {f"XDG_{name}_HOME": home for name in ("CONFIG", "CACHE", "STATE", "DATA")}
        return subprocess.run(
            [sys.executable, "-m", "memory_store", "demo", "--format", "text"],
            capture_output=True,
            check=True,
            env={**own, "HOME": home, "LANGUAGE": "", "LC_ALL": "", "LANG": locale},
            cwd=_DOCS.parent,
        ).stdout.decode("utf-8")


def _shown(told: str, first: str) -> list[str]:
    """The lines from the one on that begins with `first`, with short paths."""
    start = told.index(first)
    text = re.sub(r"'?/\S*memory-store demo \w+/shop'?", "shop", told[start:])
    text = re.sub(r"/\S+/python3? -I /\S+/scripts/", "…/python …/", text)
    return text.rstrip().split("\n")


if __name__ == "__main__":
    main()
