"""Our hooks in a host's TOML file: a `[[hooks]]` table each, behind what stands there.

No line of others changes. Must not open a file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memory_store import errors
from memory_store.hosts import command_text, json_edit

if TYPE_CHECKING:
    from collections.abc import Mapping

    Entry = dict[str, object]

_TABLE = re.compile(r"[ \t]*\[")
_HOOKS = re.compile(r"[ \t]*\[\[[ \t]*hooks[ \t]*\]\][ \t]*(?:#.*)?$")


def merge(text: str, wanted: Mapping[str, Entry], name: str) -> str:
    """Add an entry for each event; an entry of ours keeps what else the user set in it.

    Raises:
        UsageError: the file is no TOML, or its hooks are no tables that one can be added to.
    """
    there = {str(one.get("event")): one for one in ours(text, name)}
    lines = {event: one["command"] for event, one in wanted.items()}
    if len(there) == len(ours(text, name)) and lines == {
        event: one["command"] for event, one in there.items()
    }:
        return text
    kept = {
        event: {**entry, **there.get(event, {}), "command": entry["command"]}
        for event, entry in wanted.items()
    }
    bare = remove(text, name)
    glue = "" if not bare else "\n" if bare.endswith("\n") else "\n\n"
    if _hooks(bare, name) and not any(map(_HOOKS.match, bare.splitlines())):
        raise errors.UsageError("{name}: its hooks are in no [[hooks]] tables", name=name)
    return f"{bare}{glue}{written(kept)}"


def remove(text: str, name: str) -> str:
    """A file without our tables, and without the blank line before each; errors as `merge`."""
    left, table = list[str](), list[str]()
    for line in [*text.splitlines(keepends=True), "[end]"]:
        if _TABLE.match(line):
            left += _without_ours(table, left)
            table = []
        table.append(line)
    after = "".join(left)
    theirs = [one for one in _hooks(text, name) if not _is_ours(one)]
    if _hooks(after, name) != theirs:
        raise errors.UsageError("{name}: our hooks can't be told from other lines", name=name)
    return after


def ours(text: str, name: str) -> list[Entry]:
    """Our entries of a file, in its order; errors as `merge`."""
    return [one for one in _hooks(text, name) if _is_ours(one)]


def written(entries: Mapping[str, Entry]) -> str:
    """The tables of some events, as TOML."""
    tables = ["\n".join(["[[hooks]]", *_lines(event, one), ""]) for event, one in entries.items()]
    return "\n".join(tables)


def in_one_line(entries: Mapping[str, Entry]) -> str:
    """The same as one line, which goes before all tables of a file."""
    tables = [f"{{{', '.join(_lines(event, entry))}}}" for event, entry in entries.items()]
    return f"hooks = [{', '.join(tables)}]"


def _lines(event: str, entry: Entry) -> list[str]:
    return [f"{key} = {json_edit.dumps(one)}" for key, one in {"event": event, **entry}.items()]


def _hooks(text: str, name: str) -> list[Entry]:
    import tomllib

    try:
        found = tomllib.loads(text).get("hooks", [])
    except tomllib.TOMLDecodeError as error:
        raise errors.UsageError("{name} is no TOML: {reason}", name=name, reason=error) from error
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise errors.UsageError("{name}: its hooks are in no [[hooks]] tables", name=name)
    return found


def _is_ours(entry: Entry) -> bool:
    return bool(command_text.script_of(entry.get("command")))


def _without_ours(table: list[str], before: list[str]) -> list[str]:
    """The lines of a table that stay; of ours the comments, and what follows its last line."""
    import tomllib

    if not table or not _HOOKS.match(table[0]):
        return table
    try:
        is_ours = any(map(_is_ours, tomllib.loads("".join(table))["hooks"]))
    except tomllib.TOMLDecodeError:  # a string of several lines was taken for a table
        return table
    if not is_ours:
        return table
    if before and not before[-1].strip():
        before.pop()
    return [line for line in table if not line.strip() or line.lstrip().startswith("#")]
