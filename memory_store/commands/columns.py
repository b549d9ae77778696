"""Prints rows as columns: cut to the terminal's width, coloured there, plain in a pipe.

A Chinese character takes two cells. Must not know what a column means.
"""

from __future__ import annotations

import os
import unicodedata

from memory_store.cli import printing, terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

BOLD, DIM, YELLOW = "1", "2", "33"
_GAP = "  "


def rows(listed: Sequence[Sequence[str]], styles: Sequence[str] = ()) -> str:
    """Rows as lines, each column as wide as its widest cell, except the last.

    Args:
        listed: the cells, texts on one line.
        styles: for each row what a terminal shows it in; "" for plain.
    """
    if not listed:
        return ""
    widths = [max(cells(row[at]) for row in listed) for at in range(len(listed[0]) - 1)]
    lines = []
    for at, row in enumerate(listed):
        padded = [
            cell + " " * (width - cells(cell)) for cell, width in zip(row, widths, strict=False)
        ]
        line = _GAP.join([*padded, row[-1]]).rstrip()
        lines.append(styled(_cut(line), styles[at] if at < len(styles) else ""))
    return "\n".join(lines)


def styled(text: str, style: str) -> str:
    """A text in a style, if a terminal shows it and colour is not switched off."""
    if not style or not terminal.is_read() or os.environ.get("NO_COLOR"):
        return text
    return printing.styled(text, style)


def cells(text: str) -> int:
    """How many cells of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(_cells_of(char) for char in text)


def _cells_of(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _cut(line: str) -> str:
    """A line as far as a terminal is wide; whole in a pipe."""
    if not terminal.is_read():
        return line
    room = os.get_terminal_size(1).columns
    if not room or cells(line) <= room:
        return line
    kept, used = [], 1  # for the mark
    for char in line:
        used += _cells_of(char)
        if used > room:
            break
        kept.append(char)
    return "".join(kept) + "…"
