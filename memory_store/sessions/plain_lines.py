"""Tells an answer in Markdown as plain lines: its tables as lists, its links as their names.

Headings and lists stay as they are. Must not choose among the lines.
"""

from __future__ import annotations

import re

from memory_store.language import pasted, sentences

_COLONS = (":", "：")
_LINK = re.compile(r"\[([^][]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)")


def lines(text: str) -> list[str]:
    """The lines outside code, without what leads to code alone, and links as their names."""
    filled = [line for line in text.split("\n") if line.strip()]
    for at, after in enumerate(filled[1:]):
        if filled[at].rstrip().endswith(_COLONS) and after.lstrip().startswith(("```", "~~~")):
            filled[at] = " ".join([*sentences.split(filled[at].rstrip())][:-1])
    apart = "\n".join(map(_parted, filled))
    return [without_targets(line) for line in _listed([*pasted.outside_code(apart)])]


def _listed(plain: list[str]) -> list[str]:
    """Lines with the rows of tables as points of a list, without the tables' heads."""
    rows = [_cells(line) for line in plain]
    listed = []
    for line, cells, after in zip(plain, rows, [*rows[1:], []], strict=False):
        is_rule, is_head = (bool(one) and not any(map(_has_word, one)) for one in (cells, after))
        if not (cells and (is_rule or is_head)):
            listed.append(f"- {' — '.join(filter(_has_word, cells))}" if cells else line)
    return listed


def _cells(line: str) -> list[str]:
    """The cells of a row of a table, without numbers of rows; none for other lines."""
    bare = line.strip()
    is_row = bare.startswith("|") and bare.endswith("|") and len(bare) > 1
    cells = bare[1:-1].replace("<br>", " ").split("|")
    return [cell.strip() for cell in cells] if is_row else []


def _has_word(cell: str) -> bool:
    return any(map(str.isalpha, cell))


def _parted(line: str) -> str:
    """A line whose beginning in bold is glued to what follows, cut behind the bold words."""
    if line[:2] != "**":
        return line
    head, _, rest = line.replace("****", "**\n**")[2:].rpartition("**")
    is_glued = rest[:1].isalnum() and "\n" not in rest
    return f"**{head}**\n{rest}" if is_glued else line


def without_targets(line: str) -> str:
    """A line whose links `[name](target)` are names; a target may hold pairs of brackets."""
    return _LINK.sub(r"\1", line)
