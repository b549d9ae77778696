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
_COMMENT = re.compile(rf"(?:^\r?\n)?^{BEGIN}\r?$\n?|^{END}\r?$\n?", re.MULTILINE)
_TABLE = re.compile(r"^[ \t]*\[\[[ \t]*hooks[ \t]*\]\].*(?:\n(?![ \t]*\[).*)*\n?", re.MULTILINE)
_BEHIND = re.compile(r"(?:^[ \t]*(?:#.*)?(?:\r?\n|\Z))+\Z", re.MULTILINE)


def merge(text: str, wanted: Mapping[str, Entry], name: str) -> str:
    """Put our part in, or in the place of an older one, unless that starts the same commands.

    Raises:
        UsageError: the file is no TOML, or its hooks are no tables that one can be added to.
    """
    there = [(one.get("event"), one.get("command")) for one in ours(text, name)]
    if there == [(event, one["command"]) for event, one in wanted.items()]:
        return text
    bare = remove(text, name)
    glue = "" if not bare else "\n" if bare.endswith("\n") else "\n\n"
    tables = "\n".join(_table(event, one) for event, one in wanted.items())
    after = f"{bare}{glue}{BEGIN}\n{tables}{END}\n"
    _hooks(after, name)
    return after


def remove(text: str, name: str) -> str:
    """A file without our tables, known by their commands, and without our comments.

    Raises:
        UsageError: as `merge`, or others' lines would change with ours.
    """
    before = _parsed(text, name)
    left = _COMMENT.sub("", _TABLE.sub(_without_ours, text))
    others = [one for one in _hooks(text, name) if one not in ours(text, name)]
    try:
        is_whole = {"hooks": [], **_parsed(left, name)} == {**before, "hooks": others}
    except errors.UsageError:
        is_whole = False
    if is_whole:
        return left
    lines = [at for at, line in enumerate(text.splitlines(), 1) if command_text.script_of(line)]
    raise errors.UsageError(
        "{name}: our hooks can't be told from other lines",
        "take out by hand what starts hooks/NAME.py, in lines {lines}",
        name=name,
        lines=", ".join(map(str, lines)),
    )


def _without_ours(found: re.Match[str]) -> str:
    """What stays of a table's lines: all of another's, the comments behind one of ours."""
    import tomllib

    try:
        hooks = tomllib.loads(found.group())["hooks"]
    except tomllib.TOMLDecodeError:
        return found.group()  # it ends within a value of several lines
    if not command_text.script_of(hooks[0].get("command")):
        return found.group()
    behind = _BEHIND.search(found.group())
    return behind.group().lstrip() if behind else ""


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
    found = _parsed(text, name).get("hooks", [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise errors.UsageError("{name}: its hooks are in no [[hooks]] tables", name=name)
    return found


def _parsed(text: str, name: str) -> Entry:
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise errors.UsageError("{name} is no TOML: {reason}", name=name, reason=error) from error
