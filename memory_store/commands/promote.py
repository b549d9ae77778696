"""Decide which memories go into MEMORY.md: those said in several sessions, and sure rules.

Shows each with its evidence and asks; --refuse has it asked no more. Agents may list and propose.
"""

from __future__ import annotations

import os

from memory_store import clock, errors, model
from memory_store.cli import terminal
from memory_store.index import questions
from memory_store.promotion import candidates, core_memory, decisions, proposals
from memory_store.store import layout
from memory_store.text import outline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_store.cli import table
    from memory_store.codec import Record
    from memory_store.journal.stored import Fact


_SHOWN, _SHOWN_CHARS = 20, 2_000


def run(call: table.Call) -> model.Answer:
    """List, ask, or do as the flags say.

    Raises:
        UsageError: an id is not there, a flag names none, MEMORY.md is full or can't be read, the
            store is not trusted, or a decision was given where no person can be asked and without
            --yes.
        StoreError: the store can't be written.
    """
    store = call.store
    accepted, refused, proposed, dropped = (
        _ids(f"--{one}", getattr(call, one)) for one in ("accept", "refuse", "propose", "drop")
    )
    if call.text is not None and len(accepted) != 1:
        raise errors.UsageError("--text goes with one --accept ID", "accept them one by one")
    if sum(map(bool, (accepted, dropped, refused, proposed))) > 1:
        raise errors.UsageError("accept, refuse, propose or drop", "one of them at a time")
    if accepted:
        return _accept(call, store, accepted)
    if dropped:
        return _drop(call, store, dropped)
    if refused:
        return _refuse(call, store, refused)
    if proposed:
        return _propose(call, store, proposed)
    waiting = candidates.find(call.where, store, candidates.LISTED_BYTES)
    outdated = decisions.outdated(store)
    if call.list or not (waiting or outdated) or not terminal.can_be_asked():
        return _listed(call, store, waiting)
    return _ask(call, store, waiting, outdated)


def _ask(
    call: table.Call,
    store: layout.Store,
    waiting: list[candidates.Candidate],
    outdated: list[decisions.Line],
) -> model.Answer:
    """Ask about each outdated line and each candidate, and carry out each yes at once.

    Raises:
        UsageError: MEMORY.md has no room; what was decided before is done.
    """
    accepted: list[tuple[Fact, str]] = []
    dropped: list[decisions.Line] = []
    for line in outdated:
        if terminal.says_yes(call.say("drop_outdated", text=line.text)):
            dropped += decisions.drop(store, [line.id])
    for candidate in waiting:
        if terminal.says_yes(f"\n{_described(call, candidate)}\n{call.say('choose')}"):
            accepted.append((candidate.fact, candidate.fact.content))
            decisions.accept(store, call.settings, accepted[-1:])
    return _decided(call, accepted=accepted, dropped=dropped)


def _confirmed(call: table.Call, question: str, lines: list[str], path: str) -> bool:
    """Show the change, and take a yes.

    Raises:
        UsageError: there is no terminal; only the user decides what is core.
    """
    if not terminal.can_be_asked():
        raise errors.UsageError(
            "no terminal to ask on, and only the user decides what is core memory",
            "for the user: memory-store promote in a terminal, or the same flags with --yes",
        )
    shown = "".join(f"\n  {line}" for line in lines)
    return terminal.says_yes(f"{call.say(question, path=path)}{shown}\n[y/N] ")


def _ids(flag: str, text: str | None) -> list[str]:
    """The ids behind a flag, between commas of either keyboard; [] where it was not given."""
    if text is None:
        return []
    separated = text.replace("，", ",").replace("、", ",").split(",")
    identities = list(dict.fromkeys(one.strip() for one in separated if one.strip()))
    if not identities:
        raise errors.UsageError(
            "{flag} names no id", "memory-store promote --list has them", flag=flag
        )
    return identities


def _facts(store: layout.Store, ids: list[str]) -> list[Fact]:
    with questions.Records(store) as records:
        held = {one: records.held(one) for one in ids}
    facts = [fact for fact in held.values() if fact is not None]
    if missing := [one for one, fact in held.items() if fact is None]:
        told = "no fact that holds has the id {missing}"
        raise errors.UsageError(told, "memory-store promote --list", missing=missing)
    return facts


def _accept(call: table.Call, store: layout.Store, ids: list[str]) -> model.Answer:
    chosen = [
        (fact, fact.content if call.text is None else call.text) for fact in _facts(store, ids)
    ]
    is_asked = not call.yes and call.settings.word("promotion") != proposals.AUTO
    texts = [core_memory.item(text) for _, text in chosen]
    path = os.path.join(store.path, layout.CORE)
    if is_asked and not _confirmed(call, "accept_question", texts, path):
        return _decided(call)
    decisions.accept(store, call.settings, chosen)
    return _decided(call, accepted=chosen)


def _drop(call: table.Call, store: layout.Store, ids: list[str]) -> model.Answer:
    named = [line.text for line in decisions.items(store) if line.id in ids]
    path = os.path.join(store.path, layout.CORE)
    if named and not call.yes and not _confirmed(call, "drop_question", named, path):
        return _decided(call)
    return _decided(call, dropped=decisions.drop(store, ids))


def _refuse(call: table.Call, store: layout.Store, ids: list[str]) -> model.Answer:
    refused = _facts(store, ids)
    texts = [fact.content for fact in refused]
    if not call.yes and not _confirmed(call, "refuse_question", texts, store.path):
        return _decided(call)
    decisions.mark(store, refused, candidates.REFUSED)
    return _decided(call, refused=refused)


def _propose(call: table.Call, store: layout.Store, ids: list[str]) -> model.Answer:
    chosen = _facts(store, ids)
    settled = [fact.id for fact in chosen if fact.promotion in candidates.SETTLED]
    if settled:
        told = "the user decided about it before: {settled}"
        raise errors.UsageError(told, "let it rest", settled=settled)
    decisions.mark(store, chosen, candidates.PROPOSED)
    record = {"status": "proposed", "ids": [fact.id for fact in chosen]}
    told = call.say("proposed {ids}: the user decides", ids=", ".join(ids))
    return model.Answer(record, told)


def _decided(
    call: table.Call,
    *,
    accepted: Sequence[tuple[Fact, str]] = (),
    dropped: Sequence[decisions.Line] = (),
    refused: Sequence[Fact] = (),
) -> model.Answer:
    """The facts that went in with their texts, the lines that went, the refused facts."""
    if not (accepted or refused or dropped):
        nothing = {"status": "undecided", "accepted": [], "refused": []}
        return model.Answer(nothing, call.say("nothing_done"), 1)
    went_in = [{"id": one.id, "text": core_memory.item(text)} for one, text in accepted]
    went = [{"id": one.id, "text": one.text} for one in dropped]
    record: dict[str, object] = {
        "status": "decided",
        "accepted": went_in,
        "dropped": went,
        "refused": [fact.id for fact in refused],
    }
    texts_of = {
        "accepted": [one["text"] for one in went_in],
        "dropped": [one["text"] for one in went],
        "no_more": [fact.content for fact in refused],
    }
    lines = [
        line
        for name, texts in texts_of.items()
        if texts
        for line in (call.say(name), *(f"  {text}" for text in texts))
    ]
    return model.Answer(record, "\n".join(lines))


def _listed(
    call: table.Call, store: layout.Store, waiting: list[candidates.Candidate]
) -> model.Answer:
    lines, most = len(outline.read(core_memory.load(store))), call.settings.count("core_lines")
    gone = decisions.outdated(store)[:_SHOWN]
    others = [one for one in decisions.items(store) if one not in gone] if lines >= most else []
    record: dict[str, object] = {
        "candidates": [_evidence(one) for one in waiting[:_SHOWN]],
        "more": max(0, len(waiting) - _SHOWN),
        "lines": lines,
        "core_lines": most,
        "drop": [{"id": one.id, "line": one.number, "text": one.text} for one in gone],
        "full": [{"id": one.id, "line": one.number, "text": one.text} for one in others],
    }
    if not (waiting or gone or others):
        return model.Answer(record, call.say("none"), 1)
    shown = [_described(call, one) for one in waiting[:_SHOWN]]
    if len(waiting) > _SHOWN:
        shown.append(call.say("more", count=len(waiting) - _SHOWN))
    shown += [f"  {one.id}  {one.text}  ({call.say('gone')})" for one in gone]
    if others:
        shown.append(call.say("full", core=layout.CORE, lines=lines, most=most))
    shown += [f"  {one.id}  {one.text}" for one in others]
    hints = [name for name, some in (("list_hint", waiting), ("drop_hint", gone + others)) if some]
    shown += ["", *(call.say(name) for name in hints)]
    return model.Answer(record, "\n".join(shown))


def _evidence(candidate: candidates.Candidate) -> Record:
    """A candidate and its evidence, for JSON."""
    return {
        "id": candidate.fact.id,
        "type": candidate.fact.type,
        "content": candidate.fact.content,
        "reason": _reason(candidate),
        "sessions": candidate.times,
        "first": clock.stamp(candidate.first),
        "last": clock.stamp(candidate.last),
        "confidence": candidate.fact.confidence,
        "section": core_memory.section_of(candidate.fact),
    }


def _reason(candidate: candidates.Candidate) -> str:
    """Why a fact is a candidate; also the name of the sentence that says so."""
    if candidate.proposed:
        return "proposed"
    return "repeated" if candidate.is_proved() else "sure"


def _described(call: table.Call, candidate: candidates.Candidate) -> str:
    """A candidate and its evidence, for a person to judge."""
    fact = candidate.fact
    evidence = call.say(
        _reason(candidate),
        times=candidate.times,
        first=clock.local_date(candidate.first),
        last=clock.local_date(candidate.last),
        sure=f"{fact.confidence:g}",
    )
    title = core_memory.TITLES[call.spoken][core_memory.section_of(fact)]
    text = fact.content[:_SHOWN_CHARS].replace("\n", "\n  ")
    goes = call.say("goes", section=title)
    return f"[{fact.type}] {text}\n  {evidence}\n  {goes}\n  {fact.id}"
