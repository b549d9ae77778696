"""What `init` writes into a host's hooks file and `uninstall` takes out, as text in and text out.

It reads and writes no file, and leaves every byte that is not ours as it is.

How `remove(merge(text)) == text` holds without a record of what the file was like:

- A container that was there and empty gets our first piece hard behind its bracket: `[{…}]`.
  One that we make has a blank there: `[ {…} ]`. Only the second kind goes with our last piece.
- In a Cursor file to which we had to add `"version": 1`, our entries begin with their timeout,
  elsewhere with their command. Then the version goes too, unless others have moved in since.
  (A file with hooks of others and no version is refused: Cursor runs none of them.)

A formatter may blur the first mark; then, at worst, a container that was empty before us goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory_store import model
from memory_store.hosts import (
    command_text,
    insertion,
    json_edit,
    json_text,
    permissions,
    plugin_file,
    registry,
    removal,
    wired,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


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
        if host != model.CURSOR:
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

    Entries of ours that are complete get new command lines in place, where those differ, and keep
    what else the user set in them; otherwise all are taken out and put in anew.

    Args:
        text: the file's text with its own line ends, "" where there is no file.
        host: the host's name in the registry.
        commands: the command line for each hook's name.
        name: what to call the file in an error.
        allowed: command lines that Claude's agent may begin with and run without asking.

    Raises:
        UsageError: the file is not what the host reads; it names file, line and column.
        ValueError: a command isn't one that `command_line` makes.
    """
    row = registry.HOSTS[host]
    if row.plugin:
        plugin_file.check(text, name)
        lines = {event: commands(hook) for event, hook in row.events.items()}
        return plugin_file.written(row.plugin, lines)
    hooked = _merge_hooks(text, host, commands, name)
    if host != model.CLAUDE:
        return hooked
    return permissions.merge(hooked, [permissions.rule(one) for one in allowed], name)


def wired_commands(text: str, host: str, name: str = "") -> dict[str, str]:
    """The command line of each hook of ours that a host's file starts, by the hook's name.

    Raises:
        UsageError: the file is not JSON, or not of the host's shape; it names file, line, column.
    """
    if registry.HOSTS[host].plugin:
        lines: list[object] = [*plugin_file.commands(text).values()]
    else:
        lines = [one.command.value for one in wired.ours(wired.read(text, host, name), host)]
    return {command_text.script_of(line): str(line) for line in lines}


def doubts(text: str, host: str, name: str = "") -> list[str]:
    """The reasons why a host may ignore a valid file, one line each; errors as `remove`."""
    return [] if registry.HOSTS[host].plugin else wired.doubts(text, host, name)


def _merge_hooks(text: str, host: str, commands: Callable[[str], str], name: str) -> str:
    root = wired.read(text, host, name)
    wired.check_host_reads(text, root, host, name)
    items = entries(host, commands)
    wanted = {event: command_text.script_of(entry["command"]) for event, entry in items.items()}
    if "" in wanted.values():  # we could never find it again
        raise ValueError(f"not command lines of our hooks: {items}")
    wired_hooks = wired.ours(root, host)
    complete = sorted((hook.event, hook.script) for hook in wired_hooks) == sorted(wanted.items())
    if complete and not _lacks_version(root, host):
        return _with_commands(text, wired_hooks, items)
    bare = remove(text, host, name)
    root = wired.read(bare, host, name)
    with_version = _lacks_version(root, host)
    shaped = {
        event: _item(entry, host, timeout_first=with_version) for event, entry in items.items()
    }
    return insertion.insert(bare, root, shaped, with_version=with_version)


def remove(text: str, host: str, name: str = "") -> str:
    """Remove our hooks from a host's file; "" means that the whole file was ours.

    Raises:
        UsageError: the file is not JSON, or not of the host's shape; it names file, line, column.
    """
    if registry.HOSTS[host].plugin:
        return "" if plugin_file.is_ours(text) else text
    if host == model.CLAUDE:
        text = permissions.remove(text, name)
    root = wired.read(text, host, name)
    return text if root is None else removal.remove(text, root, host)


def _lacks_version(root: json_text.Node | None, host: str) -> bool:
    return host == model.CURSOR and (root is None or json_text.member(root, "version") is None)


def _item(entry: dict[str, object], host: str, *, timeout_first: bool) -> dict[str, object]:
    if host != model.CURSOR:
        return {"hooks": [entry]}
    return {"timeout": entry["timeout"]} | entry if timeout_first else entry


def _with_commands(
    text: str, wired_hooks: list[wired.Hook], items: dict[str, dict[str, object]]
) -> str:
    edits = []
    for hook in wired_hooks:
        command = items[hook.event]["command"]
        if hook.command.value != command:
            place = hook.command
            edits.append(json_edit.Edit(place.start, place.end, json_edit.dumps(command)))
    return json_edit.apply(text, edits)
