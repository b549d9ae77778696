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
    removal,
    wired,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# what callers need beside merge and remove, by one name
command_line = command_text.command_line
doubts = wired.doubts


def cursor_entries(command: Callable[[str], str]) -> dict[str, dict[str, object]]:
    """Cursor's wiring: the entry of each event, given the command line of each hook's name.

    Timeouts are seconds. `stop` is not even started in a loop (docs/hosts.md 1.2).
    """
    return {
        "sessionStart": {"command": command("load_memory"), "timeout": 10},
        "beforeSubmitPrompt": {"command": command("recall_memory"), "timeout": 10},
        "afterAgentResponse": {"command": command("capture_response"), "timeout": 10},
        "preCompact": {"command": command("flush_memory"), "timeout": 10},
        "stop": {"command": command("prompt_session_save"), "timeout": 10, "loop_limit": 1},
        "sessionEnd": {"command": command("sync_and_cleanup"), "timeout": 30},
    }


def claude_entries(command: Callable[[str], str]) -> dict[str, dict[str, object]]:
    """Claude Code's wiring: the hook of each event, to stand in a group of its own.

    SessionEnd's timeout raises its budget from 1.5 s (docs/hosts.md 2.5). The groups get no
    `matcher`: Cursor imports only Claude files that have one somewhere (1.8).
    """
    scripts = {
        "SessionStart": "load_memory",
        "UserPromptSubmit": "recall_memory",
        "PreCompact": "flush_memory",
        "Stop": "prompt_session_save",
        "SessionEnd": "sync_and_cleanup",
    }
    return {
        event: {"type": "command", "command": command(script), "timeout": 10}
        for event, script in scripts.items()
    }


def hooks_of(host: str) -> list[str]:
    """The names of the hooks that a host's wiring starts."""
    entries = _ENTRIES[host](lambda name: name)
    return [str(entry["command"]) for entry in entries.values()]


def merge(
    text: str,
    host: str,
    commands: Callable[[str], str],
    name: str = "",
    *,
    allowed: Sequence[str] = (),
) -> str:
    """Put our hooks into a host's file, and into Claude's what its agent may run unasked.

    Entries of ours that are complete get new command lines in place, where those differ, and keep
    what else the user set in them; otherwise all are taken out and put in anew.

    Args:
        text: the file's text with its own line ends, "" where there is no file.
        host: `cursor` or `claude`.
        commands: the command line for each hook's name.
        name: what to call the file in an error.
        allowed: command lines that Claude's agent may begin with and run without asking.

    Raises:
        UsageError: the file is not what the host reads; it names file, line and column.
        ValueError: a command isn't one that `command_line` makes.
    """
    hooked = _merge_hooks(text, host, commands, name)
    if host != model.CLAUDE:
        return hooked
    return permissions.merge(hooked, [permissions.rule(one) for one in allowed], name)


def _merge_hooks(text: str, host: str, commands: Callable[[str], str], name: str) -> str:
    root = wired.read(text, host, name)
    wired.check_host_reads(text, root, host, name)
    entries = _ENTRIES[host](commands)
    wanted = {event: command_text.script_of(entry["command"]) for event, entry in entries.items()}
    if "" in wanted.values():  # we could never find it again
        raise ValueError(f"not command lines of our hooks: {entries}")
    found = wired.ours(root, host)
    complete = sorted((hook.event, hook.script) for hook in found) == sorted(wanted.items())
    if complete and not _lacks_version(root, host):
        return _with_commands(text, found, entries)
    bare = remove(text, host, name)
    root = wired.read(bare, host, name)
    with_version = _lacks_version(root, host)
    items = {
        event: _item(entry, host, timeout_first=with_version) for event, entry in entries.items()
    }
    return insertion.insert(bare, root, items, with_version=with_version)


def remove(text: str, host: str, name: str = "") -> str:
    """Take what is ours out of a host's file; "" means that the whole file was ours.

    Raises:
        UsageError: the file is not JSON, or not of the host's shape; it names file, line, column.
    """
    if host == model.CLAUDE:
        text = permissions.remove(text, name)
    root = wired.read(text, host, name)
    return text if root is None else removal.remove(text, root, host)


_ENTRIES = {model.CURSOR: cursor_entries, model.CLAUDE: claude_entries}


def _lacks_version(root: json_text.Node | None, host: str) -> bool:
    return host == model.CURSOR and (root is None or json_text.member(root, "version") is None)


def _item(entry: dict[str, object], host: str, *, timeout_first: bool) -> dict[str, object]:
    if host == model.CLAUDE:
        return {"hooks": [entry]}
    return {"timeout": entry["timeout"]} | entry if timeout_first else entry


def _with_commands(
    text: str, found: list[wired.Found], entries: dict[str, dict[str, object]]
) -> str:
    edits = []
    for hook in found:
        command = entries[hook.event]["command"]
        if hook.command.value != command:
            place = hook.command
            edits.append(json_edit.Edit(place.start, place.end, json_edit.dumps(command)))
    return json_edit.apply(text, edits)
