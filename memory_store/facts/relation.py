"""How a newer statement relates to an older one: the same, in its place, a plan, or beside it.

Chinese and English by the same few questions. Must not look for the older one, nor write.
"""

from __future__ import annotations

import difflib
import re

from memory_store.facts import statement, units, vocabulary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.facts.statement import Statement

SAME, REPLACES, PLAN, RELATED, DIFFERENT = "same", "replaces", "plan", "related", "different"

_NEAR = 0.5
"""The cosine from which two statements may be about one thing, where words leave that open."""
_COVERED = 0.7
_NAME_CHARS = 3  # of a person's name in Chinese
_MOST_UNITS = 2
_PLACE_CHARS = 4  # by which a unit is found again in its text
_SIGNS = re.compile(r"[^\w]+")
_SURE, _FITS = 2, 1


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
    if _SIGNS.sub("", before.text) == _SIGNS.sub("", after.text):
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
    if not (changes or after.corrects or after.ends or after.plans):
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
        return ""
    return _of_new_value(before, after, cosine)


def _of_new_value(before: Statement, after: Statement, cosine: float | None) -> str:
    """What follows where the newer one tells a value for what the older one has another for."""
    old, new = _own_values(before, after), _own_values(after, before)
    fit = _fit(old, new)
    if not fit:
        return ""
    topic_old, topic_new = before.terms - old, after.terms - new
    if not topic_new:
        return REPLACES if fit == _SURE else ""
    shared = topic_old & topic_new
    if not shared or (fit == _FITS and len(shared) * 2 <= len(topic_new)):
        return ""
    extra_old, extra_new = topic_old - topic_new, topic_new - topic_old
    if extra_old and (extra_new or len(new) > len(old)):
        return RELATED if (cosine or 0) >= _NEAR else ""
    return REPLACES


def _of_denied(before: Statement, after: Statement, cosine: float | None) -> str:
    """What follows where the newer one names what the older one says as past."""
    gone = (before.terms & after.denied) - before.denied
    if not gone or before.denies:
        return ""
    values = units.terms(tuple(before.values | after.values or before.units))
    if not gone & values and len(gone) * 2 <= len(before.terms):
        return ""
    kept = after.terms - after.denied
    topic, rest = before.terms - gone, kept - _own_values(after, before)
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


def _own_values(one: Statement, other: Statement) -> frozenset[str]:
    """The terms of the values that a statement has and the other has not."""
    return units.terms([unit for unit in one.units if _is_value(unit, one, other)]) - other.terms


def _is_value(unit: str, own: Statement, other: Statement) -> bool:
    """Whether a unit is a value, or a short one at a value's place where nothing else is one."""
    if unit in own.values:
        return True
    if unit in other.units or own.values.difference(other.units):
        return False
    is_short = unit.isascii() or len(unit) <= _PLACE_CHARS
    return is_short and (_has("owning", own.text) or _is_last(unit, own))


def _is_last(unit: str, own: Statement) -> bool:
    return any(units.of(one)[-1:] == [unit] for one in statement.clauses(own.text))


def _fit(old: frozenset[str], new: frozenset[str]) -> int:
    """Whether each has a value of one kind that the other lacks: _SURE, _FITS, or 0 for none."""
    classes = {units.class_of(one) for one in old} & {units.class_of(one) for one in new}
    if classes - {0}:
        return _SURE
    numbers = [{one for one in found if units.is_number(one)} for found in (old, new)]
    if all(numbers):
        return _SURE if all(any("." in one for one in found) for found in numbers) else _FITS
    return _FITS if old - numbers[0] and new - numbers[1] else 0


def _of_place(before: Statement, after: Statement) -> str:
    """What follows where they differ in one place alone, or one denies what the other says."""
    if before.denies != after.denies:
        return REPLACES if _plain(before) and _plain(before) == _plain(after) else ""
    return REPLACES if _has_other_value(before, after) else ""


def _has_other_value(before: Statement, after: Statement) -> bool:
    """Whether they differ in nothing but the value of something that has one at a time."""
    place = _differing(before.units, after.units)
    if place is None or before.denies or _has("several", before.text):
        return False
    old, new, at = place
    pairs = zip(map(units.class_of, old), map(units.class_of, new), strict=True)
    if all(one and one == other for one, other in pairs):
        return True
    is_last = at + len(old) == len(before.units)
    if len(old) == 1 and units.is_number(old[0]) and units.is_number(new[0]):
        return is_last or _leads(before, old[0], "leading")
    if _has("owning", before.text) and _has("owning", after.text):
        return _is_owner(old[0], before) and _is_owner(new[0], after)
    is_single = _is_single(old[0], before)
    if is_last and _has("defining", before.text):
        return is_single or (before.values.issuperset(old) and after.values.issuperset(new))
    return is_single and _is_single(new[0], after)


def _plain(stated: Statement) -> list[str]:
    """What a statement speaks of, without the words that tell whether it is so."""
    return units.of(vocabulary.pattern("polar").sub(" ", stated.text))


def _differing(
    old: tuple[str, ...], new: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...], int] | None:
    """The one or two units of each that stand in the place of the other's, and where.

    None where they differ otherwise, or share nothing.
    """
    steps = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    apart = [one for one in steps if one[0] != "equal"]
    if len(apart) != 1 or apart[0][0] != "replace" or len(steps) == 1:
        return None
    _, a, b, c, d = apart[0]
    return (old[a:b], new[c:d], a) if b - a == d - c <= _MOST_UNITS else None


def _is_single(unit: str, own: Statement) -> bool:
    """Whether a unit is the value of an attribute that has one at a time."""
    found = vocabulary.pattern("single").search(own.text)
    return found is not None and own.text.find(unit[:_PLACE_CHARS]) >= found.end()


def _is_owner(unit: str, own: Statement) -> bool:
    """Whether a unit stands where the person does who owns something."""
    at = own.text.find(unit[:_PLACE_CHARS])
    if at < 0 or (not unit.isascii() and len(unit) > _NAME_CHARS):
        return False
    if _leads(own, unit, "owner-before"):
        return True
    behind = own.text[at + len(unit) :].strip().removeprefix("现在").removeprefix("now").strip()
    return not units.of(own.text[:at]) and bool(vocabulary.pattern("owning").match(behind))


def _leads(own: Statement, unit: str, name: str) -> bool:
    """Whether words of a section stand just before a unit."""
    before = own.text[: own.text.find(unit[:_PLACE_CHARS])]
    return bool(vocabulary.pattern(name).search(before))


def _has(name: str, text: str) -> bool:
    return bool(vocabulary.pattern(name).search(text))
