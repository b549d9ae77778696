"""Adds and removes our three commands in Claude Code's `permissions.allow`, as text.

Must not change a byte of others, or allow more than our scripts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memory_store import model, place
from memory_store.hosts import insertion, json_text, removal, wired

if TYPE_CHECKING:
    from memory_store.hosts.json_text import Node

_OURS = re.compile(
    rf"""Bash\((?:.+ -I .*scripts[/\\](?:{"|".join(place.COMMANDS)})\.py["']*"""
    rf"""|memory-store (?:{"|".join(place.COMMANDS.values())}))(?: .*)?:\*\)"""
)


def rule(command: str) -> str:
    """The rule that allows a command line with any further words."""
    return f"Bash({command}:*)"


def merge(text: str, rules: list[str], name: str = "") -> str:
    """A settings file that allows `rules`, and no others of ours.

    Raises:
        UsageError: `permissions` or its `allow` is not what Claude Code reads.
    """
    root = wired.read(text, model.CLAUDE, name)
    found = _allowed(text, root, name) if root else None
    ours = [rule.value for rule in found.children if _is_ours(rule)] if found else []
    if root is None or ours == rules:
        return text
    bare = remove(text, name)
    root = wired.read(bare, model.CLAUDE, name)
    return insertion.into_array(bare, root, ("permissions", "allow"), rules) if root else bare


def allows(text: str, name: str = "") -> bool:
    """Whether a settings file has a rule of ours; errors as `merge`."""
    root = wired.read(text, model.CLAUDE, name)
    allowed = _allowed(text, root, name) if root else None
    return allowed is not None and any(_is_ours(rule) for rule in allowed.children)


def remove(text: str, name: str = "") -> str:
    """A settings file without our rules and the containers made for them.

    Raises:
        UsageError: as `merge`.
    """
    root = wired.read(text, model.CLAUDE, name)
    allowed = _allowed(text, root, name) if root else None
    if root is None or allowed is None:
        return text
    ours = {index for index, rule in enumerate(allowed.children) if _is_ours(rule)}
    return removal.cut_upwards(text, (root, _child(root, "permissions"), allowed), ours)


def _allowed(text: str, root: Node, name: str) -> Node | None:
    name = name or "settings.json"
    permissions = json_text.member(root, "permissions")
    if permissions is None:
        return None
    if not isinstance(permissions.value, dict):
        json_text.refuse(text, name, permissions.start, "an object is expected here")
    allowed = json_text.member(permissions, "allow")
    if allowed is not None and not isinstance(allowed.value, list):
        json_text.refuse(text, name, allowed.start, "an array is expected here")
    return allowed


def _child(node: Node, key: str) -> Node:
    return next(child for child in node.children if child.key == key)


def _is_ours(rule: Node) -> bool:
    return isinstance(rule.value, str) and _OURS.fullmatch(rule.value) is not None
