"""Our hooks in a host's TOML file: `[[hooks]]` tables between two comments, behind the rest.

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

BEGIN, END = "# memory-store: begin", "# memory-store: end"
_OURS = re.compile(rf"\n?^{BEGIN}$.*?^{END}$\n?", re.MULTILINE | re.DOTALL)


def merge(text: str, wanted: Mapping[str, Entry], name: str) -> str:
    """Put our part in, or in the place of an older one, unless that starts the same commands.

    Raises:
        UsageError: the file is no TOML, or its hooks are no tables that one can be added to.
    """
    there = [(one.get("event"), one.get("command")) for one in ours(text, name)]
    if there == [(event, one["command"]) for event, one in wanted.items()]:
        return text
    bare = _OURS.sub("", text)
    glue = "" if not bare else "\n" if bare.endswith("\n") else "\n\n"
    tables = "\n".join(_table(event, one) for event, one in wanted.items())
    after = f"{bare}{glue}{BEGIN}\n{tables}{END}\n"
    _hooks(after, name)
    return after


def remove(text: str, name: str) -> str:
    """A file without our part; errors as `merge`."""
    _hooks(text, name)
    return _OURS.sub("", text)


def ours(text: str, name: str) -> list[Entry]:
    """Our entries of a file, in its order; errors as `merge`."""
    return [one for one in _hooks(text, name) if command_text.script_of(one.get("command"))]


def in_one_line(entries: Mapping[str, Entry]) -> str:
    """The same as one line, which goes before all tables of a file."""
    tables = [f"{{{', '.join(_lines(event, entry))}}}" for event, entry in entries.items()]
    return f"hooks = [{', '.join(tables)}]"


def _table(event: str, entry: Entry) -> str:
    return "\n".join(["[[hooks]]", *_lines(event, entry), ""])


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
