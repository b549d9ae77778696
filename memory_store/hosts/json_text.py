"""Parses a JSON text with the position of each value.

As strict as the hosts, with comments where one allows them. Off the hot path.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple, NoReturn

from memory_store import errors

BYTE_ORDER_MARK = "\ufeff"
WHITE = " \t\r\n"
LINE_END = re.compile(r"\r\n|\r|\n")
_BLANK = re.compile(r"[ \t\r\n]*")
_BLANK_OR_COMMENT = re.compile(r"(?:[ \t\r\n]+|//[^\r\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"[^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*"')
_LITERAL = re.compile(
    r"(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(?![\w.+-])"
)
_DEEPEST = 100


class Node(NamedTuple):
    """A value of a JSON text, with its positions.

    Attributes:
        begin: where its piece of the container begins: at its key, or at the value itself.
        start: where the value begins.
        end: where the value ends, exclusive.
        key: its key, "" in an array and at the root.
        comma: where the comma before it stands, -1 for the first of its container.
        value: the Python value.
        children: the values inside, in order.
    """

    begin: int
    start: int
    end: int
    key: str
    comma: int
    value: object
    children: tuple[Node, ...]


class _Source(NamedTuple):
    text: str
    name: str
    blank: re.Pattern[str]

    def skip(self, at: int) -> int:
        match = self.blank.match(self.text, at)
        return match.end() if match else at

    def at(self, at: int) -> str:
        return self.text[at : at + 1]

    def refuse(self, at: int, template: str, **values: object) -> NoReturn:
        refuse(self.text, self.name, at, template, **values)


def parse(text: str, name: str, *, comments: bool) -> Node | None:
    """Read a JSON text (RFC 8259, strictly: no trailing commas, no NaN, no key twice).

    Args:
        text: the whole text; a byte order mark in front is skipped.
        name: what to call it in an error.
        comments: whether `//` and `/* */` may stand between tokens.

    Returns:
        The root, or None for a text of blanks alone.

    Raises:
        UsageError: the text is not JSON; it names the line and the column.
    """
    if not text.strip(WHITE + BYTE_ORDER_MARK):
        return None
    source = _Source(text, name, _BLANK_OR_COMMENT if comments else _BLANK)
    root = _value(source, source.skip(len(text) - len(text.removeprefix(BYTE_ORDER_MARK))), 0)
    end = source.skip(root.end)
    if end != len(text):
        source.refuse(end, "nothing more is expected here")
    return root


def refuse(text: str, name: str, at: int, template: str, **values: object) -> NoReturn:
    """Raise the UsageError that tells a caller's fault by `name:line:column`, both from 1."""
    lines = LINE_END.split(text[:at])
    place = f"{name}:{len(lines)}:{len(lines[-1]) + 1}"
    hint = "mend the file and run this again; nothing was written"
    message = errors.Message(template, **values)
    raise errors.UsageError("{place}: {message}", hint, place=place, message=message)


def member(node: Node | None, key: str) -> Node | None:
    """The value under an object's key, or None."""
    return next((one for one in node.children if one.key == key), None) if node else None


def _value(source: _Source, at: int, depth: int) -> Node:
    char = source.at(at)
    if char in ("{", "["):
        return _container(source, at, depth)
    match = (_STRING if char == '"' else _LITERAL).match(source.text, at)
    if match is None:
        source.refuse(at, "a JSON value is expected here")
    return Node(at, at, match.end(), "", -1, _loads(source, at, match.group()), ())


def _container(source: _Source, at: int, depth: int) -> Node:
    if depth > _DEEPEST:
        source.refuse(at, "more than {count} levels deep", count=_DEEPEST)
    close, read = ("}", _member) if source.at(at) == "{" else ("]", _value)
    children: list[Node] = []
    comma = -1
    here = source.skip(at + 1)
    while comma >= 0 or source.at(here) != close:
        children.append(read(source, here, depth + 1)._replace(comma=comma))
        here = source.skip(children[-1].end)
        if source.at(here) != ",":
            break
        comma, here = here, source.skip(here + 1)
    if source.at(here) != close:
        source.refuse(here, "`,` or `{close}` is expected here", close=close)
    value: object = [child.value for child in children]
    if close == "}":
        value = _members(source, children)
    return Node(at, at, here + 1, "", -1, value, tuple(children))


def _members(source: _Source, children: list[Node]) -> dict[str, object]:
    value: dict[str, object] = {}
    for child in children:
        if child.key in value:
            source.refuse(child.begin, 'the key "{key}" stands here twice', key=child.key)
        value[child.key] = child.value
    return value


def _member(source: _Source, at: int, depth: int) -> Node:
    match = _STRING.match(source.text, at)
    if match is None:
        source.refuse(at, "a key in double quotes is expected here")
    key = str(_loads(source, at, match.group()))
    colon = source.skip(match.end())
    if source.at(colon) != ":":
        source.refuse(colon, "`:` is expected here")
    return _value(source, source.skip(colon + 1), depth)._replace(begin=at, key=key)


def _loads(source: _Source, at: int, token: str) -> object:
    try:
        return json.loads(token)
    except ValueError:  # a wrong escape, or a number with more digits than Python reads
        source.refuse(at, "this is no JSON string or number")
