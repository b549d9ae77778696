"""Hooks files as people and programs write them, and readers as strict as the hosts.

The files are in hooks_files.json: values, each in some layouts, and texts written by hand.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from memory_store import model
from memory_store.hosts import command_text, cursor, registry, wiring

Settings = dict[str, Any]

CLAUDE_EVENTS = {*registry.HOSTS[model.CLAUDE].events, "PreToolUse", "PostToolUse", "Notification"}
CLAUDE_HOOK_KEYS = {"type", "command", "timeout", "args", "shell", "if", "statusMessage", "async"}


def spellings(value: object) -> list[str]:
    """One value in the layouts that people and programs write."""
    two, wide = json.dumps(value, indent=2), json.dumps(value, indent=4, ensure_ascii=False)
    return [
        two + "\n",
        wide + "\n",
        json.dumps(value, indent="\t", ensure_ascii=False),
        (two + "\n").replace("\n", "\r\n"),
        json.dumps(value, ensure_ascii=False) + "\n",
        json.dumps(value, separators=(",", ":")),
        json.dumps(value, indent=0) + "\n\n",
        "\n\n" + json.dumps(value, separators=(" , ", " :\t")) + " \n",
    ]


def _cases() -> list[tuple[str, str]]:
    """Each value in two layouts, all of which come round, and the texts written by hand."""
    read = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
    spelled = [
        (host, spellings(value)[(3 * at + turn) % 8])
        for host, files in read.items()
        for at, value in enumerate(files["objects"])
        for turn in (0, 5)
    ]
    return [*spelled, *((host, text) for host, files in read.items() for text in files["texts"])]


CASES = _cases()
"""Host and text of each file."""


def command(host: str, python: str = "/opt/my venv/bin/python") -> Any:
    """The command line of a hook by its name, as `init` makes it on a machine."""
    hooks = "/opt/it's $HOME/库/hooks"
    return lambda name: command_text.command_line(
        python, f"{hooks}/{name}.py", host, windows=False
    )


def merged(text: str, host: str, python: str = "/opt/my venv/bin/python", name: str = "") -> str:
    """A file with our hooks."""
    return wiring.merge(text, host, command(host, python), name)


_PIECE = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\r\n]*|/\*.*?\*/', re.DOTALL)


def comments(text: str) -> list[str]:
    """The comments of a file, in their order."""
    return [one for one in _PIECE.findall(text) if one.startswith("/")]


def without_comments(text: str) -> str:
    """A file without its comments."""
    return _PIECE.sub(lambda one: "" if one[0].startswith("/") else one[0], text)


def events_of(settings: Settings, host: str) -> Settings:
    """What stands under each event of a file."""
    events: Settings = settings.get("hooks", {})
    if host == "droid":  # it has them at the top
        events = {key: one for key, one in settings.items() if key in CLAUDE_EVENTS}
    return events


def read_as_host(text: str, host: str) -> Settings:
    """Read a hooks file as its host does, and fail where the host drops the file."""
    bare = without_comments(text) if host == "droid" else text
    settings = (_as_cursor if host == model.CURSOR else _as_claude)(bare)
    for event, entries in events_of(settings, host).items():
        assert event in (cursor.EVENTS if host == model.CURSOR else CLAUDE_EVENTS)
        for entry in entries:
            for hook in hooks_of(entry, host):
                assert isinstance(hook[hook.get("type", "command")], str)
    return settings


def _as_cursor(text: str) -> Settings:
    """docs/hosts.md 1.2: comments go by regex, and one fault voids the whole file."""
    assert not text.startswith("\ufeff"), "a byte order mark"
    bare = re.sub(r"//[^\r\n]*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    settings: Settings = json.loads(bare, object_pairs_hook=_without_duplicates)
    assert type(settings.get("version")) is int, "no whole number as version"
    for entries in settings.get("hooks", {}).values():
        for entry in entries:
            assert entry.get("timeout", 60) > 0
            assert entry.get("loop_limit", 5) is None or entry.get("loop_limit", 5) > 0
    return settings


def _as_claude(text: str) -> Settings:
    """The closed schema of settings.json's hooks (SchemaStore claude-code-settings)."""
    settings: Settings = json.loads(
        text.removeprefix("\ufeff"), object_pairs_hook=_without_duplicates
    )
    for groups in settings.get("hooks", {}).values():
        for group in groups:
            assert set(group) <= {"matcher", "hooks"}
            assert all(set(hook) <= CLAUDE_HOOK_KEYS for hook in group["hooks"])
    return settings


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    assert len({key for key, _ in pairs}) == len(pairs), "a key twice"
    return dict(pairs)


def hooks_of(entry: Settings, host: str) -> list[Settings]:
    """The hooks of an entry of an event."""
    hooks: list[Settings] = [entry] if host == model.CURSOR else entry["hooks"]
    return hooks


def foreign(settings: Settings, host: str) -> dict[str, list[object]]:
    """Each event's entries that are not ours, in order; events without any are left out."""
    kept = {
        event: [
            entry
            for entry in entries
            if not any(command_text.script_of(one.get("command")) for one in hooks_of(entry, host))
        ]
        for event, entries in events_of(settings, host).items()
    }
    return {event: entries for event, entries in kept.items() if entries}


def ours(settings: Settings, host: str) -> list[tuple[str, str]]:
    """The event and the script of each hook of ours."""
    return [
        (event, script)
        for event, entries in events_of(settings, host).items()
        for entry in entries
        for hook in hooks_of(entry, host)
        if (script := command_text.script_of(hook.get("command")))
    ]
