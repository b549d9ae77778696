"""Finds the facts that have proved themselves, with their evidence.

Reads facts and the journal's notes of repetitions. Must not write, or propose a fact that
MEMORY.md has or that the user decided about.
"""

from __future__ import annotations

from typing import NamedTuple

from memory_store import clock
from memory_store.facts import relation, statement
from memory_store.index import questions
from memory_store.journal import facts, fields, read, stored
from memory_store.promotion import core_memory
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store import place
    from memory_store.journal.stored import Fact

SEVERAL = 2
FIELD, TEXT_FIELD = "promotion", "promotion_text"
PROPOSED, ACCEPTED, REFUSED = "proposed", "accepted", "refused"
SETTLED = (ACCEPTED, REFUSED)

_KINDS = ("W", "O")  # what was done, and summaries of stages, are history
_CHANGED = (b'"promotion":', b'"op":', b'"supersedes":')

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


def find(where: place.Place, store: layout.Store, tail_bytes: int) -> list[Candidate]:
    """The candidates of a store, the best first.

    They are facts (W, O) that hold and were said in several sessions, rules (O) that are sure, and
    what the agent proposed; no MEMORY.md of the place says them.

    Args:
        where: the place of work.
        store: whose facts.
        tail_bytes: how much of the facts' end to look at.
    """
    lines = list(facts.newest_first(store, tail_bytes))
    settled = {_key(one) for one in lines if one.promotion in SETTLED}
    living = [
        one for one in facts.living(lines) if one.type in _KINDS and _key(one) not in settled
    ]
    sessions_of, sources = _sessions(store, living)
    sources |= {one.id: one.session_id for one in lines}
    weighed = [_weigh(one, sessions_of.get(one.id, set()), sources) for one in living]
    sure_from = where.config.number("sure_confidence")
    core = _by_keys(line for one in where.stores() for line in core_memory.statements(one))
    due = [one for one in weighed if _is_due(one, sure_from) and not _is_in(core, one.fact)]
    return sorted(due, key=Candidate.order, reverse=True)


def _by_keys(lines: Iterable[str]) -> dict[object, list[str]]:
    """Lines by what a statement that says the same shares: its bare text, or its values."""
    lines_of: dict[object, list[str]] = {}
    for line in lines:
        for key in _keys(line):
            lines_of.setdefault(key, []).append(line)
    return lines_of


def _keys(text: str) -> tuple[object, object]:
    return relation.bare(text), statement.read(text).values


def _is_in(core: dict[object, list[str]], fact: Fact) -> bool:
    alike = (line for key in _keys(fact.content) for line in core.get(key, ()))
    return any(relation.says_again(fact.content, line) for line in alike)


def promoted(store: layout.Store) -> dict[str, bool]:
    """The words that went into MEMORY.md, and whether their fact holds."""
    try:
        raw = read.lines_from(store, layout.FACTS)
        changed = [line for _, line in raw if any(mark in line for mark in _CHANGED)]
    except OSError:  # not there, or closed to us: `status` tells
        return {}
    lines = [one for line in changed for one in facts.parse(line)]
    newest = {one.id: one for one in lines if FIELD in one}
    living = {one.id for one in facts.living(reversed(lines))}
    accepted = [one for one in newest.values() if one.promotion == ACCEPTED]
    return {fields.sameness(text): one.id in living for one in accepted for text in wordings(one)}


def wordings(fact: Fact) -> tuple[str, str]:
    """What a fact says, and what MEMORY.md says for it."""
    return fact.content, fact.text_of(TEXT_FIELD) or fact.content


def _is_due(one: Candidate, sure_from: float) -> bool:
    is_sure_rule = one.fact.type == "O" and one.fact.confidence >= sure_from
    return one.proposed or one.is_proved() or is_sure_rule


def _key(fact: Fact) -> str:
    return fields.sameness(fact.content)


def _weigh(fact: Fact, others: set[tuple[str, str]], sources: dict[str, str]) -> Candidate:
    """Count the sessions of a fact: its own, those of merged facts, those in the journal.

    Repetitions of unknown sessions count once for each day without a known session. A fact that
    was captured is as old as the turn that states it: a run may keep it days later.

    Args:
        fact: the fact.
        others: who said it again, by the journal, and on which days.
        sources: the session of each fact that was merged, and of each turn, by id.
    """
    turn = fact.evidence[0] if fact.via == stored.CAPTURE and fact.evidence else ""
    said = [(fact.session_id, fields.made_at(turn) or fact.moment)]
    said += [(sources.get(one, ""), fields.made_at(one) or fact.moment) for one in fact.evidence]
    moments = [moment for _, moment in said]
    days = [(session, clock.local_date(moment)) for session, moment in said]
    known = {_who(*days[0]), *others, *((session, day) for session, day in days if session)}
    unknown = {day for _, day in days} - {day for _, day in known}
    sessions = {session for session, _ in known}
    return Candidate(fact, len(sessions) + len(unknown), min(moments), max(moments))


def _who(session: str, day: str) -> tuple[str, str]:
    """A session, or the person at a terminal, on a day."""
    return session or f"by hand {day}", day


def _sessions(
    store: layout.Store, living: list[Fact]
) -> tuple[dict[str, set[tuple[str, str]]], dict[str, str]]:
    """The sessions that repeated each fact, with the days, by the journal's notes.

    Returns:
        These, and the session of each turn that states a fact, by its id.
    """
    owner = {one: fact.id for fact in living for one in fact.evidence}
    owner |= {fact.id: fact.id for fact in living}
    sessions_of: dict[str, set[tuple[str, str]]] = {}
    with questions.Records(store) as records:
        for event in records.naming(owner, "fact"):
            is_taken_back = bool(event.stated_in) and owner.keys().isdisjoint(event.stated_in)
            if event.record_id in owner and not is_taken_back:
                who = _who(event.session_id, clock.local_date(event.moment))
                sessions_of.setdefault(owner[event.record_id], set()).add(who)
        turns = {one.id: one.session_id for one in records.turns(owner)}
    return sessions_of, turns
