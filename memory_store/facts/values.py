"""Which values two statements have, and whether one stands in the place of the other's.

Must not judge what follows from that (`relation`).
"""

from __future__ import annotations

import difflib

from memory_store.facts import statement, units, vocabulary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.facts.statement import Statement

SURE, FITS = 2, 1
"""How well two values fit: of one class or form, or both plain words."""

_NAME_CHARS = 3  # of a person's name in Chinese
_MOST_UNITS = 2
_PLACE_CHARS = 4  # by which a unit is found again in its text


def own(one: Statement, other: Statement) -> frozenset[str]:
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


def fit(old: frozenset[str], new: frozenset[str]) -> int:
    """Whether each has a value of one kind that the other lacks: SURE, FITS, or 0 for none."""
    classes = {units.class_of(one) for one in old} & {units.class_of(one) for one in new}
    if classes - {0}:
        return SURE
    numbers = [{one for one in found if units.is_number(one)} for found in (old, new)]
    if all(numbers):
        return SURE if all(any("." in one for one in found) for found in numbers) else FITS
    words = [old - numbers[0], new - numbers[1]]
    scripts = [{one.isascii() for one in found} for found in words]
    return FITS if scripts[0] & scripts[1] else 0


def exclude(before: Statement, after: Statement) -> bool:
    """Whether both tell a value of one class of one thing, and the newer nothing else."""
    old, new = own(before, after), own(after, before)
    told = {units.class_of(one) for one in new}
    topic = after.terms - new
    is_of_one_class = len(told) == 1 and told <= {units.class_of(one) for one in old} - {0}
    return is_of_one_class and bool(topic) and topic <= before.terms


def are_subjects(
    before: Statement, after: Statement, old: frozenset[str], new: frozenset[str]
) -> bool:
    """Whether the names that differ are what both speak of, and no values.

    So they are where another value differs too, or where they stand first in both, unless it is
    told who owns something.
    """
    named = [{one for one in found if not units.is_number(one)} for found in (old, new)]
    if not all(named):
        return False
    numbers = [{one for one in own.values if units.is_number(one)} for own in (before, after)]
    if all(numbers) and (numbers[0] & numbers[1] or (old & numbers[0] and new & numbers[1])):
        return not any(units.class_of(one) for one in named[0])
    is_first = _begins(before, named[0]) and _begins(after, named[1])
    return is_first and not (_has("owning", before.text) and _has("owning", after.text))


def _begins(own: Statement, names: set[str]) -> bool:
    """Whether a statement begins with one of these."""
    text = own.text.removeprefix("the ")
    return any(text.startswith(one[:_PLACE_CHARS]) for one in names)


def differ_in_one(before: Statement, after: Statement) -> bool:
    """Whether they differ in nothing but the value of something that has one at a time."""
    place = _differing(before.units, after.units)
    if place is None or before.denies or _has("several", before.text):
        return False
    old, new, at = place
    if [one.isascii() for one in old] != [one.isascii() for one in new]:
        return False
    pairs = zip(map(units.class_of, old), map(units.class_of, new), strict=True)
    if all(one and one == other for one, other in pairs):
        return True
    is_last = at + len(old) == len(before.units)
    if len(old) == 1 and units.is_number(old[0]) and units.is_number(new[0]):
        return at + 2 >= len(before.units) or _leads(before, old[0], "leading")
    if _has("owning", before.text) and _has("owning", after.text):
        return _is_owner(old[0], before) and _is_owner(new[0], after)
    return _is_other_definition(before, after, (old, new), is_last=is_last)


def _is_other_definition(
    before: Statement,
    after: Statement,
    apart: tuple[tuple[str, ...], tuple[str, ...]],
    *,
    is_last: bool,
) -> bool:
    """Whether they tell something by another value: the main database is MySQL 8."""
    old, new = apart
    if len(old) > 1 and not (" ".join(old) in before.text and " ".join(new) in after.text):
        return False  # two places
    is_single = _is_single(old[0], before)
    if is_last and _has("defining", before.text):
        return is_single or (before.values.issuperset(old) and after.values.issuperset(new))
    return is_single and _is_single(new[0], after)


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
    return (
        not units.of(own.text[:at])
        and behind[:1] != "由"
        and bool(vocabulary.pattern("owning").match(behind))
    )


def _leads(own: Statement, unit: str, name: str) -> bool:
    """Whether words of a section stand just before a unit."""
    before = own.text[: own.text.find(unit[:_PLACE_CHARS])]
    return bool(vocabulary.pattern(name).search(before))


def _has(name: str, text: str) -> bool:
    return bool(vocabulary.pattern(name).search(text))
