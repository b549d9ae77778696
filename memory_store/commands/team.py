"""What the people you share a memory with through git have said: by whom, and what is new.

New is what came since you last looked and nothing waited: what a pull brought is read after
`memory-store trust`.
"""

from __future__ import annotations

from memory_store import clock, codec, model
from memory_store.commands import columns, trust
from memory_store.index import questions
from memory_store.journal import facts, own, records, stored, tombstones
from memory_store.store import derived, layout
from memory_store.text import clean
from memory_store.trust import approval, approved_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from memory_store.cli import table
    from memory_store.codec import Record
    from memory_store.journal.stored import Fact


_SEEN = "team.json"
_SHOWN = 20
_TEXT_CHARS = 200


def run(call: table.Call) -> model.Answer:
    """Tell it; exit 1 for a memory that is not shared through git.

    Raises:
        UsageError: there is no memory here.
    """
    store = trust.made(layout.project_store(call.where.directory))
    if not own.is_shared(store):
        return model.Answer({"status": "alone", "authors": [], "new": []}, call.say("alone"), 1)
    past = questions.Records(store)
    seen = codec.texts(derived.value(store, _SEEN))
    changed = approval.waiting(store)
    theirs = list(past.facts(questions.Wanted()))
    if changed is not None:
        theirs = [one for one in theirs if past.is_others(one.id)]
    waiting = _waiting(store) if changed else []
    theirs = [*waiting, *(one for one in theirs if one.id not in {w.id for w in waiting})]
    new = [one for one in theirs if _name(one) not in seen]
    if changed == []:
        derived.keep(store, _SEEN, [_name(one) for one in theirs])
    record = {
        "status": "trusted" if changed == [] else "changed",
        "changed": changed or [],
        "authors": _authors(theirs, new),
        "new": new,
        "own": past.count(questions.Wanted()) - len(theirs) + len(waiting),
        "own_candidates": sum(
            not past.is_others(one)
            for one in past.ids(questions.Wanted((questions.CANDIDATE,)))
            if changed is not None
        ),
    }
    return model.Answer(record, _text(record, new, call))


def _waiting(store: layout.Store) -> list[Fact]:
    """The facts in the lines that wait for this user's yes, newest first."""
    lines = approved_lines.waiting(store, layout.FACTS)
    newest = {one.id: one for line in lines for one in facts.parse(line)}
    return list(newest.values())[::-1]


def _name(fact: Fact) -> str:
    """The identity of a fact's content: a changed fact is new again."""
    return " ".join(tombstones.name_of(fact))


def _authors(theirs: list[Fact], new: list[Fact]) -> list[Record]:
    """For each author how many facts, how many of them new, and the day of the last."""
    by_author: dict[str, list[Fact]] = {}
    for fact in theirs:
        by_author.setdefault(_author(fact), []).append(fact)
    fresh = set(map(_name, new))
    authors: list[Record] = [
        {
            "author": name,
            "facts": len(said),
            "new": sum(_name(one) in fresh for one in said),
            "last": max(clock.local_date(one.moment) for one in said),
        }
        for name, said in by_author.items()
    ]
    return sorted(authors, key=lambda one: str(one["last"]), reverse=True)


def _author(fact: Fact) -> str:
    return clean.line(fact.author, records.SESSION_CHARS)


def _text(record: dict[str, Any], new: list[Fact], call: table.Call) -> str:
    """For a person."""
    say = call.say
    lines = []
    if record["status"] == "changed":
        names = ", ".join(map(clean.line, codec.texts(record["changed"])))
        lines += [say("changed", names=names) if names else say("clone"), say("review")]
    lines += columns.rows(
        [[one["author"] or say("unknown"), say("facts", **one)] for one in record["authors"]]
    ).splitlines()
    lines.append(say("own", facts=record["own"]))
    if record["own_candidates"]:
        lines.append(say("own_candidates", count=record["own_candidates"]))
    if new:
        lines += ["", say("new")]
    for fact in new[:_SHOWN]:
        taken_back = say("taken_back") if fact.op == stored.RETRACT else ""
        content = clean.line(fact.content, _TEXT_CHARS)
        lines.append(f"  {_author(fact) or say('unknown')}: {taken_back}{content}")
    if len(new) > _SHOWN:
        lines.append(say("more", count=len(new) - _SHOWN))
    return "\n".join(lines)
