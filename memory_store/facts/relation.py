"""How a newer statement relates to an older one: the same, in its place, a plan, or beside it.

Chinese and English by the same few features, whose weights `benchmarks/train_relation.py` learns.
Must not look for the older one, nor write.
"""

from __future__ import annotations

import functools
import json
import os
import re
from typing import NamedTuple

from memory_store.facts import statement, units
from memory_store.journal import fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.facts.statement import Statement

SAME, REPLACES, PLAN, RELATED, DIFFERENT = "same", "replaces", "plan", "related", "different"

WEIGHTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "relation.json")
NEVER = float("-inf")
"""The score of two statements that both hold."""

_SIGNS = re.compile(r"[^\w]+")
_SHARED = 0.75  # of the terms of two that say the same
_NAME_CHARS = 3


def relation(older: str, newer: str) -> str:
    """How a newer statement relates to an older one.

    Args:
        older: a statement in English, Chinese or both.
        newer: one that was made later.

    Returns:
        SAME: nothing but case, blanks or signs differs. REPLACES: it takes the older one's place.
        PLAN: it will, on a day to come. RELATED: it takes the place of a part of it. DIFFERENT:
        both hold, as far as their words tell.
    """
    if _bare(older) == _bare(newer):
        return SAME
    before, after = statement.read(older), statement.read(newer)
    if before.called and after.called:
        return REPLACES  # a person goes by one name
    if not _says_so(before, after) or score(older, newer) < threshold(REPLACES):
        return DIFFERENT
    if _says_more(before, after):
        return RELATED
    return PLAN if after.plans and not after.corrects else REPLACES


def score(older: str, newer: str) -> float:
    """How much speaks for a newer statement changing an older one: the logit of a linear model.

    Args:
        older: a statement in English, Chinese or both.
        newer: one that was made later.

    Returns:
        NEVER where they speak of two environments, parts or systems.
    """
    before, after = statement.read(older), statement.read(newer)
    if are_of_other_scopes(before, after):
        return NEVER
    found, model = features(before, after), _model()
    return model.intercept + sum(model.weights[name] * found[name] for name in found)


def are_of_other_scopes(before: Statement, after: Statement) -> bool:
    """Whether they speak of two environments, parts or systems."""
    old, new = before.scopes - after.scopes, after.scopes - before.scopes
    return bool({kind for kind, _ in old} & {kind for kind, _ in new})


def threshold(name: str) -> float:
    """The score from which two statements are of REPLACES, or worth to "ask" the agent about."""
    return _model().thresholds[name]


def features(before: Statement, after: Statement) -> dict[str, float]:
    """What the linear model looks at, each 0 to 1."""
    shared = before.terms & after.terms
    gone, new = _other_values(before, after), _other_values(after, before)
    alike = bool(_classes(gone) & _classes(new))
    return {
        "change": bool(after.changes - before.changes or after.corrects or after.ends),
        "weak change": bool(after.weak_changes - before.weak_changes and gone and new),
        "shared of older": _share(shared, before.terms - units.terms(tuple(gone)), alike),
        "shared of newer": _share(shared, after.terms - units.terms(tuple(new)), alike),
        "shared name": any(one.isascii() and len(one) >= _NAME_CHARS for one in shared),
        "other number": all(any(map(units.is_number, one)) for one in (gone, new)),
        "other of one class": alike,
        "other beginning": _begins_otherwise(before, gone, after)
        and _begins_otherwise(after, new, before),
    }


def _says_so(before: Statement, after: Statement) -> bool:
    """Whether the newer one asserts a change in words; weak ones count beside another value."""
    if not before.terms or before.plans or before.doubts or after.doubts or after.adds:
        return False
    found = features(before, after)
    return bool(found["change"] or found["weak change"])


def _other_values(own: Statement, other: Statement) -> frozenset[str]:
    return own.values.difference(other.units)


def _share(shared: frozenset[str], topic: frozenset[str], without: float) -> float:
    """How much of its topic a statement shares; `without` where it has none but a value."""
    return len(shared & topic) / len(topic) if topic else without


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


class _Model(NamedTuple):
    """A logistic regression, and the scores from which something follows, each by its name."""

    weights: dict[str, float]
    intercept: float
    thresholds: dict[str, float]


@functools.cache
def _model() -> _Model:
    with open(WEIGHTS, encoding="utf-8") as file:
        return _Model(**json.load(file))


def _bare(text: str) -> str:
    """A text without what two that are the same may differ in: case, width, blanks, signs."""
    return _SIGNS.sub("", fields.sameness(text))


def _is_within(few: Statement, many: Statement) -> bool:
    """Whether all units stand among others, in their order, and make up most of their terms."""
    rest = iter(many.units)
    is_there = bool(few.units) and all(unit in rest for unit in few.units)
    return is_there and len(few.terms) >= _SHARED * len(many.terms)


def _says_more(before: Statement, after: Statement) -> bool:
    """Whether a clause of the older one speaks of something that the newer one leaves alone."""
    parts = [one.terms for one in map(statement.read, statement.clauses(before.text)) if one.terms]
    return len(parts) > 1 and any(not one & after.terms for one in parts)


def _begins_otherwise(own: Statement, values: frozenset[str], other: Statement) -> bool:
    """Whether a statement's first words are no value, and the other has none of them."""
    first = own.units[:1]
    return not values.issuperset(first) and not units.terms(first) & other.terms


def _classes(found: frozenset[str]) -> set[int]:
    return {units.class_of(unit) for unit in found} - {0}
