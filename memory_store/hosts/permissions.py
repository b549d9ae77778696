"""Our commands in Claude Code's `permissions.allow`, as text.

Must not allow more than our scripts, or change a rule of others.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memory_store import place
from memory_store.hosts import json_edit, json_text

if TYPE_CHECKING:
    from memory_store.hosts.json_text import Node

_OURS = re.compile(
    rf"""Bash\((?:.+ -I .*scripts[/\\](?:{"|".join(place.COMMANDS)})\.py["']*"""
    rf"""|memory-store (?:{"|".join(place.COMMANDS.values())}))(?: .*)?:\*\)"""
)
_PATH = ("permissions", "allow")


def rule(command: str) -> str:
    """The rule that allows a command line with any further words."""
    return f"Bash({command}:*)"


def merge(text: str, root: Node | None, rules: list[str], name: str = "") -> str:
    """A settings file that allows `rules`, and no others of ours.

    Args:
        text: the file's text.
        root: its value, None for blanks alone.
        rules: as `rule` makes them.
        name: what to call the file in an error.

    Raises:
        UsageError: `permissions` or its `allow` is not what Claude Code reads.
    """
    if root is None or [one[-1].value for one in _ours(text, root, name)] == rules:
        return text
    text = remove(text, root, name)
    for one in rules:
        text = json_edit.add(text, _parsed(text, name), (*_PATH, json_edit.ITEM), one)
    return text


def count(text: str, name: str = "") -> int:
    """How many rules of ours a settings file has; errors as `merge`."""
    root = _parsed(text, name)
    return 0 if root is None else len(_ours(text, root, name))


def remove(text: str, root: Node | None, name: str = "") -> str:
    """A settings file without our rules; errors as `merge`."""
    while root and (found := _ours(text, root, name)):
        text = json_edit.cut(text, found[0])
        root = _parsed(text, name)
    return text


def _parsed(text: str, name: str) -> Node | None:
    return json_text.parse(text, name or "settings.json", comments=False)


def _ours(text: str, root: Node, name: str) -> list[tuple[Node, ...]]:
    """The paths of our rules."""
    outer = json_text.member(root, _PATH[0])
    inner = json_text.member(outer, _PATH[1])
    object_, array = "an object is expected here", "an array is expected here"
    for node, kind, fault in ((outer, dict, object_), (inner, list, array)):
        if node and not isinstance(node.value, kind):
            json_text.refuse(text, name or "settings.json", node.start, fault)
    if outer is None or inner is None:
        return []
    return [
        (root, outer, inner, one)
        for one in inner.children
        if isinstance(one.value, str) and _OURS.fullmatch(one.value)
    ]
