"""How a newer statement relates to an older one: the same, in its place, a plan, or beside it.

Chinese and English by the same few questions. Must not look for the older one, nor write.
"""

from __future__ import annotations

import re

from memory_store.facts import statement, units, values
from memory_store.journal import fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.facts.statement import Statement

SAME, REPLACES, PLAN, RELATED, DIFFERENT = "same", "replaces", "plan", "related", "different"

_NEAR = 0.5
"""The cosine from which two statements may be about one thing, where words leave that open."""
_COVERED = 0.7
_SIGNS = re.compile(r"[^\w]+")
_SHARED = 0.75  # of the terms of two that say the same


def relation(older: str, newer: str, cosine: float | None = None) -> str:
    """How a newer statement relates to an older one.

    Args:
        older: a statement in English, Chinese or both.
        newer: one that was made later.
        cosine: of their vectors; None where there are none.

    Returns:
        SAME: nothing but case, blanks or signs differs. REPLACES: it takes the older one's place.
        PLAN: it will, on a day to come. RELATED: it speaks of the same thing, and may. DIFFERENT:
        both hold.
    """
    before, after = statement.read(older), statement.read(newer)
    if _bare(older) == _bare(newer):
        return SAME
    if not before.terms or before.text.endswith("?") or after.doubts or after.adds or before.plans:
        return DIFFERENT
    if _are_of_other_scopes(before, after):
        return DIFFERENT
    found = _of_change(before, after, cosine) or _of_place(before, after)
    if found != REPLACES and (after.changes or after.corrects or after.ends):
        parts = map(statement.read, statement.clauses(after.text))
        told = [_of_change(before, one, cosine) for one in parts]
        found = REPLACES if REPLACES in told else found
    if found == REPLACES and _says_more(before, after):
        return RELATED
    if found == REPLACES and after.plans and not after.corrects:
        return PLAN
    return found or DIFFERENT


def says_again(one: str, other: str) -> bool:
    """Whether two statements have the same values and nearly the same words in one order."""
    if _bare(one) == _bare(other):
        return True
    if max(len(one), len(other)) > statement.READ_CHARS:
        return False
    first, second = statement.read(one), statement.read(other)
    if (first.values, first.denies, first.plans) != (second.values, second.denies, second.plans):
        return False
    return _is_within(first, second) or _is_within(second, first)


def _bare(text: str) -> str:
    """A text without what two that are the same may differ in: case, width, blanks, signs."""
    return _SIGNS.sub("", fields.sameness(text))


def _is_within(few: Statement, many: Statement) -> bool:
    """Whether all units stand among others, in their order, and make up most of their terms."""
    rest = iter(many.units)
    is_there = bool(few.units) and all(unit in rest for unit in few.units)
    return is_there and len(few.terms) >= _SHARED * len(many.terms)


def _are_of_other_scopes(before: Statement, after: Statement) -> bool:
    """Whether they speak of two environments, parts or systems, or the newer of a narrower one."""
    old, new = before.scopes - after.scopes, after.scopes - before.scopes
    kinds = {kind for kind, _ in old}
    return any(kind in kinds for kind, _ in new) or bool(new and not after.denied & before.terms)


def _says_more(before: Statement, after: Statement) -> bool:
    """Whether a part of the older one speaks of something that the newer one leaves alone."""
    parts = [statement.read(one) for one in statement.clauses(before.text)]
    parts = [one for one in parts if one.terms]
    told = after.terms | after.denied
    return len(parts) > 1 and any(not one.terms & told for one in parts)


def _of_change(before: Statement, after: Statement, cosine: float | None) -> str:
    """What follows where the newer statement's words say that something changed."""
    changes = after.changes - before.changes  # what both say tells of no change between them
    if not (changes or after.corrects or after.ends or after.plans or after.denied & before.terms):
        return ""
    told = _of_denied(before, after, cosine) or _of_end(before, after)
    if told:
        return told
    others = after.denied & units.terms(tuple(after.values))
    if others and not (after.ends or after.corrects):
        return ""  # the old value of another thing
    if not (changes or after.corrects or after.plans):
        return ""
    if before.denies != after.denies and not after.corrects:
        return _of_turn(before, after)
    return _of_new_value(before, after, cosine)


def _of_new_value(before: Statement, after: Statement, cosine: float | None) -> str:
    """What follows where the newer one tells a value for what the older one has another for."""
    old, new = values.own(before, after), values.own(after, before)
    fit = values.fit(old, new)
    if not fit:
        return ""
    if values.are_subjects(before, after, old, new):
        return ""
    topic_old, topic_new = before.terms - old, after.terms - new
    if not topic_new:
        return REPLACES if fit == values.SURE else ""
    shared = topic_old & topic_new
    if not shared or (fit == values.FITS and len(shared) * 2 <= len(topic_new)):
        return ""
    extra_old = topic_old - topic_new
    extra_new = {one for one in topic_new - topic_old if not _is_short_for(one, before)}
    narrows = extra_new and (extra_old or fit == values.FITS)
    if narrows or (extra_old and len(new) > len(old)):
        return RELATED if (cosine or 0) >= _NEAR else ""
    return REPLACES


def _of_turn(before: Statement, after: Statement) -> str:
    """Whether a clause of the newer one says of the same that it is otherwise: may, may not."""
    old = units.terms(before.plain)
    for clause in statement.clauses(after.text):
        new = units.terms(statement.read(clause).plain)
        if new and new <= old and len(new) >= _COVERED * len(old):
            return REPLACES
    return ""


def _is_short_for(term: str, longer: Statement) -> bool:
    """Whether a pair of Han characters shortens a run of them: 网关端口 for 网关服务本地端口."""
    if term.isascii():
        return False
    first, last = term[0], term[-1]
    return any(last in unit.partition(first)[2] for unit in longer.units)


def _of_denied(before: Statement, after: Statement, cosine: float | None) -> str:
    """What follows where the newer one names what the older one says as past."""
    named = before.terms & after.denied
    gone = named - before.denied if named else named  # seldom is anything named
    if not gone or (before.denies and not before.denied):
        return ""
    told = units.terms(tuple(before.values | after.values or before.units))
    if not gone & told and len(gone) * 2 <= len(before.terms):
        return ""
    kept = after.terms - after.denied
    topic, rest = before.terms - gone, kept - values.own(after, before)
    if not topic or not rest or topic & kept:
        return REPLACES
    return RELATED if (cosine or 0) >= _NEAR else ""


def _of_end(before: Statement, after: Statement) -> str:
    """Whether a clause says no more than that what the older one says is over."""
    if not after.ends or before.denies:
        return ""
    for clause in statement.clauses(after.text):
        one = statement.read(clause)
        shared = len(one.terms & before.terms)
        is_over = one.ends and one.terms and shared >= _COVERED * len(one.terms)
        if is_over and shared >= _COVERED * len(before.terms):
            return REPLACES
    return ""


def _of_place(before: Statement, after: Statement) -> str:
    """What follows where they differ in one place alone, or one denies what the other says."""
    if before.called and after.called:
        return REPLACES  # a person goes by one name
    if before.denies != after.denies:
        return REPLACES if before.plain and before.plain == after.plain else ""
    is_other = values.differ_in_one(before, after) or values.exclude(before, after)
    return REPLACES if is_other else ""
