"""Reword a fact: with --content, or in your editor on a terminal."""

from __future__ import annotations

import os
import sys

from memory_store import errors, model, place
from memory_store.cli import terminal
from memory_store.commands import fact_changes, identities, save_fact
from memory_store.journal import records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Append the line with the new wording.

    Raises:
        UsageError: there is no such fact, or no wording that can be kept.
        StoreError: the store can't be written, or the editor failed.
    """
    store, fact = identities.fact(terminal.stores_of(where, arguments.scope), arguments.id)
    if fact.op == "retract":
        raise errors.UsageError(
            f"{arguments.id} was taken back", "memory-store restore lets it hold again"
        )
    given = arguments.content
    text = _from_editor(fact.content) if given is None else save_fact.content_of(given)
    line = fact.changed(content=sound(text))
    if line.content == fact.content:
        raise errors.UsageError("the wording is the same", "nothing was changed")
    fact_changes.write([(store, line)])
    return fact_changes.answer("edited", [("edit", line)], where.config)


def sound(text: str) -> str:
    """A wording as a fact may hold it: clean, without secrets, not too long.

    Raises:
        UsageError: it is none.
    """
    fact, _ = records.fact(text, source={"via": "user"})
    return fact.content


def _from_editor(content: str) -> str:
    """A text after the user edited it."""
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
                f"the editor {editor} failed: {error}", "set EDITOR"
            ) from error
        with open(path, encoding="utf-8") as file:
            return file.read().strip()
