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
_COLUMNS = 80


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
        line = _GAP.join([*map(padded, row, widths), row[-1]]).rstrip()
        lines.append(styled(_cut(line), styles[at] if at < len(styles) else ""))
    return "\n".join(lines)


def fitted(
    listed: Sequence[Sequence[str]],
    header: Sequence[str],
    text: int,
    give_way: Sequence[int],
    styles: Sequence[str] = (),
) -> str:
    """Rows below a header, as wide as the terminal.

    Args:
        listed: the cells, texts on one line.
        header: the title of each column; one that is empty in all rows is left out.
        text: the column that takes what room is left, half of all at least, and is cut to it.
        give_way: the columns that are left out where it would have too little, in this order.
        styles: for each row what it is shown in; "" for plain.
    """
    room = os.get_terminal_size(1).columns or _COLUMNS
    shown = [at for at in range(len(header)) if any(row[at] for row in listed)]
    widths = [max(map(cells, column)) for column in zip(header, *listed, strict=True)]

    def left() -> int:
        return room - sum(widths[at] + len(_GAP) for at in shown if at != text)

    for at in give_way:
        if left() < min(room // 2, widths[text]) and at in shown:
            shown.remove(at)
    widths[text] = min(widths[text], max(left(), 1))
    lines = []
    for row, style in zip([header, *listed], [DIM, *(styles or [""] * len(listed))], strict=True):
        kept = [padded(cut(row[at], widths[at]), widths[at]) for at in shown]
        lines.append(styled(_GAP.join(kept).rstrip(), style))
    return "\n".join(lines)


def styled(text: str, style: str) -> str:
    """A text in a style, if a terminal shows it and colour is not switched off."""
    if not style or not terminal.is_read() or os.environ.get("NO_COLOR"):
        return text
    return printing.styled(text, style)


def padded(text: str, width: int) -> str:
    """A text with blanks behind it, as wide as so many cells."""
    return text + " " * (width - cells(text))


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
    room = os.get_terminal_size(1).columns if terminal.is_read() else 0
    return cut(line, room) if room else line


def cut(text: str, room: int) -> str:
    """A text as far as it has room, in cells, with a mark where it was longer."""
    if cells(text) <= room:
        return text
    kept, used = [], 1  # for the mark
    for char in text:
        used += _cells_of(char)
        if used > room:
            break
        kept.append(char)
    return "".join(kept) + "…"
