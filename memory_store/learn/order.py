"""Whether two statements of the same words tell them in orders that mean the same.

Pure. Must not let two sides change places: who does a thing and whom it is done to.
"""

from __future__ import annotations

import itertools

from memory_store.learn import concepts, opposed, statement, words

_HAS = ("have", "has", "get", "gets", "有")
_NEEDS = ("need", "requir", "需", "要")
_LEADING = frozenset({"every", "in", "on", "at", "night", "day daily", "week weekly"})
_ADVERBS = frozenset(
    {"must", "always", "currently", "still", "now", "enable", "开启", "allow", "can"}
)


def same(first: statement.Statement, second: statement.Statement) -> bool:
    """Whether both tell it in an order that means the same.

    Where one of them alone tells by whom, two sides have changed places. Else three things may
    stand elsewhere, unless sides are bound as by what comes before what: what is used, a verb of
    which one text tells in the passive, and the two sides of `is`, if one is a value. Where sides
    are bound, only the verb may, and on its own side.
    """
    one, other = _order(first), _order(second)
    voiced = opposed.passives(first) ^ opposed.passives(second)
    if bool(first.agent) != bool(second.agent):
        told, untold = (first, second) if first.agent else (second, first)
        return _exchanged(told, untold) or (one == other and _uses(untold, told.agent))
    if one == other and not voiced:
        return True
    if concepts.BINDING in first.roles | second.roles:
        return len(voiced) == 1 and _same_sides(first, second, *voiced)
    means = _means(first)
    if means and means == _means(second):
        one, other = ([key for key in order if key not in means] for order in (one, other))
    if not voiced:
        return one == other or _turned_about(first, second)
    return len(voiced) == 1 and _in_two_voices(one, other, *voiced)


def _uses(stated: statement.Statement, means: str) -> bool:
    """Whether `use` stands before something: 用 Swagger 生成 says 由 Swagger 生成."""
    told = [one.key for clause in stated.clauses for one in clause if one.key != "article"]
    return ("use", means) in itertools.pairwise(told)


def _same_sides(first: statement.Statement, second: statement.Statement, verb: str) -> bool:
    """Whether nothing but a verb's voice differs, and it stays on its side of what binds."""
    bound, others = _sides(first), _sides(second)
    return len(bound) == len(others) and all(
        one == other or _in_two_voices(one, other, verb)
        for one, other in zip(bound, others, strict=True)
    )


def _sides(stated: statement.Statement) -> list[list[str]]:
    """The keys before, between and behind the words that bind, each such word by itself."""
    sides: list[list[str]] = [[]]
    for token in stated.tokens:
        if token.role == concepts.BINDING:
            sides += [[token.key], []]
        else:
            sides[-1].append(token.key)
    return sides


def rotated(first: statement.Statement, second: statement.Statement) -> bool:
    """Whether two single clauses have the same words in the same order, but for where they begin.

    `不要翻译产品名` for `产品名不要翻译`: one that does a thing and one that it is done to, what
    tells of it between them, can't change places so, nor can two words side by side.
    """
    if len(first.clauses) != 1 or len(second.clauses) != 1:
        return False
    across = first.han != second.han  # a place is told without `in` in Chinese
    one, other = _telling(first, across), _telling(second, across)
    swapped = {*itertools.pairwise(one)} & {pair[::-1] for pair in itertools.pairwise(other)}
    return not swapped and any(one[at:] + one[:at] == other for at in range(len(one)))


def fronted(first: statement.Statement, second: statement.Statement) -> bool:
    """Whether they are `rotated` in Chinese, or in English by when or where it is: `every night`.

    Only so do they say the same in English, where its place tells the verb from a noun.
    """
    if not rotated(first, second):
        return False
    starts = {next(iter(_telling(told, across=False)), "") for told in (first, second)}
    return (first.han and second.han) or bool(starts & _LEADING)


def _telling(stated: statement.Statement, across: bool) -> list[str]:  # noqa: FBT001
    """The keys of a clause with the small words that may stand between two sides."""
    table = concepts.table()
    kept: list[str] = []
    passives = opposed.passives(stated)
    for at, one in enumerate(stated.clauses[0]):
        links = one.key == "be" or one.text in _HAS or one.text.startswith(_NEEDS)
        if links and not passives & {after.key for after in stated.clauses[0][at + 1 :]}:
            kept.append(one.key)
        elif one.role == concepts.NEGATIVE or one.key in _ADVERBS or (across and one.key == "in"):
            continue
        elif one.role != concepts.SOFT or table.weights[one.key] != concepts.NOTHING:
            kept.append(one.key)
    return kept


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
