"""Draws docs/demo.svg from what `memory-store demo` prints: `python docs/picture.py`.

Needs rich, which the test extra brings. Long lines are cut, and the throw-away path is shortened.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

_WIDTH = 104
_PICTURE = Path(__file__).parent / "demo.svg"


def main() -> None:
    """Run the demonstration and draw it."""
    told = subprocess.run(
        [sys.executable, "-m", "memory_store", "demo", "--format", "text"],
        capture_output=True,
        check=True,
    ).stdout.decode("utf-8")
    console = Console(record=True, width=_WIDTH, file=io.StringIO())
    for line in _shown(told):
        style = "bold" if line and not line.startswith(" ") else "dim" if "/py" in line else ""
        console.print(Text(line, style=style, no_wrap=True, overflow="ellipsis"))
    svg = console.export_svg(title="memory-store demo", unique_id="demo")
    without_fonts = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    _PICTURE.write_text(without_fonts, encoding="utf-8")


def _shown(told: str) -> list[str]:
    """The part from the first session on, with short paths."""
    start = told.index("Monday")
    text = re.sub(r"'?/\S*memory-store demo \w+/shop'?", "shop", told[start:])
    text = re.sub(r"/\S+/python -I /\S+/scripts/", "…/python …/", text)
    return text.rstrip().split("\n")


if __name__ == "__main__":
    main()
