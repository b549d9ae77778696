"""What a statement denies in favour of something else: `from X to Y`, `不是 X，是 Y`.

Pure. Must not take a plain `not` for it: that has no other value beside it.
"""

from __future__ import annotations

import itertools

from memory_store.learn import concepts, words

_CHANGES = ("change", "raise", "lower", "go back")


def find(clauses: list[list[words.Item]]) -> tuple[frozenset[str], list[list[words.Item]]]:
    """The values that a statement denies in favour of others, and its clauses without denying."""
    denied: set[str] = set()
    for number, clause in enumerate(clauses):
        denied |= _replaced(clause)
        others = [*clauses[:number], *clauses[number + 1 :]]
        old = _denied_for(clause, others)
        if old:
            denied |= old
            clauses = [list(one) for one in clauses]
            clauses[number] = [
                one._replace(key="now", role=concepts.CHANGE) if denies([one]) else one
                for one in clause
            ]
    return frozenset(denied), clauses


def _denied_for(clause: list[words.Item], others: list[list[words.Item]]) -> set[str]:
    """The values of the one clause that denies for which the others tell another one."""
    if not denies(clause) or any(map(denies, others)):
        return set()
    beside = [one for other in others for one in other]
    kinds = _kinds(beside)
    old = {one.key for one in clause if one.kinds & kinds and one.kinds - {words.HAN}}
    if any(map(is_move, others)):
        old |= _ended(clause)
    return old - {one.key for one in beside}


def denies(clause: list[words.Item]) -> bool:
    """Whether a clause says that something is not, or no more."""
    return any(one.role == concepts.NEGATIVE or one.key == "end" for one in clause)


def _kinds(items: list[words.Item]) -> frozenset[str]:
    return frozenset(kind for one in items for kind in one.kinds)


def _ended(clause: list[words.Item]) -> set[str]:
    """The values that a clause says to be used no longer: X of `no longer use X`, 不再用 X."""
    behind = itertools.dropwhile(lambda one: not denies([one]), clause)
    values = itertools.dropwhile(lambda one: not one.kinds, behind)
    return {one.key for one in itertools.takewhile(lambda one: one.kinds - {words.HAN}, values)}


def _replaced(clause: list[words.Item]) -> set[str]:
    """The old values of `from X to Y`, `X instead of Y`, `replaced X with Y`, `X 改成 Y`."""
    texts = [one.text for one in clause]
    changes = [at for at, one in enumerate(clause) if one.role == concepts.CHANGE]
    moved = is_move(clause)
    for at, one in enumerate(clause):
        if one.key == "from" and moved:
            return _run(clause, at + 1) or _until_to(clause[at + 1 :])
    for at, one in enumerate(clause):
        if one.text == "instead" and texts[at + 1 : at + 2] == ["of"]:
            return _run(clause, at + 2)
        if one.key == "replace":
            return _old_of_replace(clause, at)
    for at in changes:
        before, after = _run_before(clause, at), _run(clause, at + 1)
        kinds = _kinds([one for one in clause if one.key in before])
        if clause[at].key in _CHANGES and kinds & _kinds(
            [one for one in clause if one.key in after]
        ):
            return before
    return set()


def _old_of_replace(clause: list[words.Item], at: int) -> set[str]:
    """`X was replaced by Y` and `X 被 Y 取代` tell the old one first, other forms last."""
    before = {one.text for one in clause[:at]}
    passive = "被" in before or any(one.text == "by" for one in clause[at:])
    return _run(clause, 0) if passive else _run(clause, at + 1)


def _run(clause: list[words.Item], start: int) -> set[str]:
    """The first values from a place on that stand together."""
    found: set[str] = set()
    for one in clause[start:]:
        if one.kinds:
            found.add(one.key)
        elif found or one.role not in (concepts.SOFT, concepts.CHANGE):
            break
    return found


def _until_to(clause: list[words.Item]) -> set[str]:
    """What stands between `from` and `to`, where it is no value that is known as one."""
    found: set[str] = set()
    for one in clause:
        if one.text == "to" or one.role == concepts.CHANGE:
            return found
        if one.role != concepts.SOFT:
            found.add(one.key)
    return set()


def _run_before(clause: list[words.Item], end: int) -> set[str]:
    return _run(clause[:end][::-1], 0)


def is_move(clause: list[words.Item]) -> bool:
    """Whether a clause tells that something took another's place, and not only `now`."""
    return any(one.role == concepts.CHANGE and one.key != "now" for one in clause)
