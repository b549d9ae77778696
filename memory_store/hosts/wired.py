"""Reads which hooks a host's file holds, and which of them are ours.

Off the hot path. Must not change the text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memory_store import model
from memory_store.hosts import command_text, cursor, json_text, registry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.hosts.json_text import Node


class Hook(NamedTuple):
    """A hook of ours in a file.

    Attributes:
        event: the event it stands under, in the host's words.
        script: the name of the hook script that it starts.
        command: where its command line stands.
        timeout_first: it begins with its timeout, by which we know a version we added.
    """

    event: str
    script: str
    command: Node
    timeout_first: bool


def read(text: str, host: str, name: str) -> Node | None:
    """Parse a host's file; None for blanks alone.

    Raises:
        UsageError: it is no JSON, or `hooks` isn't an object of arrays; line and column are told.
    """
    name = name or _file_name(host)
    # Claude Code refuses comments: anthropics/claude-code#83190
    root = json_text.parse(text, name, comments=host == model.CURSOR)
    if root is None:
        return None
    hooks = json_text.member(root, "hooks")
    for node in (root, hooks):
        if node and not isinstance(node.value, dict):
            json_text.refuse(text, name, node.start, "an object is expected here")
    for event in hooks.children if hooks else ():
        if not isinstance(event.value, list):
            json_text.refuse(text, name, event.start, "an array is expected here")
    return root


def check_host_reads(text: str, root: Node | None, host: str, name: str) -> None:
    """Refuse a file that Cursor drops for its byte order mark or its version (hosts.md 1.2).

    A version is not added for hooks of others: that would start what has never run. Claude Code
    reads a file with the mark, and knows no version.
    """
    if host != model.CURSOR or root is None:
        return
    name = name or _file_name(host)
    if text.startswith(json_text.BYTE_ORDER_MARK):
        json_text.refuse(text, name, 0, "Cursor drops a file with a byte order mark")
    version = json_text.member(root, "version")
    hooks = json_text.member(root, "hooks")
    if version and text[version.start : version.end] != "1":
        json_text.refuse(text, name, version.start, "the version has to be 1")
    entries = [entry for event in hooks.children for entry in event.children] if hooks else []
    if version is None and not all(script_of(entry) for entry in entries):
        json_text.refuse(text, name, root.start, 'Cursor drops a file without "version": 1')


def doubts(text: str, host: str, name: str = "") -> list[str]:
    """The reasons why Cursor may ignore a whole valid file, one line each.

    These are told, not refused: newer builds may know more events, or strip comments better.

    Raises:
        UsageError: as `read`.
    """
    root = read(text, host, name)
    if root is None or host != model.CURSOR:
        return []
    name = name or _file_name(host)
    hooks = json_text.member(root, "hooks")
    events = [event.key for event in hooks.children] if hooks else []
    lines = [f"{name}: unknown event {key}" for key in events if key not in cursor.EVENTS]
    if any("//" in string or "/*" in string for string in _strings(text, root)):
        lines.append(f"{name}: `//` or `/*` inside a string, which Cursor takes for a comment")
    return lines


def hooks_of(item: Node, host: str) -> tuple[Node, ...]:
    """The hooks in an item of an event: the item itself in Cursor, else a group's."""
    if host == model.CURSOR:
        return (item,)
    group = json_text.member(item, "hooks")
    return group.children if group and isinstance(group.value, list) else ()


def script_of(hook: Node) -> str:
    """The name of the hook script of ours that a hook starts, "" for anybody else's hook."""
    command = json_text.member(hook, "command")
    return command_text.script_of(command.value) if command else ""


def ours(root: Node | None, host: str) -> list[Hook]:
    """The hooks of ours in a file, in the file's order."""
    hooks = json_text.member(root, "hooks") if root else None
    return [
        Hook(event.key, script, command, timeout_first=hook.children[0].key == "timeout")
        for event in (hooks.children if hooks else ())
        for item in event.children
        for hook in hooks_of(item, host)
        if (script := script_of(hook)) and (command := json_text.member(hook, "command"))
    ]


def _file_name(host: str) -> str:
    row = registry.HOSTS[host]
    return (row.project_file or row.user_file).rpartition("/")[2]


def _strings(text: str, node: Node) -> Iterator[str]:
    yield node.key
    if isinstance(node.value, str):
        yield text[node.start : node.end]
    for child in node.children:
        yield from _strings(text, child)
