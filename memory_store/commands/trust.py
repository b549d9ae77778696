"""Look at a memory that a clone or a pull brought, and approve it, or withdraw the approval.

Until then no hook, search or get reads or writes it. What git brings to it later asks again.
"""

from __future__ import annotations

import os

from memory_store import errors, model, place
from memory_store.cli import terminal
from memory_store.commands import confirmation
from memory_store.journal import facts, read
from memory_store.language import catalogue
from memory_store.store import files, layout
from memory_store.text import clean, encoding
from memory_store.trust import approval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags

_SHOWN_BYTES = 16_384
_SHOWN_FACTS = 20
_SHOWN_NOTES = 20
_NOTE_BYTES = 600


def add_arguments(parser: flags.Parser) -> None:
    """The flags."""
    parser.add_argument("--yes", action="store_true", help="approve without being asked")
    parser.add_argument("--withdraw", action="store_true", help="trust it no longer")


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Show the content of the project's store, and take a yes.

    Raises:
        UsageError: there is no store, or no terminal to ask on.
        StoreError: the ledger can't be written.
    """
    directory = arguments.project or os.getcwd()
    store = layout.project_store(place.find_project(directory))
    if not store.exists():
        raise errors.UsageError(f"no memory in {store.project}", "memory-store init creates one")
    if arguments.withdraw:
        approval.withdraw(store)
        return _answer(store, "withdrawn")
    if approval.is_trusted(store):
        return _answer(store, "trusted already")
    if not arguments.yes and not _confirmed(store, terminal.spoken(where.config)):
        return model.Answer({"status": "not trusted", "store": store.path}, "not trusted", 1)
    approval.approve(store)
    return _answer(store, "trusted")


def _answer(store: layout.Store, status: str) -> model.Answer:
    return model.Answer({"status": status, "store": store.path}, f"{status}: {store.path}")


def _confirmed(store: layout.Store, spoken: str) -> bool:
    """Show the store on the terminal and ask.

    Raises:
        UsageError: there is no terminal.
    """
    if not confirmation.is_possible():
        raise errors.UsageError(
            "no terminal to ask on", "look at the files, then: memory-store trust --yes"
        )
    asked = catalogue.said("Trust this memory? [y/N]", spoken)
    return confirmation.given(f"{describe(store, spoken)}\n{asked} ")


def describe(store: layout.Store, spoken: str) -> str:
    """What a store would give an agent: MEMORY.md, settings, the newest facts."""

    def say(line: str) -> str:
        return catalogue.said(line, spoken)

    lines = [say(f"Memory in {store.path}")]
    came = approval.changed(store) or []
    if came:
        names = ", ".join(clean.line(name) for name in came[:_SHOWN_NOTES])
        more = f" and {len(came) - _SHOWN_NOTES} more" if len(came) > _SHOWN_NOTES else ""
        lines.append(say(f"Changed since you made or approved it: {names}{more}"))
    origin = approval.copied_from(store)
    if origin:
        lines.append(say(f"A copy of {origin}, which you know; who copied it can't be told"))
    for name in (layout.CORE, layout.SETTINGS):
        try:
            text = encoding.shown(files.read(store.path, name, _SHOWN_BYTES))
        except OSError:
            continue
        lines += [f"--- {name}", clean.text(text).rstrip()]
    there = [one for one in read.note_names(store) if os.path.isfile(f"{store.path}/{one}")]
    notes = sorted(there, key=lambda name: (name not in came, name))
    for name in notes[:_SHOWN_NOTES]:
        head = encoding.shown(files.read(store.path, name, _NOTE_BYTES))
        lines += [f"--- {clean.line(name)}", clean.text(head).rstrip()]
    if len(notes) > _SHOWN_NOTES:
        lines.append(say(f"--- and {len(notes) - _SHOWN_NOTES} more notes"))
    known = list(facts.recent(store))
    lines.append(say(f"--- {layout.FACTS}: {len(known)} facts in its last megabyte, the newest:"))
    lines += [f"  [{one.type}] {clean.line(one.content, 300)}" for one in known[:_SHOWN_FACTS]]
    return "\n".join(lines)
