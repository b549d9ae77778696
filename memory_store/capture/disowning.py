"""Takes back what a prompt has made, once its host's own record shows that no person typed it.

A prompt counts as typed until then. Must not run before a hook's answer is out.
"""

from __future__ import annotations

import itertools

from memory_store import clock, model, origin
from memory_store.journal import append, facts, read, records, stored
from memory_store.language import signs
from memory_store.store import layout, lock, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.journal.stored import Entry, Fact

_MOST_BYTES = 4 << 20  # of the facts
_LOCK_SECONDS = 2.0
_BY_EVIDENCE = ("type", "confidence", "source", "status")
"""What of a fact changes where somebody says it again."""


def check(
    store: layout.Store, captured: list[Entry], turns: list[Entry], apart: list[Entry]
) -> dict[str, str]:
    """Take back what captured prompts have made that a transcript's turns show to be no person's.

    Args:
        store: whose memory.
        captured: the session's events from the journal.
        turns: the turns of its transcript, as events that could be written.
        apart: what its transcript holds beside them, of which none belongs to this memory.

    Returns:
        The origin of each turn that turned out to be no person's, by its id.

    Raises:
        StoreError: the store can't be written.
    """
    if not apart and not any(one.origin for one in turns):
        return {}
    from memory_store.capture import pairing  # most sessions are a person's from end to end

    said = [*turns, *apart]  # a person's own line has the first choice
    wrong: dict[str, dict[str, Entry]] = {}
    for at, (turn, event) in enumerate(zip(said, pairing.pairs(said, captured), strict=True)):
        if event is not None and turn.origin and not event.origin:
            answers = _answers(event, captured) if at >= len(turns) else []
            wrong.setdefault(turn.origin, {}).update({one.id: one for one in [event, *answers]})
    for found, events in wrong.items():
        _disown(store, found, list(events.values()), captured)
    return {one: found for found, events in wrong.items() for one in events}


def _answers(prompt: Entry, captured: list[Entry]) -> list[Entry]:
    """The answers that a hook heard to a prompt."""
    key = prompt.turn_id
    return [one for one in captured if key and one.turn_id == key and one.type == model.RESPONSE]


def _disown(store: layout.Store, found: str, events: list[Entry], captured: list[Entry]) -> None:
    turns = {one.id for one in events}
    with lock.Held(store.path, _LOCK_SECONDS):
        newest_first = list(facts.newest_first(store, _MOST_BYTES))
        lines = _without(newest_first, turns, demotes=origin.is_persons(found))
        for event, before in _requests(events, captured):
            from memory_store.facts import retraction  # few prompts take something back

            lines += [one.restored() for one in retraction.taken_back(newest_first, event, before)]
        if lines:
            append.append_locked(store, layout.FACTS, lines, durable=True)
        for event in events[:1]:
            warning = records.event(
                read.WARNING,
                event.session_id,
                event.host,
                origin=found,
                text=event.text,
                record_ids=[*turns, *(one.id for one in lines)],
            )
            # beside the turns: whoever reads their day reads it
            day = f"{layout.DAILY}/{clock.local_date(event.moment)}.jsonl"
            append.append_locked(store, day, [warning], durable=True)
    log.write("origin", f"{len(turns)} turns were {found}, not typed; {len(lines)} facts changed")


def _requests(events: list[Entry], captured: list[Entry]) -> list[tuple[Entry, str]]:
    """The prompts that may have taken something back, each with the prompt before it."""
    prompts = [one for one in captured if one.type == "prompt"]
    before = {one.id: earlier.id for earlier, one in itertools.pairwise(prompts)}
    asking = (one for one in events if one.type == "prompt" and signs.may_take_back(one.text))
    return [(one, before.get(one.id, "")) for one in asking]


def _without(newest_first: list[Fact], turns: set[str], *, demotes: bool) -> list[Fact]:
    """The lines after which the facts are as they would be without these turns.

    Args:
        newest_first: the lines of the facts.
        turns: the ids of events.
        demotes: whether what they alone state stays, as a candidate.
    """
    history: dict[str, list[Fact]] = {}
    for line in reversed(newest_first):
        history.setdefault(line.id, []).append(line)
    gone = {*turns, *(one for one, lines in history.items() if turns.issuperset(_own(lines)))}
    changed: list[Fact] = []
    for lines in history.values():
        newest = lines[-1]
        if newest.op == stored.RETRACT or gone.isdisjoint(newest.evidence):
            continue
        others = _of_others(lines, gone)
        if others is None:
            older = history.get(newest.supersedes, [stored.Fact()])[-1]
            changed += [older.restored()] if newest.is_end_of(older) else []
        changed.append(others or (_doubted(newest) if demotes else newest.retracted()))
    return changed


def _own(lines: list[Fact]) -> Iterable[str]:
    """What stated a fact first; a fact that a person or an agent saved has none."""
    return lines[0].evidence or ("",)


def _of_others(lines: list[Fact], gone: set[str]) -> Fact | None:
    """The line after which a fact is as others stated it; None if nobody else did."""
    newest = lines[-1]
    others = [one for one in newest.evidence if one not in gone]
    before = next((one for one in reversed(lines) if gone.isdisjoint(one.evidence)), None)
    if before is None:
        return newest.changed(evidence=others) if others else None
    if not set(others) <= set(before.evidence):
        return newest.changed(evidence=others)  # a person said it since
    as_before = {name: before[name] for name in _BY_EVIDENCE if name in before}
    return newest.changed(evidence=others, **as_before)


def _doubted(fact: Fact) -> Fact:
    """The fact as a candidate that no person stated."""
    source = {name: value for name, value in fact.source.items() if name != stored.HOW}
    line = fact.changed(status=stored.CANDIDATE, source={**source, stored.BY: stored.PROGRAM})
    return line.without("supersedes")
