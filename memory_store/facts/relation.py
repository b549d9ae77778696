"""Tells how a newer statement relates to an older one: same, replacing, a plan, or different.

Chinese and English share a few features, whose weights `benchmarks/train_relation.py` learns. Must
not look for the older statement or write.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from memory_store.facts import statement, units
from memory_store.journal import fields
from memory_store.language import phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.facts.statement import Statement

SAME, REPLACES, PLAN, RELATED, DIFFERENT = "same", "replaces", "plan", "related", "different"

NEVER = float("-inf")
"""The score of two statements that both hold."""


class _Model(NamedTuple):
    """A logistic regression, and the scores from which something follows, each by its name."""

    weights: dict[str, float]
    intercept: float
    thresholds: dict[str, float]


_MODEL = _Model(**phrases.data(__file__))

_COMMON = (
    "shared of older",
    "shared of newer",
    "shared name",
    "other number",
    "other of one class",
)
"""The features of two statements that have something in common, beside words of change."""
_TAKING_BACK = frozenset(("correcting", "ending"))
_SIGNS = re.compile(r"[^\w]+")
_SHARED = 0.75  # of the terms of two that say the same
_COVERED, _TOUCHED = 0.6, 0.4  # of the newer one's topic, to replace and to be told together
_NAME_CHARS = 3


def relation(older: str, newer: str) -> str:
    """How a newer statement relates to an older one.

    Args:
        older: a statement in English, Chinese or both.
        newer: one that was made later.

    Returns:
        SAME: nothing but case, blanks or signs differs. REPLACES: it takes the older one's place.
        PLAN: it will, on a day to come. RELATED: it may, or takes the place of a part of it.
        DIFFERENT: both hold, as far as their words tell.
    """
    if bare(older) == bare(newer):
        return SAME
    before, after = statement.read(older), statement.read(newer)
    if "naming" in before.marks & after.marks:
        return REPLACES  # a person goes by one name
    is_open = {"planning", "doubting"} & before.marks or "doubting" in after.marks
    if not before.terms or is_open or are_apart(before, after):
        return DIFFERENT
    clauses = list(map(statement.read, statement.clauses(after.text)))
    parts = [after, *clauses] if _may_change(before, clauses) else []
    kinds = {_of_part(before, part) for part in parts} - {DIFFERENT}
    if not kinds or _says_more(before, after):
        return RELATED if kinds else DIFFERENT
    if "planning" in after.marks and "correcting" not in after.marks:
        return PLAN
    return REPLACES if REPLACES in kinds else RELATED


def score(older: str, newer: str) -> float:
    """The logit of the linear model for a change of the older statement by the newer.

    Args:
        older: a statement in English, Chinese or both.
        newer: one that was made later.

    Returns:
        NEVER where they are apart, or have nothing in common.
    """
    before, after = statement.read(older), statement.read(newer)
    values = features(before, after)
    is_near = any(values[name] for name in _COMMON)
    return _weighed(values) if is_near and not are_apart(before, after) else NEVER


def _weighed(values: dict[str, float]) -> float:
    return _MODEL.intercept + sum(_MODEL.weights[name] * value for name, value in values.items())


def are_apart(before: Statement, after: Statement) -> bool:
    """Whether they speak of two environments, parts or systems, or begin with two names."""
    old, new = before.scopes - after.scopes, after.scopes - before.scopes
    first = [*before.units[:1], *after.units[:1]]
    names = {unit for unit in first if unit in before.values | after.values}
    are_named = len(names) > 1 and all(units.kind_of(one) <= 0 for one in names)
    return are_named or bool({kind for kind, _ in old} & {kind for kind, _ in new})


def threshold(name: str) -> float:
    """The score from which two statements are of REPLACES, or worth to "ask" the agent about."""
    return _MODEL.thresholds[name]


def features(before: Statement, after: Statement) -> dict[str, float]:
    """The features of the linear model, each from 0 to 1."""
    shared = before.terms & after.terms
    gone, new = _other_values(before, after)
    kinds = _kinds(gone) & _kinds(new)
    alike = bool(kinds - {units.NUMBER})
    return {
        "change": bool(after.changes - before.changes or _TAKING_BACK & after.marks),
        "weak change": bool(after.weak_changes - before.weak_changes and gone and new),
        "shared of older": _share(shared, before.terms - units.terms(gone), alike),
        "shared of newer": _share(shared, after.terms - units.terms(new), alike),
        "shared name": any(one.isascii() and len(one) >= _NAME_CHARS for one in shared),
        "other number": units.NUMBER in kinds,
        "other of one class": alike,
        "other beginning": not (
            units.terms(before.units[:1]) & after.terms
            or units.terms(after.units[:1]) & before.terms
        ),
    }


def _of_part(before: Statement, after: Statement) -> str:
    """How a clause of the newer statement relates to the older statement."""
    values = features(before, after)
    says_so = (values["change"] or values["weak change"]) and _may_replace(before, after)
    covered = values["shared of newer"]
    if not says_so or covered < _TOUCHED or _weighed(values) < threshold(REPLACES):
        return DIFFERENT
    return REPLACES if covered >= _COVERED else RELATED


def _may_change(before: Statement, clauses: list[Statement]) -> bool:
    """Whether one of several clauses with words of change may replace the older statement."""
    changing = [one for one in clauses if one.changes or _TAKING_BACK & one.marks]
    if len(clauses) <= 1 or not changing:
        return True
    return any(_may_replace(before, clause) for clause in changing)


def _may_replace(before: Statement, after: Statement) -> bool:
    """Whether the newer statement adds and repeats nothing, and has a value of the same kind."""
    if "adding" in after.marks:
        return False
    gone, new = _other_values(before, after)
    if not new:
        is_silent = not (after.values or units.NUMBER in _kinds(gone))
        return is_silent or bool(_TAKING_BACK & after.marks)
    kinds = set(map(units.is_number, before.values)) or {False}
    return not kinds.isdisjoint(map(units.is_number, new))


def _other_values(before: Statement, after: Statement) -> tuple[frozenset[str], frozenset[str]]:
    """The values of one kind that only one of two statements has: numbers, a class, or names."""
    gone = before.values.difference(after.units)
    new = after.values.difference(before.units)
    shared = _kinds(gone) & _kinds(new)
    if not shared:
        return gone, new
    gone, new = (
        frozenset(one for one in values if units.kind_of(one) == min(shared))
        for values in (gone, new)
    )
    return gone, new


def _share(shared: frozenset[str], topic: frozenset[str], without: float) -> float:
    """The share of a statement's topic that is shared; `without` if it is nothing but a value."""
    return len(shared & topic) / len(topic) if topic else without


def says_again(older: str, newer: str) -> bool:
    """Whether two statements have the same values and nearly the same words in one order."""
    if bare(older) == bare(newer):
        return True
    if max(len(older), len(newer)) > statement.READ_CHARS:
        return False
    first, second = statement.read(older), statement.read(newer)
    if first.values != second.values or {"denying", "planning"} & (first.marks ^ second.marks):
        return False
    return _is_within(first, second) or _is_within(second, first)


def bare(text: str) -> str:
    """A text without case, width, blanks and signs, to compare statements that say the same."""
    return _SIGNS.sub("", fields.sameness(text))


def _is_within(few: Statement, many: Statement) -> bool:
    """Whether all units stand among others, in their order, and make up most of their terms."""
    rest = iter(many.units)
    is_there = bool(few.units) and all(unit in rest for unit in few.units)
    return is_there and len(few.terms) >= _SHARED * len(many.terms)


def _says_more(before: Statement, after: Statement) -> bool:
    """Whether a clause of the older statement has no term of the newer one."""
    parts = [one.terms for one in map(statement.read, statement.clauses(before.text)) if one.terms]
    return len(parts) > 1 and any(not one & after.terms for one in parts)


def _kinds(values: frozenset[str]) -> set[int]:
    return {units.kind_of(unit) for unit in values} - {0}
