"""What hosts' files start of ours: which hooks, which permissions, and why one may not run.

A host whose settings switch hooks off drops ours without a word. Must not change a file, or run a
hook.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NamedTuple

from memory_store import errors, model
from memory_store.commands import installation
from memory_store.hosts import json_text, permissions, registry, wiring
from memory_store.store import layout

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping

_SHOWN = 3
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


class Wiring(NamedTuple):
    """A host's hooks file.

    Attributes:
        host: the host's name in the registry.
        path: the file.
        commands: the command line of ours behind each event; empty where nothing is wired.
        rules: how many commands of ours the host runs without asking.
        fault: why hooks of ours don't run, in a sentence; "" where they do, or are not wired.
        mend: what mends that.
        by: words of a command of ours that mends it; () where the user has to.
        doubts: why the host may drop the whole file.
    """

    host: str
    path: str
    commands: Mapping[str, str]
    rules: int = 0
    fault: str = ""
    mend: str = ""
    by: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


def of(root: str, host: str) -> Wiring:
    """The hooks file of a host in a project or home directory."""
    path = installation.settings_file(root, host)
    is_home = os.path.realpath(root) == os.path.realpath(layout.home())
    again = ("init", "--host", host, *(["--user"] if is_home else []))
    mend = " ".join(("memory-store", *again))
    try:
        text = installation.read(path) if path else None
        commands = wiring.wired_commands(text, host, path) if text is not None else {}
        if text is None or not commands:
            return Wiring(host, path, {})
        doubts = tuple(wiring.doubts(text, host, path))
        rules = permissions.count(text, path) if host == model.CLAUDE else 0
    except errors.MemoryStoreError as error:
        mending = errors.Message("edit {path}, then {command}", path=path, command=mend)
        return Wiring(host, path, {}, fault=errors.Message("{error}", error=error), mend=mending)
    missing = [one for line in commands.values() for one in installation.missing_files(line)]
    lacking = [one for one in registry.HOSTS[host].events if one not in commands]
    fault = ""
    if missing or lacking:
        template = "{path}: {what} is not there" if missing else "{path}: {what} is not wired"
        what = list(dict.fromkeys(missing or lacking))[:_SHOWN]
        fault = errors.Message(template, path=path, what=what)
    return Wiring(host, path, commands, rules, fault, mend, again, doubts)


def below(root: str) -> list[Wiring]:
    """The files of all hosts that have one in a project or home directory."""
    return [of(root, host) for host in installation.with_file(root)]


def around(project: str) -> dict[str, list[Wiring]]:
    """The files whose hooks run in a project, by whose they are; at home the user's alone."""
    found = {"project": below(project), "user": below(layout.home())}
    if os.path.realpath(project) == os.path.realpath(layout.home()):
        del found["project"]
    return found


def hosts(found: dict[str, list[Wiring]]) -> set[str]:
    """The hosts that files start hooks of ours for."""
    return {one.host for listed in found.values() for one in listed if one.commands}


def twice(project: str, found: dict[str, list[Wiring]]) -> list[str]:
    """A sentence for each host that a project and the user both wire: their hooks run twice."""
    template = (
        "{host} is wired for the user and for {project}: each event starts two processes;"
        " memory-store uninstall, here or with --user, takes one of them out"
    )
    everywhere = {one.host for one in found["user"] if one.commands}
    return [
        errors.Message(template, host=one.host, project=project)
        for one in found.get("project", ())
        if one.commands and one.host in everywhere
    ]


def switched_off(project: str, hosts: Container[str]) -> Iterator[tuple[str, str]]:
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
