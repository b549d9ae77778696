"""Whether two statements say the same: by their words, and by the cosine of their vectors.

Pure. Must not take two for one where a number, a name, a negation, a path, a version or a subject
differs; what it can't tell apart from that, it leaves apart.
"""

from __future__ import annotations

from memory_store.learn import opposed, order, statement

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
    told = order.same(first, second) or order.fronted(first, second)
    return told and not opposed.differ(first, second)
