"""The new wording of a fact: by the user's editor, and fit to be kept."""

from __future__ import annotations

import os
import sys

from memory_store import errors
from memory_store.journal import records

TYPE_CHECKING = False


def sound(text: str) -> str:
    """A wording as a fact may hold it: clean, without secrets, not too long.

    Raises:
        UsageError: it is none.
    """
    fact, _ = records.fact(text, source={"via": "user"})
    return fact.content


def from_editor(content: str) -> str:
    """A text after the user edited it.

    Raises:
        UsageError: there is no terminal to edit on.
        StoreError: the editor failed.
    """
    if sys.stdin is None or not sys.stdin.isatty():
        raise errors.UsageError("no new wording was given", "give it by --content TEXT")
    import shlex
    import subprocess
    import tempfile

    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "fact.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(content + "\n")
        try:
            subprocess.run([*shlex.split(editor), path], check=True)
        except (OSError, subprocess.CalledProcessError, ValueError) as error:
            raise errors.StoreError(
                "the editor {editor} failed: {error}", "set EDITOR", editor=editor, error=error
            ) from error
        with open(path, encoding="utf-8") as file:
            return file.read().strip()
