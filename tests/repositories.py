"""Runs git for tests that need a repository of their own.

As somebody with a name, with none of this machine's settings; must not know what is in it.
"""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_SETTINGS = (
    "user.name=x",
    "user.email=x@example.invalid",
    "protocol.file.allow=always",
    "init.defaultBranch=main",
)


def git(directory: str | Path, *words: str, check: bool = True, stdin: str = "") -> str:
    """What git prints in a directory; with `check`, an error where it fails."""
    named = [word for one in _SETTINGS for word in ("-c", one)]
    done = subprocess.run(
        ["git", "-C", str(directory), *named, *words],
        input=stdin.encode(),
        capture_output=True,
        check=check,
    )
    return done.stdout.decode()
