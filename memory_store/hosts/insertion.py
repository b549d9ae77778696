"""Inserts our hooks into the text of a host's file, with the file's own indents and line ends.

Pure, and off the hot path. Must not delete or change existing text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memory_store.hosts import json_edit, json_text

if TYPE_CHECKING:
    from memory_store.hosts.json_edit import Edit
    from memory_store.hosts.json_text import Node


class _Layout(NamedTuple):
    newline: str
    unit: str

    def line(self, indent: str) -> str:
        """The text between two pieces: a line end and indent, or a blank in a one-line file."""
        return self.newline + indent if self.newline else " "


def insert(
    text: str, root: Node | None, items: dict[str, dict[str, object]], *, with_version: bool
) -> str:
    """Insert an item under each event into a file that holds none of ours.

    Args:
        text: the file's text.
        root: its value, None for blanks alone.
        items: what to append to the array of each event.
        with_version: add `"version": 1` too.
    """
    layout = _layout(text, root)
    pieces = ['"version": 1'] if with_version else []
    if root is None:
        pieces.append(_hooks_member(items, layout, layout.unit))
        return text + _bracketed("{}", pieces, layout, "") + layout.newline
    indent = _child_indent(text, root, layout)
    hooks = json_text.member(root, "hooks")
    edits = _into_hooks(text, hooks, items, layout) if hooks else []
    if hooks is None:
        pieces.append(_hooks_member(items, layout, indent))
    edits.append(json_edit.append(root, pieces, layout.line(indent)))
    return json_edit.apply(text, edits)


def into_array(text: str, root: Node, keys: tuple[str, str], values: list[str]) -> str:
    """Append strings to the array under two keys of an object, creating what is missing."""
    layout = _layout(text, root)
    pieces = [json_edit.dumps(value) for value in values]
    outer = json_text.member(root, keys[0])
    inner = json_text.member(outer, keys[1]) if outer else None
    if not pieces:
        return text
    if inner:
        separator = layout.line(_child_indent(text, inner, layout))
        return json_edit.apply(text, [json_edit.append(inner, pieces, separator)])
    indent = _child_indent(text, outer or root, layout)
    deeper = indent if outer else indent + layout.unit
    piece = f'"{keys[1]}": ' + _bracketed("[]", pieces, layout, deeper)
    if outer is None:
        piece = f'"{keys[0]}": ' + _bracketed("{}", [piece], layout, indent)
    edit = json_edit.append(outer or root, [piece], layout.line(indent))
    return json_edit.apply(text, [edit])


def _into_hooks(
    text: str, hooks: Node, items: dict[str, dict[str, object]], layout: _Layout
) -> list[Edit]:
    edits = []
    pieces = []
    indent = _child_indent(text, hooks, layout)
    for key, item in items.items():
        event = json_text.member(hooks, key)
        if event is None:
            pieces.append(_event_member(key, item, layout, indent))
        else:
            separator = layout.line(_child_indent(text, event, layout))
            edits.append(json_edit.append(event, [json_edit.dumps(item)], separator))
    return [*edits, json_edit.append(hooks, pieces, layout.line(indent))]


def _event_member(key: str, item: dict[str, object], layout: _Layout, indent: str) -> str:
    return f'"{key}": ' + _bracketed("[]", [json_edit.dumps(item)], layout, indent)


def _hooks_member(items: dict[str, dict[str, object]], layout: _Layout, indent: str) -> str:
    inner = indent + layout.unit
    pieces = [_event_member(key, item, layout, inner) for key, item in items.items()]
    return '"hooks": ' + _bracketed("{}", pieces, layout, indent)


def _bracketed(pair: str, pieces: list[str], layout: _Layout, indent: str) -> str:
    # the blank behind the bracket is the mark of a container that we made
    inner = layout.line(indent + layout.unit)
    return f"{pair[0]}{inner}{f',{inner}'.join(pieces)}{layout.line(indent)}{pair[1]}"


def _layout(text: str, root: Node | None) -> _Layout:
    if root is None or not root.children:
        return _Layout(newline=json_edit.first_line_end(text) or "\n", unit="  ")
    newline = json_edit.first_line_end(text[root.start : root.end])
    unit = _indent(text, root.children[0].begin).removeprefix(_indent(text, root.start))
    return _Layout(newline=newline, unit=unit or "  ")


def _child_indent(text: str, container: Node, layout: _Layout) -> str:
    """The indent of a container's lines: its last child's, if that begins a line of its own."""
    if container.children:
        last = container.children[-1].begin
        if text[json_edit.line_start(text, last) : last].strip(json_text.WHITE) == "":
            return _indent(text, last)
    return _indent(text, container.start) + layout.unit


def _indent(text: str, at: int) -> str:
    line = text[json_edit.line_start(text, at) : at].removeprefix(json_text.BYTE_ORDER_MARK)
    return line[: len(line) - len(line.lstrip(" \t"))]
