"""The hooks file of a host that loads a plugin: a script of ours with the command lines.

Off the hot path. Must not open a file.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from memory_store import errors

if TYPE_CHECKING:
    from collections.abc import Mapping

_MARK = "// Written by memory-store init"
_LINE = "const HOOKS = "


def written(name: str, commands: Mapping[str, str]) -> str:
    """The script of that name, with the command line of each event."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return text.replace(f"{_LINE}{{}}", _LINE + json.dumps(commands), 1)


def is_ours(text: str) -> bool:
    """Whether `init` wrote the file."""
    return text.startswith(_MARK)


def check(text: str, name: str) -> None:
    """Refuse to overwrite a file that somebody else wrote.

    Raises:
        UsageError: it is not empty, and not ours.
    """
    if text and not is_ours(text):
        raise errors.UsageError(
            "{name} is somebody else's", "move it away, then run init again", name=name
        )


def commands(text: str) -> dict[str, str]:
    """The command line of each event; {} where the file is not as we wrote it."""
    line = next((one for one in text.splitlines() if one.startswith(_LINE)), "")
    try:
        command_of = json.loads(line.removeprefix(_LINE))
    except ValueError:
        return {}
    return (
        {key: str(command_of[key]) for key in command_of} if isinstance(command_of, dict) else {}
    )
