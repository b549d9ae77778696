"""Puts one value into a JSON text, replaces one, or cuts one, by the positions of its values.

All other text stays, comments too. Off the hot path.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from memory_store.hosts import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_store.hosts.json_text import Node

ITEM = "-"
"""The last step of a path that means a new item of an array (RFC 6902, 4.1)."""

_NOTE = re.compile(r"[ \t]*(?://[^\r\n]*|/\*[^\r\n]*?\*/)")
_UNIT = "  "
_OUTSIDE = json_text.WHITE + json_text.BYTE_ORDER_MARK


def dumps(value: object) -> str:
    """A value as one line of JSON, non-ASCII text as it is."""
    return json.dumps(value, ensure_ascii=False)


def replace(text: str, node: Node, value: object) -> str:
    """Write another value where one stands."""
    return text[: node.start] + dumps(value) + text[node.end :]


def add(text: str, root: Node | None, path: Sequence[str], value: object) -> str:
    """Put a value in at the end of its container, with the file's own indents and line ends.

    Args:
        text: the whole text.
        root: its root; None begins a new object.
        path: the keys from the root, the last one new, or ITEM; containers that lack are made.
        value: what JSON can hold; it is written on one line.
    """
    at = 0
    node = root
    while node and at < len(path) - 1 and (inner := json_text.member(node, path[at])):
        node, at = inner, at + 1
    newline, unit = _layout(text, root)
    if root is None or node is None:
        return text + _made(path, value, "", newline, unit) + newline
    indent = _child_indent(text, node, unit)
    head = "" if path[at] == ITEM else f"{dumps(path[at])}: "
    rest = _made(path[at + 1 :], value, indent, newline, unit)
    if not node.children:
        return text[: node.start + 1] + head + rest + text[node.start + 1 :]
    last = node.children[-1].end
    note = _NOTE.match(text, last)
    behind = note.end() if note else last  # what is said of the last value stays beside it
    gap = newline + indent if newline else " "
    return f"{text[:last]},{text[last:behind]}{gap}{head}{rest}{text[behind:]}"


def cut(text: str, path: Sequence[Node]) -> str:
    """Delete the last node of a path from the root, with a comma, and what was made for it alone.

    That is a container without other values or comments that `add` made: a blank stands behind
    its bracket. Comments stay. Of a root that goes nothing is left.
    """
    *above, node = path
    if not above:
        return ""
    container = above[-1]
    inside = text[container.start + 1 : container.end - 1]
    is_made = (
        inside[:1] in json_text.WHITE
        and inside.strip(json_text.WHITE) == text[node.begin : node.end]
    )
    if is_made and (len(above) > 1 or text.strip(_OUTSIDE) == _span(text, container)):
        return cut(text, above)
    after = next((one for one in container.children if one.begin > node.end), None)
    if after:
        rest = text[node.end : after.comma] + text[after.comma + 1 :]
        return text[: node.begin] + rest.lstrip(json_text.WHITE)
    if node.comma < 0:
        return text[: node.begin] + text[node.end :]
    gap = text[node.comma + 1 : node.begin]
    kept = gap.rstrip(" \t") if gap.strip(json_text.WHITE) else ""
    return text[: node.comma] + kept + text[node.end :]


def _span(text: str, node: Node) -> str:
    return text[node.start : node.end]


def _made(path: Sequence[str], value: object, indent: str, newline: str, unit: str) -> str:
    """A value in containers of its own, each with a blank behind its bracket."""
    if not path:
        return dumps(value)
    head, pair = ("", "[]") if path[0] == ITEM else (f"{dumps(path[0])}: ", "{}")
    inner = _made(path[1:], value, indent + unit, newline, unit)
    begin, end = (newline + indent + unit, newline + indent) if newline else (" ", " ")
    return f"{pair[0]}{begin}{head}{inner}{end}{pair[1]}"


def _layout(text: str, root: Node | None) -> tuple[str, str]:
    """The file's line end, "" where all is one line, and the indent of one level."""
    if root is None or not root.children:
        match = json_text.LINE_END.search(text)
        return (match.group() if match else "\n"), _UNIT
    match = json_text.LINE_END.search(_span(text, root))
    unit = _indent(text, root.children[0].begin).removeprefix(_indent(text, root.start))
    return (match.group() if match else ""), unit or _UNIT


def _child_indent(text: str, container: Node, unit: str) -> str:
    """The indent of a container's lines: its last child's, if that begins a line of its own."""
    if container.children:
        last = container.children[-1].begin
        if not text[_line_start(text, last) : last].strip(json_text.WHITE):
            return _indent(text, last)
    return _indent(text, container.start) + unit


def _indent(text: str, at: int) -> str:
    line = text[_line_start(text, at) : at].removeprefix(json_text.BYTE_ORDER_MARK)
    return line[: len(line) - len(line.lstrip(" \t"))]


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
