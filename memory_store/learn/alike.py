"""Whether two statements say the same: by their words, and by the cosine of their vectors.

Pure. Must not take two for one where a number, a name, a negation, a path, a version or a subject
differs; what it can't tell apart from that, it leaves apart.
"""

from __future__ import annotations

import itertools

from memory_store.learn import concepts, opposed, statement, words

LEAST = 0.65
LEAST_ACROSS = 0.45
"""The cosine, in one language and across two, under which words alone are not believed."""


def say_same(one: str, other: str, cosine: float | None = None) -> bool:
    """Whether two texts state the same in other words.

    Args:
        one: a statement in English, Chinese or both.
        other: another one.
        cosine: of their vectors, from -1 to 1; None where there are none.
    """
    first, second = statement.read(one), statement.read(other)
    if not first.tokens or first.asks or second.asks:
        return False
    if (first.keys(), first.denied, first.negative) != (
        second.keys(),
        second.denied,
        second.negative,
    ):
        return False
    if statement.STRONG in (first.sign, second.sign) and first.sign != second.sign:
        return False
    if cosine is not None and cosine < (LEAST if first.han == second.han else LEAST_ACROSS):
        return False
    return _same_order(first, second) and not opposed.differ(first, second)


def _same_order(first: statement.Statement, second: statement.Statement) -> bool:
    """Whether both tell it in an order that means the same.

    Where one of them alone tells by whom, two sides have changed places. Else three things may
    stand elsewhere, unless sides are bound as by what comes before what: what is used, a verb of
    which one text tells in the passive, and the two sides of `is`, if one is a value.
    """
    one, other = _order(first), _order(second)
    voiced = opposed.passives(first) ^ opposed.passives(second)
    if bool(first.agent) != bool(second.agent):
        told, untold = (first, second) if first.agent else (second, first)
        return _exchanged(told, untold)
    if one == other and not voiced:
        return True
    if concepts.BINDING in first.roles | second.roles:
        return False
    means = _means(first)
    if means and means == _means(second):
        one, other = ([key for key in order if key not in means] for order in (one, other))
    if not voiced:
        return one == other or _turned_about(first, second)
    return len(voiced) == 1 and _in_two_voices(one, other, *voiced)


def _in_two_voices(one: list[str], other: list[str], verb: str) -> bool:
    """Whether one begins with a verb, as `deploy the shop` does, and nothing else is moved."""
    begins = verb in (*one[:1], *other[:1])
    without = [[key for key in order if key != verb] for order in (one, other)]
    return begins and one.count(verb) == other.count(verb) == 1 and without[0] == without[1]


def _means(stated: statement.Statement) -> list[str]:
    """The values behind `use` or `with`, where there is one such place in a single clause."""
    if len(stated.clauses) != 1:
        return []
    clause = [one for one in stated.clauses[0] if one.key != "article"]
    places = [at for at, one in enumerate(clause) if one.key in ("use", "with")]
    if len(places) != 1:
        return []
    behind = itertools.takewhile(lambda one: one.kinds - {words.HAN}, clause[places[0] + 1 :])
    return [one.key for one in behind]


def _turned_about(first: statement.Statement, second: statement.Statement) -> bool:
    """Whether both are of the form `A is B`, one of the two a value, and A is the other's B."""
    sides, others = _sides_of_is(first), _sides_of_is(second)
    if not sides or not others or sides[0] != others[1] or sides[1] != others[0]:
        return False
    values = {one.key for one in first.tokens if one.kinds - {words.HAN}}
    return values >= set(sides[0]) or values >= set(sides[1])


def _sides_of_is(stated: statement.Statement) -> list[list[str]]:
    """What stands on the two sides of the only verb of a single clause, if that is `is`."""
    items = [one for clause in stated.clauses for one in clause]
    places = [at for at, one in enumerate(items) if one.key == "be"]
    if len(stated.clauses) != 1 or len(places) != 1:
        return []
    if any(one.role in (concepts.DOING, concepts.NEGATIVE) for one in items):
        return []
    kept = set(_order(stated))
    parts = (items[: places[0]], items[places[0] + 1 :])
    return [[one.key for one in part if one.key in kept] for part in parts]


def _exchanged(passive: statement.Statement, active: statement.Statement) -> bool:
    """Whether who does it stands first where it isn't told by `by`, and all else is as it was."""
    order = _order(active)
    owned = active.defines and "owner" in order
    if passive.agent not in order or not (order[0] == passive.agent or owned):
        return False
    return _without(_order(passive), passive.agent) == _without(order, passive.agent)


def _without(order: list[str], agent: str) -> list[str]:
    """An order of keys without the agent, and without what is done or owned if that is one."""
    roles = concepts.table().roles
    moving = [key for key in order if roles.get(key) in (concepts.DOING, concepts.SINGLE)]
    left = [key for key in order if key != agent]
    return [key for key in left if key not in moving] if len(moving) == 1 else left


def _order(stated: statement.Statement) -> list[str]:
    return [token.key for token in stated.tokens]
