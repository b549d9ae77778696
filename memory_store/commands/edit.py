"""Reword a fact: by TEXT, or in your editor on a terminal.

A candidate that a person rewords is confirmed by that.
"""

from __future__ import annotations

import os
import sys

from memory_store import errors, model
from memory_store.cli import terminal
from memory_store.commands import accept, fact_changes, identities
from memory_store.facts import consolidation
from memory_store.index import questions
from memory_store.journal import links, stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import table
    from memory_store.journal.stored import Fact
    from memory_store.store import layout


def run(call: table.Call) -> model.Answer:
    """Append the line with the new wording.

    Raises:
        UsageError: there is no such fact, or no wording that can be kept.
        StoreError: the store can't be written, or the editor failed.
    """
    store, fact = identities.fact(call.stores, call.id)
    if fact.op == stored.RETRACT:
        raise errors.UsageError(
            "{id} was taken back", "memory-store restore lets it hold again", id=call.id
        )
    if call.words and call.content is not None:
        raise errors.UsageError("the wording is given twice", "as words, or by --content")
    given = " ".join(call.words) or call.content
    text = _from_editor(fact.content) if given is None else terminal.text_of(given)
    line = fact.changed(
        **({} if fact.stands else accept.accepted(fact)), content=accept.sound(text)
    )
    if line.content == fact.content:
        raise errors.UsageError("the wording is the same", "nothing was changed")
    lines = _parted(store, line)
    fact_changes.write((store, one) for one in lines)
    links.part(store, fact.id)
    return fact_changes.answer(call, "edited", [("edit", lines[0])])


def _parted(store: layout.Store, fact: Fact) -> list[Fact]:
    """The fact in its new words, and those that stood in doubt with the old ones.

    Whether the new words speak of the same thing nobody knows.
    """
    names = (*fact.related, *fact.amendments, *links.load(store).get(fact.id, ()))
    with questions.Records(store) as records:
        known = [one for name in dict.fromkeys(names) if (one := records.fact(name)) is not None]
    lines = consolidation.parted(fact, known)
    return lines if any(one.id == fact.id for one in lines) else [fact, *lines]


def _from_editor(content: str) -> str:
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
