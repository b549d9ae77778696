"""Finds the facts that have proved themselves, with their evidence.

Reads facts and the journal's notes of repetitions. Must not write, or propose a fact that
MEMORY.md has or that the user decided about.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from memory_store import clock
from memory_store.facts import relation
from memory_store.journal import facts, fields, read
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memory_store.journal.stored import Entry, Fact

SEVERAL = 2
FIELD = "promotion"
PROPOSED, ACCEPTED, REFUSED = "proposed", "accepted", "refused"

_KINDS = ("W", "O")  # what was done, and summaries of stages, are history
_COMPARED = 200
_DECIDED = b'"promotion":'
_CHANGED = (_DECIDED, b'"op":', b'"supersedes":')

LISTED_BYTES = 4 << 20
"""How much of the facts' end `promote` looks at, some 10,000 facts: what is older and proves
itself comes there again, in a new line."""


class Candidate(NamedTuple):
    """A fact that may go into MEMORY.md.

    Attributes:
        fact: its record.
        times: in how many sessions it was said; what no session is known of counts by days.
        first, last: when it was said first and last, seconds since 1970.
    """

    fact: Fact
    times: int
    first: float
    last: float

    @property
    def proposed(self) -> bool:
        """Whether the agent proposed it."""
        return self.fact.promotion == PROPOSED

    def is_proved(self) -> bool:
        """Whether it was said in several sessions."""
        return self.times >= SEVERAL

    def order(self) -> tuple[bool, int, float, float]:
        """The sort key, best last: proposed, sessions, confidence, date."""
        return self.proposed, self.times, self.fact.confidence, self.last


def find(
    store: layout.Store, core: Iterable[str], sure_from: float, tail_bytes: int = 0
) -> list[Candidate]:
    """The candidates of a store, the best first.

    They are facts (W, O) that hold and were said in several sessions, rules (O) that are sure, and
    what the agent proposed.

    Args:
        store: whose facts.
        core: what MEMORY.md files say, by lines.
        sure_from: from which confidence on a rule is sure.
        tail_bytes: how much of the facts' end to look at; 0: all of them.
    """
    lines = list(_relevant(store, tail_bytes))
    asked = {_key(one) for one in lines if one.promotion in (ACCEPTED, REFUSED)}
    living = [one for one in facts.living(reversed(lines)) if one.type in _KINDS]
    living = [one for one in living if one.promotion not in (ACCEPTED, REFUSED)]
    sessions_of = _sessions(store, [one for one in living if one.evidence])
    sources = {one.id: one.session_id for one in lines}
    weighed = [_weigh(one, sessions_of.get(one.id, {}), sources) for one in living]
    weighed = [one for one in weighed if _is_due(one, sure_from) and _key(one.fact) not in asked]
    weighed.sort(key=Candidate.order, reverse=True)
    return list(_new(weighed, list(core)))


def promoted(store: layout.Store) -> list[tuple[Fact, bool, float]]:
    """The facts that went into MEMORY.md: each with whether it still holds, and when last said."""
    lines = [one for line in _lines_with(store, _DECIDED) for one in facts.parse(line)]
    newest = {one.id: one for one in lines if one.promotion == ACCEPTED}
    if not newest:
        return []
    lines = [one for line in _lines_with(store, *_CHANGED) for one in facts.parse(line)]
    newest |= {one.id: one for one in lines if one.id in newest and FIELD in one}
    accepted = [one for one in newest.values() if one.promotion == ACCEPTED]
    living = {one.id for one in facts.living(reversed(lines))}
    return [(one, one.id in living, _weigh(one, {}, {}).last) for one in accepted]


def _lines_with(store: layout.Store, *marks: bytes) -> Iterator[bytes]:
    return (line for line in _all_lines(store) if any(mark in line for mark in marks))


def by_id(store: layout.Store, identity: str) -> Fact | None:
    """The fact of this id, if it holds; a candidate or not."""
    wanted = identity.encode("utf-8", "replace")
    try:
        lines = [line for _, line in read.lines_from(store, layout.FACTS) if wanted in line]
    except OSError:
        return None
    known = [one for line in lines for one in facts.parse(line)]
    return next((one for one in facts.living(reversed(known)) if one.id == identity), None)


def _is_due(one: Candidate, sure_from: float) -> bool:
    is_sure_rule = one.fact.type == "O" and one.fact.confidence >= sure_from
    return one.proposed or one.is_proved() or is_sure_rule


def _relevant(store: layout.Store, tail_bytes: int) -> Iterator[Fact]:
    """The facts that may be candidates or change them, oldest first; most facts were said once."""
    if tail_bytes:
        lines: Iterable[bytes] = read.tail(store, layout.FACTS, tail_bytes)
    else:
        lines = _all_lines(store)
    for line in lines:
        said_once = b'"evidence":[]' in line and b'"op":' not in line
        if said_once and b'"type":"O"' not in line and b'"supersedes":' not in line:
            continue
        yield from facts.parse(line)


def _all_lines(store: layout.Store) -> Iterator[bytes]:
    try:
        yield from (line for _, line in read.lines_from(store, layout.FACTS))
    except OSError:  # not there, or closed to us: `status` tells
        return


def _key(fact: Fact) -> str:
    return fields.sameness(fact.content)


def _weigh(fact: Fact, others: dict[str, str], sources: dict[str, str]) -> Candidate:
    """Count the sessions of a fact: its own, those of merged facts, those in the journal.

    Repetitions of unknown sessions count once for each day without a known session.

    Args:
        fact: the fact.
        others: who said it again, by the journal, and on which day.
        sources: the session of each fact that was merged, by id.
    """
    moments = [fact.moment]
    day = clock.local_date(moments[0])
    known = {_who(fact.session_id, day)} | set(others)
    days = {day, *others.values()}
    unknown: set[str] = set()
    for identity in fact.evidence:
        moments.append(fields.made_at(identity) or moments[0])
        day = clock.local_date(moments[-1])
        session = sources.get(identity, "")
        if session:
            known.add(session)
            days.add(day)
        else:
            unknown.add(day)
    return Candidate(fact, len(known) + len(unknown - days), min(moments), max(moments))


def _who(session: str, day: str) -> str:
    """A session, or the person at a terminal on a day."""
    return session or f"by hand {day}"


def _sessions(store: layout.Store, repeated: list[Fact]) -> dict[str, dict[str, str]]:
    """The sessions and days that repeated each fact, by the journal's notes.

    Only days on which something was said again are read.
    """
    owner = {one: fact.id for fact in repeated for one in fact.evidence}
    owner |= {fact.id: fact.id for fact in repeated}
    moments = [fields.made_at(one) for fact in repeated for one in fact.evidence]
    dates = {clock.local_date(moment) for moment in moments if moment}
    sessions_of: dict[str, dict[str, str]] = {}
    for name in read.daily_names(store):
        date = os.path.basename(name).partition(".")[0]
        for event in _notes(store, name) if date in dates else ():
            identity = owner.get(event.record_id)
            if identity is not None:
                who = _who(event.session_id, date)
                sessions_of.setdefault(identity, {}).setdefault(who, date)
    return sessions_of


def _notes(store: layout.Store, name: str) -> Iterator[Entry]:
    """The notes of facts in a journal day."""
    try:
        for _, line in read.lines_from(store, name):
            if b'"type":"fact"' in line:
                yield from read.entries(line)
    except OSError:  # a link or a second name: nothing that we wrote
        return


def _new(best_first: list[Candidate], core: list[str]) -> Iterator[Candidate]:
    """The candidates that MEMORY.md lacks; far down the list only equal words count."""
    said = {fields.sameness(line) for line in core}
    for number, candidate in enumerate(best_first):
        content = candidate.fact.content
        compared = core if number < _COMPARED else []
        is_near = any(relation.says_again(content, line) for line in compared)
        if _key(candidate.fact) not in said and not is_near:
            yield candidate
