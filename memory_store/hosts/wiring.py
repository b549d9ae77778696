"""What `init` writes into a host's hooks file and `uninstall` takes out, as text in and text out.

No key, comment or order of others is lost; what only we made goes again. It opens no file.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from memory_store import errors, model
from memory_store.hosts import (
    command_text,
    json_edit,
    json_text,
    permissions,
    plugin_file,
    registry,
    toml_hooks,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from memory_store.hosts.json_text import Node


class _Hook(NamedTuple):
    """A hook of ours in a file: its event, its script, and where its command stands.

    `path` leads from the root to what goes with it: the hook, or the group that holds but ours.
    """

    event: str
    script: str
    command: Node
    path: tuple[Node, ...]


def entries(host: str, command: Callable[[str], str]) -> dict[str, dict[str, object]]:
    """The entry of each event in a host's file: the hook's command line and its limits.

    Cursor does not even start `stop` in a loop (docs/hosts.md 1.2). The groups of the others get
    no `matcher`: Cursor imports only Claude files that have one somewhere (1.8).

    Args:
        host: the host's name in the registry.
        command: the command line of a hook, by its name.
    """
    row = registry.HOSTS[host]
    entry_of: dict[str, dict[str, object]] = {}
    for event, hook in row.events.items():
        entry: dict[str, object] = {"command": command(hook), "timeout": row.limit(event)}
        if row.has(registry.GROUPS):
            entry = {"type": "command", **entry}
        elif event == "stop":
            entry["loop_limit"] = 1
        entry_of[event] = entry
    return entry_of


def merge(
    text: str,
    host: str,
    commands: Callable[[str], str],
    name: str = "",
    *,
    allowed: Sequence[str] = (),
) -> str:
    """Add our hooks to a host's file, and our permissions to Claude's.

    An entry of ours under its event gets its new command line and keeps what else the user set in
    it; what is doubled or stands elsewhere goes, what lacks is added.

    Args:
        text: the file's text with its own line ends, "" where there is no file.
        host: the host's name in the registry.
        commands: the command line for each hook's name.
        name: what to call the file in an error.
        allowed: command lines that Claude's agent may begin with and run without asking.

    Raises:
        UsageError: the file is not what the host reads; it names file, line and column, and the
            hint holds the lines to paste.
        ValueError: a command isn't one that `command_line` makes.
    """
    row = registry.HOSTS[host]
    if row.plugin:
        plugin_file.check(text, name)
        lines = {event: commands(hook) for event, hook in row.events.items()}
        return plugin_file.written(row.plugin, lines)
    wanted = entries(host, commands)
    if not all(command_text.script_of(one["command"]) for one in wanted.values()):
        raise ValueError(f"not command lines of our hooks: {wanted}")  # we'd never find it again
    try:
        if row.has(registry.TOML):
            return toml_hooks.merge(text, wanted, name or row.file_name)
        hooked = _merged(text, row, wanted, name)
        if host != model.CLAUDE:
            return hooked
        rules = [permissions.rule(one) for one in allowed]
        return permissions.merge(hooked, read(hooked, row, name), rules, name)
    except errors.UsageError as error:
        hint = "nothing was written: mend the file and run this again, or put into it {lines}"
        pasted = toml_hooks.in_one_line(wanted) if row.has(registry.TOML) else _pasted(row, wanted)
        raise errors.UsageError(error.message, hint, lines=pasted) from error


def remove(text: str, host: str, name: str = "") -> str:
    """Remove our hooks from a host's file; "" means that nothing of others is left.

    Raises:
        UsageError: the file is not JSON, or not of the host's shape; it names file, line, column.
    """
    row = registry.HOSTS[host]
    if row.plugin:
        return "" if plugin_file.is_ours(text) else text
    if row.has(registry.TOML):
        return toml_hooks.remove(text, name or row.file_name)
    left = permissions.remove(text, read(text, row, name), name) if host == model.CLAUDE else text
    while hook := next(_ours(read(left, row, name), row), None):
        left = json_edit.cut(left, hook.path)
    is_empty = left != text and row.has(registry.VERSION) and _is_version_alone(left, row, name)
    return "" if is_empty else left


def wired_commands(text: str, host: str, name: str = "") -> dict[str, str]:
    """The command line of ours that each event of a host's file starts, by the event.

    Raises:
        UsageError: the file is not JSON, or not of the host's shape; it names file, line, column.
    """
    row = registry.HOSTS[host]
    if row.plugin:
        return plugin_file.commands(text)
    if row.has(registry.TOML):
        ours = toml_hooks.ours(text, name or row.file_name)
        return {str(one["event"]): str(one["command"]) for one in ours}
    hooks = _ours(read(text, row, name), row)
    return {hook.event: str(hook.command.value) for hook in hooks}


def doubts(text: str, host: str, name: str = "") -> list[str]:
    """The reasons why Cursor may ignore a whole valid file, one line each.

    These are told, not refused: newer builds may know more events, or strip comments better.

    Raises:
        UsageError: as `remove`.
    """
    from memory_store.hosts import cursor  # one host alone is so particular

    row = registry.HOSTS[host]
    root = read(text, row, name) if host == model.CURSOR else None
    if root is None:
        return []
    name = name or row.file_name
    hooks = _events(root, row)
    events = [event.key for event in hooks.children] if hooks else []
    unknown = [key for key in events if key not in cursor.EVENTS]
    lines: list[str] = [
        errors.Message("{name}: unknown event {key}", name=name, key=key) for key in unknown
    ]
    if any("//" in string or "/*" in string for string in _strings(text, root)):
        comment = "{name}: `//` or `/*` inside a string, which Cursor takes for a comment"
        lines.append(errors.Message(comment, name=name))
    return lines


def read(text: str, row: registry.Host, name: str) -> Node | None:
    """Parse a host's file; None for blanks alone.

    Raises:
        UsageError: it is no JSON, or its events are no arrays; line and column are told.
    """
    name = name or row.file_name
    root = json_text.parse(text, name, comments=row.has(registry.COMMENTS))
    if root is None:
        return None
    hooks = _events(root, row)
    for node in (root, hooks):
        if node and not isinstance(node.value, dict):
            json_text.refuse(text, name, node.start, "an object is expected here")
    for event in hooks.children if hooks else ():
        is_known = hooks is not root or event.key in row.events  # what else is at the top?
        if is_known and not isinstance(event.value, list):
            json_text.refuse(text, name, event.start, "an array is expected here")
    return root


def _merged(text: str, row: registry.Host, wanted: dict[str, dict[str, object]], name: str) -> str:
    root = read(text, row, name)
    _check_version(text, root, row, name)
    if root is None and row.has(registry.VERSION):
        text = json_edit.add(text, root, ("version",), 1)
    pairs = {(event, command_text.script_of(one["command"])) for event, one in wanted.items()}
    while stray := _stray(_ours(read(text, row, name), row), pairs):
        text = json_edit.cut(text, stray.path)
    for hook in reversed([*_ours(read(text, row, name), row)]):
        if hook.command.value != wanted[hook.event]["command"]:
            text = json_edit.replace(text, hook.command, wanted[hook.event]["command"])
    there = {hook.event for hook in _ours(read(text, row, name), row)}
    for event, entry in wanted.items():
        if event not in there:
            item = {"hooks": [entry]} if row.has(registry.GROUPS) else entry
            path = (*row.events_path, event, json_edit.ITEM)
            text = json_edit.add(text, read(text, row, name), path, item)
    root = read(text, row, name)
    if row.has(registry.VERSION) and json_text.member(root, "version") is None:
        text = json_edit.add(text, root, ("version",), 1)
    return text


def _stray(hooks: Iterator[_Hook], pairs: set[tuple[str, str]]) -> _Hook | None:
    """The first hook that is doubled, or stands under another event than it should."""
    seen: set[tuple[str, str]] = set()
    for hook in hooks:
        pair = hook.event, hook.script
        if pair in seen or pair not in pairs:
            return hook
        seen.add(pair)
    return None


def _ours(root: Node | None, row: registry.Host) -> Iterator[_Hook]:
    """The hooks of ours in a file, in the file's order."""
    events = _events(root, row)
    if root is None or events is None:
        return
    above = (root,) if events is root else (root, events)
    for event in events.children:
        for item in event.children if isinstance(event.value, list) else ():
            group = json_text.member(item, "hooks") if row.has(registry.GROUPS) else None
            hooks = (group.children if group else ()) if row.has(registry.GROUPS) else (item,)
            found = [(hook, script) for hook in hooks if (script := _script_of(hook))]
            whole = (*above, event, item)
            for hook, script in found:
                path = (
                    whole if group is None or len(found) == len(hooks) else (*whole, group, hook)
                )
                command = json_text.member(hook, "command")
                if command:
                    yield _Hook(event.key, script, command, path)


def _script_of(hook: Node) -> str:
    """The name of the hook script of ours that a hook starts, "" for anybody else's hook."""
    command = json_text.member(hook, "command")
    return command_text.script_of(command.value) if command else ""


def _events(root: Node | None, row: registry.Host) -> Node | None:
    """The object whose members are the events."""
    return json_text.member(root, *row.events_path) if row.events_path else root


def _check_version(text: str, root: Node | None, row: registry.Host, name: str) -> None:
    """Refuse a file that a host drops for its byte order mark or its version (hosts.md 1.2).

    A version is not added for hooks of others: that would start what has never run. Claude Code
    reads a file with the mark, and knows no version.
    """
    if not row.has(registry.VERSION) or root is None:
        return

    def refuse(at: int, template: str) -> NoReturn:
        json_text.refuse(text, name or row.file_name, at, template, host=row.title)

    if text.startswith(json_text.BYTE_ORDER_MARK):
        refuse(0, "{host} drops a file with a byte order mark")
    version = json_text.member(root, "version")
    if version and text[version.start : version.end] != "1":
        refuse(version.start, "the version has to be 1")
    events = _events(root, row)
    items = [item for event in events.children for item in event.children] if events else []
    mine = [hook.path[-1].start for hook in _ours(root, row)]
    if version is None and any(item.start not in mine for item in items):
        refuse(root.start, '{host} drops a file without "version": 1')


def _is_version_alone(text: str, row: registry.Host, name: str) -> bool:
    root = read(text, row, name)
    if root is None or [one.key for one in root.children] != ["version"]:
        return False
    try:
        json.loads(text.removeprefix(json_text.BYTE_ORDER_MARK))
    except ValueError:  # a comment stands beside it
        return False
    return True


def _pasted(row: registry.Host, wanted: dict[str, dict[str, object]]) -> str:
    """What a whole file of ours says, in one line."""
    groups = row.has(registry.GROUPS)
    hooks = {event: [{"hooks": [one]} if groups else one] for event, one in wanted.items()}
    version = {"version": 1} if row.has(registry.VERSION) else {}
    return json_edit.dumps({**version, "hooks": hooks} if row.events_path else hooks)


def _strings(text: str, node: Node) -> Iterator[str]:
    yield node.key
    if isinstance(node.value, str):
        yield text[node.start : node.end]
    for child in node.children:
        yield from _strings(text, child)
