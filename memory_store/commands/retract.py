"""Take a fact back: it is not loaded, recalled or found any more. Its lines stay in the file.

`restore` lets it hold again. A line of MEMORY.md that says it stays too, and is named. To remove a
text for good: memory-store forget.
"""

from __future__ import annotations

import os

from memory_store import clock, errors, model
from memory_store.commands import fact_changes, identities
from memory_store.facts import relation
from memory_store.index import questions
from memory_store.promotion import decisions
from memory_store.store import layout
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import table
    from memory_store.journal.stored import Fact


def change(call: table.Call, *, is_restored: bool) -> model.Answer:
    """Take a fact back, or restore it; no line is written if it is so already.

    A fact that took another's place gives it back when it is retracted; one that was replaced or
    merged holds again, and consolidation doesn't decide against it a second time.
    MEMORY.md is the user's: where it says the fact, and the command that drops the line, is told.
    """
    store, newest = identities.fact(call.stores, call.id)
    identity = newest.id
    changes = [("restore" if is_restored else "retract", newest)]
    lines: list[Fact] = []
    past = questions.Records(store)
    is_held = past.held(identity) is not None
    if is_restored and not is_held:
        lines = [newest.restored(), *_unlinked(past, identity)]
    elif not is_restored and newest.op != "retract":
        back = _replaced_by(past, newest) if is_held else []
        changes += [("restore", one) for one in back]
        lines = [newest.retracted(), *(one.restored() for one in back)]
    if lines and not is_held:
        lines += _shut_out(past, newest, is_restored=is_restored)
    more: list[str] = []
    if not lines:
        changes = []
        name = "holds_already" if is_restored else "gone_already"
        more.append(call.say(f"steering.{name}", text=clean.line(newest.content)))
    fact_changes.write((store, one) for one in lines)
    standing = [] if is_restored else _standing(store, newest)
    more += [f"still loaded from {_core(store)}:{one.number}: {one.text}" for one in standing]
    if standing:
        ids = ",".join(dict.fromkeys(one.id for one in standing))
        more.append(f"to drop it: memory-store promote --drop {ids} --scope {store.scope}")
    status = "restored" if is_restored else "retracted"
    answer = fact_changes.answer(call, status, changes, more, back="undo" if lines else "")
    answer.record |= {"id": identity, "content": newest.content}
    answer.record["core"] = [
        {"file": _core(store), "line": one.number, "id": one.id, "text": one.text}
        for one in standing
    ]
    return answer


def _core(store: layout.Store) -> str:
    return os.path.join(store.path, layout.CORE)


def _standing(store: layout.Store, fact: Fact) -> list[decisions.Line]:
    """The lines of MEMORY.md that say it; empty if the file can't be read."""
    try:
        return decisions.standing(store, fact)
    except errors.UsageError:
        return []


def _unlinked(past: questions.Records, identity: str) -> list[Fact]:
    """The facts that name a fact as replaced, without that: a later line would hide it again."""
    return [one.changed().without("supersedes") for one in past.replacing(identity)]


def _shut_out(past: questions.Records, fact: Fact, *, is_restored: bool) -> list[Fact]:
    """The end of the fact that this one replaced, where its link alone would say so.

    That is where it takes the place again, and where an older release linked it and another took
    its own place.
    """
    now = clock.now()
    older = past.fact(fact.supersedes)
    if older is None or older.op == "retract" or older.has_ended(now) or not fact.has_begun(now):
        return []
    is_hidden = is_restored or past.held(older.id) is None
    return [older.ended_by(fact)] if is_hidden else []


def _replaced_by(past: questions.Records, fact: Fact) -> list[Fact]:
    """The facts that this one replaced and that are still replaced.

    Consolidation ends them when this one was said. It names the first alone, and others that were
    said in that moment, as two facts of one turn are, ended others: those are told by their words.
    """
    return [one for one in past.ended_by(fact) if _took_place(past, fact, one)]


def _took_place(past: questions.Records, fact: Fact, ended: Fact) -> bool:
    """Whether this fact, and no other of the same moment, ended another one."""
    if fact.supersedes == ended.id:
        return True
    if past.was_replaced(ended.id):
        return False
    if not past.made_at(ended.ends or 0.0) - {fact.id}:
        return True
    told = relation.relation(ended.content, fact.content)
    return told == relation.REPLACES
