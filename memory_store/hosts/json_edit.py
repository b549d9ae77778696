"""Edits of a JSON text that leave every other byte as it is.

Off the hot path. Must not format, or decide which text goes where.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from memory_store.hosts import json_text

if TYPE_CHECKING:
    from memory_store.hosts.json_text import Node


class Edit(NamedTuple):
    """Put `text` where `start` to `end` of the old text stood."""

    start: int
    end: int
    text: str


def apply(text: str, edits: list[Edit]) -> str:
    """Make edits that don't overlap, given in any order."""
    parts = []
    done = 0
    for edit in sorted(edits):
        parts += [text[done : edit.start], edit.text]
        done = edit.end
    return "".join([*parts, text[done:]])


def append(container: Node, pieces: list[str], separator: str) -> Edit:
    """Insert pieces behind the last child; in an empty container, hard behind its bracket."""
    if container.children:
        at = container.children[-1].end
        return Edit(at, at, "".join(f",{separator}{piece}" for piece in pieces))
    return Edit(container.start + 1, container.start + 1, f",{separator}".join(pieces))


def cut(text: str, container: Node, doomed: set[int]) -> list[Edit]:
    """Delete the children with these indexes, each with a comma and its blanks.

    What `append` inserted goes to the byte; comments that somebody put beside it stay.
    """
    edits = []
    keeps_one_before = False
    for index, child in enumerate(container.children):
        after = container.children[index + 1 : index + 2]
        if index not in doomed:
            keeps_one_before = True
        elif keeps_one_before:
            gap = text[child.comma + 1 : child.begin]
            blank = len(gap) - len(gap.rstrip(json_text.WHITE))
            edits.append(Edit(child.comma, child.comma + 1, ""))
            edits.append(Edit(child.begin - blank, child.end, ""))
        else:
            edits.append(Edit(child.begin, child.end, ""))
            edits += [_comma_and_blanks(text, following) for following in after]
    return edits


def dumps(value: object) -> str:
    """A value as one line of JSON, non-ASCII text as it is."""
    return json.dumps(value, ensure_ascii=False)


def first_line_end(text: str) -> str:
    """The first line end of a text, "" if it is one line."""
    match = json_text.LINE_END.search(text)
    return match.group() if match else ""


def line_end(text: str, at: int) -> str:
    """The line end at a position; "" for none."""
    match = json_text.LINE_END.match(text, at)
    return match.group() if match else ""


def line_start(text: str, at: int) -> int:
    """Where the line begins that holds a position."""
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def has_comment(text: str, container: Node) -> bool:
    """Whether anything but blanks and commas stands between a container's children."""
    at = container.start + 1
    for child in container.children:
        if text[at : child.begin].strip(json_text.WHITE + ","):
            return True
        at = child.end
    return bool(text[at : container.end - 1].strip(json_text.WHITE))


def _comma_and_blanks(text: str, child: Node) -> Edit:
    gap = text[child.comma + 1 : child.begin]
    return Edit(child.comma, child.comma + 1 + len(gap) - len(gap.lstrip(json_text.WHITE)), "")
