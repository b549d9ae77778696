"""Finds what switches all hooks off in the settings of hosts that are wired.

A host drops our hooks then without a word. Must not change a file.
"""

from __future__ import annotations

import os
import sys

from memory_store import errors, model
from memory_store.commands import installation
from memory_store.hosts import json_text, registry
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator

_SWITCHES: dict[tuple[str, ...], bool] = {
    ("disableAllHooks",): True,
    ("allowManagedHooksOnly",): True,
    ("hooksConfig", "enabled"): False,
    ("hooks", "enabled"): False,
    ("tools", "enableHooks"): False,
    ("features", "hooks"): False,
    ("features", "codex_hooks"): False,
}
"""The path of each switch in hosts' settings, with the value that turns hooks off."""

_MANAGED = {
    model.CLAUDE: {
        "darwin": "/Library/Application Support/ClaudeCode/managed-settings.json",
        "win32": "C:/Program Files/ClaudeCode/managed-settings.json",
        "": "/etc/claude-code/managed-settings.json",
    },
    "gemini": {
        "darwin": "/Library/Application Support/GeminiCli/settings.json",
        "win32": "C:/ProgramData/gemini-cli/settings.json",
        "": "/etc/gemini-cli/settings.json",
    },
}
"""The settings of a machine's administrator, which prevail, by platform."""

_PLUGIN = '"memory-store@'
"""How a host's settings name our plugin."""


def faults(project: str, hosts: Container[str]) -> Iterator[tuple[str, str]]:
    """The files that turn the hooks of a wired host off: each with its sentence.

    Args:
        project: the directory whose settings count, beside the user's.
        hosts: those that are wired there.
    """
    for host in registry.HOSTS:
        texts = _texts(project, host)
        if host not in hosts and not any(_PLUGIN in text for text in texts.values()):
            continue
        for switch, off in _SWITCHES.items():
            for path, text in texts.items():
                found = _found(text, path, switch)
                if found is None:
                    continue
                value, line = found
                if value is off:
                    what = f"{'.'.join(switch)}: {str(value).lower()}"
                    told = "{place}: {what}, so that no hook runs"
                    yield path, errors.Message(told, place=f"{path}:{line}", what=what)
                break  # the first file that says it prevails


def names_plugin(project: str) -> bool:
    """Whether the settings of a host name our plugin, which starts hooks without a wiring."""
    return any(
        _PLUGIN in text for host in registry.HOSTS for text in _texts(project, host).values()
    )


def _texts(project: str, host: str) -> dict[str, str]:
    """The settings files of a host with their texts, those that prevail first."""
    return {path: _text(path) for path in _files(project, host)}


def _files(project: str, host: str) -> Iterator[str]:
    """The settings files of a host, those that prevail first."""
    managed = _MANAGED.get(host, {})
    if managed:
        yield managed.get(sys.platform, managed[""])
    for root in dict.fromkeys((project, layout.home())):
        path = installation.settings_file(root, host)
        if not path:
            continue
        directory = os.path.dirname(path)
        yield from (
            os.path.join(directory, name)
            for name in dict.fromkeys(
                ("settings.local.json", "settings.json", os.path.basename(path), "config.toml")
            )
        )


def _text(path: str) -> str:
    try:
        return installation.read(path) or ""
    except errors.MemoryStoreError:
        return ""  # which the check of the wiring tells


def _found(text: str, path: str, switch: tuple[str, ...]) -> tuple[object, int] | None:
    """The value of a switch in a file's text, and its line; None where it does not stand."""
    if switch[-1] not in text:
        return None
    if path.endswith(".toml"):
        return _found_in_toml(text, switch)
    try:
        node = json_text.parse(text, path, comments=True)
    except errors.MemoryStoreError:
        return None
    for key in switch:
        node = json_text.member(node, key) if node and isinstance(node.value, dict) else None
    return (node.value, text.count("\n", 0, node.start) + 1) if node else None


def _found_in_toml(text: str, switch: tuple[str, ...]) -> tuple[object, int] | None:
    import tomllib

    try:
        value: object = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None
    for key in switch:
        value = value.get(key) if isinstance(value, dict) else None
    at = [number for number, line in enumerate(text.split("\n"), 1) if switch[-1] in line]
    return None if value is None else (value, at[0])
