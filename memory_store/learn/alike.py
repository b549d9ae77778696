"""Whether two statements say the same: by their words, and by the cosine of their vectors.

Pure. Must not take two for one where a number, a name, a negation, a path, a version or a subject
differs; what it can't tell apart from that, it leaves apart.
"""

from __future__ import annotations

from memory_store.learn import concepts, statement, words

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
    return _same_order(first, second)


def _same_order(first: statement.Statement, second: statement.Statement) -> bool:
    """Whether both tell it in an order that means the same.

    Where one of them alone tells by whom, two sides have changed places. Else a value and what is
    done may stand elsewhere, or the first part last, unless sides are bound, as by who calls whom.
    """
    one, other = _order(first), _order(second)
    if bool(first.agent) != bool(second.agent):
        told, untold = (first, second) if first.agent else (second, first)
        return _exchanged(told, untold)
    if one == other:
        return True
    if concepts.BINDING in first.roles | second.roles:
        return False
    values = [token.key for token in first.tokens if token.kinds - {words.HAN}]
    if values != [key for key in other if key in values]:
        return False
    both = (*first.tokens, *second.tokens)
    free = {token.key for token in both if token.role == concepts.DOING} | set(values)
    rest = [key for key in one if key not in free]
    if rest == [key for key in other if key not in free]:
        return True
    return any(one[at:] + one[:at] == other for at in range(1, len(one)))


def _exchanged(passive: statement.Statement, active: statement.Statement) -> bool:
    """Whether who does it stands first where it isn't told by `by`, and all else is as it was."""
    order = _order(active)
    if passive.agent not in order or not (order[0] == passive.agent or active.defines):
        return False
    return _without(_order(passive), passive.agent) == _without(order, passive.agent)


def _without(order: list[str], agent: str) -> list[str]:
    """An order of keys without the agent, and without where what is done or owned stands."""
    roles = concepts.table().roles
    moving = (concepts.DOING, concepts.SINGLE)
    return [key for key in order if key != agent and roles.get(key) not in moving]


def _order(stated: statement.Statement) -> list[str]:
    return list(dict.fromkeys(token.key for token in stated.tokens))
