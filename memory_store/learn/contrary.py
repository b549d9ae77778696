"""Whether a statement denies what another one asserts, with all else equal.

Pure. Must not tell which of the two holds: that is the newer one's claim (`replaces`).
"""

from __future__ import annotations

from memory_store.learn import opposed, order, statement

_ASSERTING = frozenset({"allow", "can", "also"})
"""What asserts no less than without it, where the same is denied."""


def is_opposite(before: statement.Statement, after: statement.Statement) -> bool:
    """Whether one denies what the other asserts, of the same things in the same parts."""
    if before.negative == after.negative:
        return False
    every = _universals(before) & _universals(after)
    first, second = (_without(one, _ASSERTING | every) for one in (before, after))
    if first.keys() != second.keys():
        return False
    if not (order.same(first, second) or order.rotated(first, second)):
        return False
    return not (
        opposed.are_elsewhere(before, after) or opposed.clash(before, after, replacing=True)
    )


def _universals(stated: statement.Statement) -> frozenset[str]:
    """The words such as `all` and `each` that a statement has."""
    found = {one.key for clause in stated.clauses for one in clause}
    return frozenset(found & statement.UNIVERSAL)


def _without(stated: statement.Statement, keys: frozenset[str]) -> statement.Statement:
    kept = tuple(one for one in stated.tokens if one.key not in keys)
    return stated._replace(tokens=kept)
