"""Look at a memory that a clone or a pull brought, and approve it, or withdraw the approval.

Until then no hook, search or get reads or writes a memory that came with a clone. Of what git
brings to an approved one only the new lines wait, and a MEMORY.md or note that was changed.
"""

from __future__ import annotations

import functools
import os

from memory_store import errors, model, place
from memory_store.cli import terminal
from memory_store.forget import filtering
from memory_store.journal import checkpoints, facts, read
from memory_store.language import wording
from memory_store.store import files, layout
from memory_store.text import clean, encoding
from memory_store.trust import approval, approved_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.cli import table

_HOW = "to approve it: memory-store trust --yes"
_SHOWN_BYTES = 16_384
_SHOWN_FACTS = 20
_SHOWN_NOTES = 20
_NOTE_BYTES = 600
_SHOWN_LINES = 50
_LINE_CHARS = 300
_AUTHOR_CHARS = 80


def run(call: table.Call) -> model.Answer:
    """Show the content of the project's store, or what waits in it, and take a yes.

    Raises:
        UsageError: there is no store, or no terminal to ask on.
        StoreError: the ledger can't be written.
    """
    store = _store(call)
    if call.withdraw and store.scope == "user":
        raise errors.UsageError(
            "your own memory is always read", "memory-store disable switches it off"
        )
    if call.withdraw:
        approval.withdraw(store)
        return _answer(call, store, "withdrawn")
    waiting = _waiting(store)
    if waiting is not None and not waiting:
        return _answer(call, store, "trusted already")
    if not (call.yes or terminal.can_be_asked()):
        if not waiting:
            raise errors.UsageError(
                "no terminal to ask on", "look at the files, then: memory-store trust --yes"
            )
        shown = f"{describe(store, call.spoken)}\n{call.say(_HOW)}"
        return model.Answer({"status": "waiting", "waiting": waiting, "shown": shown}, shown, 1)
    asked = call.say("Trust this memory? [y/N]")
    if not (call.yes or terminal.says_yes(f"{describe(store, call.spoken)}\n{asked} ")):
        record = {"status": "not trusted", "store": store.path}
        return model.Answer(record, call.say("not trusted"), 1)
    approval.approve(store)
    store.withhold(frozenset())
    if lines := {name for name in waiting or () if name.endswith(layout.LINES)}:
        filtering.read_again(store, lines)  # what waited stands between what was read before
        checkpoints.update(store, {layout.FACTS: 0, checkpoints.MEANING: 0})
    return _answer(call, store, "trusted")


def _waiting(store: layout.Store) -> list[str] | None:
    """What waits in a store, and beside it as this run found it; None where all of it does."""
    inside = approval.waiting(store)
    return None if inside is None else sorted({*inside, *store.withheld})


def _store(call: table.Call) -> layout.Store:
    """The store that is meant: at home there is the user's alone."""
    user = layout.user_store()
    found = layout.project_store(place.find_project(call.project or os.getcwd()))
    is_users = os.path.realpath(found.path) == os.path.realpath(user.path)
    return made(user if call.scope == "user" or is_users else found)


def made(store: layout.Store) -> layout.Store:
    """A store that is there, trusted or not; UsageError where it is not."""
    if not store.exists():
        raise errors.UsageError(
            "no memory in {path}", "memory-store init creates one", path=store.project
        )
    return store


def _answer(call: table.Call, store: layout.Store, status: str) -> model.Answer:
    told = call.say(f"{status}: {{path}}", path=store.path)
    return model.Answer({"status": status, "store": store.path}, told)


def describe(store: layout.Store, spoken: str) -> str:
    """What a store would give an agent: MEMORY.md, settings, the newest facts."""
    say = functools.partial(wording.say, spoken)
    lines = [say("Memory in {path}", path=store.path)]
    came = _waiting(store) or []
    if came:
        names = ", ".join(clean.line(name) for name in came[:_SHOWN_NOTES])
        more = len(came) - _SHOWN_NOTES
        template = "Changed since you made or approved it: {names}"
        template += " and {more} more" if more > 0 else ""
        lines.append(say(template, names=names, more=more))
        return "\n".join(
            [*lines, *(one for name in came for one in _what_waits(store, name, say))]
        )
    origin = approval.copied_from(store)
    if origin:
        copy = "A copy of {origin}, which you know; who copied it can't be told"
        lines.append(say(copy, origin=origin))
    for name in (layout.CORE, layout.SETTINGS):
        lines += _head(store, name, _SHOWN_BYTES)
    notes = [one for one in read.note_names(store) if os.path.isfile(f"{store.path}/{one}")]
    for name in notes[:_SHOWN_NOTES]:
        lines += _head(store, name, _NOTE_BYTES)
    if len(notes) > _SHOWN_NOTES:
        lines.append(say("--- and {more} more notes", more=len(notes) - _SHOWN_NOTES))
    known = list(facts.recent(store))
    newest = "--- facts.jsonl: {count} facts in its last megabyte, the newest:"
    lines.append(say(newest, count=len(known)))
    lines += [f"  [{one.type}] {clean.line(one.content, 300)}" for one in known[:_SHOWN_FACTS]]
    return "\n".join(lines)


def _what_waits(store: layout.Store, name: str, say: Callable[..., str]) -> list[str]:
    """What is new of a file: of a file of lines the new lines, of any other how it begins."""
    if not name.endswith(layout.LINES):
        return _head(store, name, _SHOWN_BYTES)
    new = approved_lines.waiting(store, name)
    shown = new[:_SHOWN_LINES]
    head = say("--- {name}: lines that wait: {count}", name=clean.line(name), count=len(new))
    lines = [head, *map(_line, shown)]
    if len(new) > len(shown):
        more = "  and {more} more: git log -p -- .memory shows them"
        lines.append(say(more, more=len(new) - len(shown)))
    return lines


def _line(line: bytes) -> str:
    """A line for a person: what a fact says and whose it is, else the line itself."""
    told = []
    for fact in facts.parse(line):
        author = f" ({clean.line(fact.author, _AUTHOR_CHARS)})" if fact.author else ""
        change = f"{clean.line(fact.op, _AUTHOR_CHARS)}: " if fact.op else ""
        told.append(f"  [{fact.type}] {change}{clean.line(fact.content, _LINE_CHARS)}{author}")
    return "\n".join(told) or f"  {clean.line(line.decode('utf-8', 'replace'), _LINE_CHARS)}"


def _head(store: layout.Store, name: str, limit: int) -> list[str]:
    """How a file of the store begins, under its name; [] if it can't be read."""
    try:
        root = store.project if name.startswith("./") else store.path
        text = encoding.shown(files.read(root, name.removeprefix("./"), limit))
    except OSError:
        return []
    return [f"--- {clean.line(name)}", clean.text(text).rstrip()]
