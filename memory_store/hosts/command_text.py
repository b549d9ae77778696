"""The command line of a hook, as a host's shell reads it, and the test whether a line is ours.

Off the hot path. Must not look at the file system or start a program.
"""

from __future__ import annotations

import os
import re
import shlex

from memory_store import errors
from memory_store.hosts import registry

_HINT = "install memory-store, or Python, under another path"

# -S skips site-packages, which hooks do without (`packages`); -I keeps the working directory, the
# user's site and PYTHON* variables from shadowing our modules (docs/reliability.md)
_FLAGS = "-I -S"

_OURS = re.compile(
    rf"""(?:^|[\s"'/\\])hooks[/\\]({"|".join(registry.HANDLES)})\.py["']* --host (?:"""
    rf"""{"|".join(registry.HOSTS)})\b"""
)

_NEEDS_QUOTES = re.compile(r"[^\w./:~-]")
_DRIVE = re.compile(r"[A-Za-z]:/")
# PowerShell takes typographic quotes for quotes
_SINGLE_QUOTES = re.compile("['\u2018\u2019\u201a\u201b]")
_DOUBLE_TROUBLE = re.compile('[$`"\u201c\u201d\u201e]')


def command_line(
    python: str, hook_path: str, host: str, *, windows: bool = os.name == "nt"
) -> str:
    """The command line that a host runs for a hook.

    Args:
        python: absolute path of the interpreter that has the packages; links are kept, since a
            venv's `python` is one.
        hook_path: absolute path of one of the six hook scripts.
        host: the host's name in the registry.
        windows: quote for PowerShell and Git Bash alike instead of a POSIX shell.

    Raises:
        UsageError: a path is not absolute, can't be quoted for the shell, or holds `//` or `/*`,
            at which Cursor takes the rest for a comment and drops the file (hosts.md 1.2).
    """
    spell = _windows_path if windows else _posix_path
    script = re.split(r"[/\\]" if windows else "/", hook_path)[-1].removesuffix(".py")
    if script not in registry.HANDLES:
        raise errors.UsageError("{hook_path} is none of our hooks", hook_path=hook_path)
    line = f"{spell(python)} {_FLAGS} {spell(hook_path)} --host {host}"
    if "//" in line or "/*" in line:
        raise errors.UsageError(
            "a host would take part of this for a comment: {line}", _HINT, line=line
        )
    return line


def script_of(command: object) -> str:
    """The name of the hook of ours that a command starts, "" for anybody else's command.

    Known by `hooks/NAME.py --host HOST`, whatever the interpreter and the place: an extra key to
    mark an entry is no choice, since Claude Code's schema for hook entries is closed.
    """
    match = _OURS.search(command) if isinstance(command, str) else None
    return match.group(1) if match else ""


def _posix_path(path: str) -> str:
    if not path.startswith("/"):
        raise errors.UsageError("not an absolute path: {path}", path=path)
    return shlex.quote("/" + _parts(path))


def _windows_path(path: str) -> str:
    """Quote part by part: `C:/"Program Files"/x.exe`.

    PowerShell runs a command that begins with a letter, and only echoes one that begins with a
    quote; bash runs both. So neither needs to know which of them reads the line.
    """
    path = path.replace("\\", "/")
    if not _DRIVE.match(path):
        raise errors.UsageError("not a path on a drive: {path}", _HINT, path=path)
    return "/".join(_quote_part(part) for part in _parts(path).split("/"))


def _quote_part(part: str) -> str:
    if not _NEEDS_QUOTES.search(part):
        return part
    if not _DOUBLE_TROUBLE.search(part):
        return f'"{part}"'
    if _SINGLE_QUOTES.search(part):
        raise errors.UsageError(
            "no quoting suits both PowerShell and bash: {part}", _HINT, part=part
        )
    return f"'{part}'"


def _parts(path: str) -> str:
    if any(char < " " or char == "\x7f" or "\ud800" <= char <= "\udfff" for char in path):
        raise errors.UsageError(
            "no hooks file can hold this path: {path}", _HINT, path=ascii(path)
        )
    return "/".join(part for part in path.split("/") if part not in ("", "."))
