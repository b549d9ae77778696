"""Whether two statements of the same subjects differ in a word that could change what is true.

Pure; asked before two texts are taken for one. Must not find that they say the same: it only
forbids, and where it can't tell it forbids.
"""

from __future__ import annotations

import collections
import functools
import itertools
import os
import re

from memory_store.learn import concepts, statement, words

_PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "antonyms.txt")
_ONE = {"with": "use", "always": "must"}
"""Soft concepts that stand for each other."""
_WORD = re.compile(rf"[^\W\d_{words.HAN_RANGE}]+(?:-[a-z]+)?")
_SYMBOL = re.compile(r"[!=<>]=|[^\w\s.,;:!?'’\"“”‘’()、，。；：！？（）《》「」`/-]")
_UNIT = re.compile(r"(?<=\d)\s?[A-Za-z]{1,4}\b")
_IRREGULAR = frozenset(
    "wrote kept chose ran built took rebuilt sent made went held wrote stood told paid "
    "written chosen done taken sold bought left lost found brought meant".split()
)
_UNCHANGED = frozenset({"run", "put", "read", "cut", "split"})
"""Participles that are like their verbs, so that only `is` before them tells."""
_WHERE = frozenset(
    {"in", "on", "at", "to", "into", "within", "inside", "by", "over", "under", "through", "for"}
    | {"per", "上", "下", "内"}
)
_IS = frozenset({"be", "was", "been"})


def differ(first: statement.Statement, second: statement.Statement) -> bool:
    """Whether a word of one could make it true where the other is not.

    Both have the same keys; what is looked at here is what keys leave out: soft words, changes,
    what a `not` stands before, voice and tense, signs and the case of units, and antonyms.
    """
    return (
        _marks(first.text) != _marks(second.text)
        or _soft(first, second)
        or _firm(first, second) != _firm(second, first)
        or _turns(first) != _turns(second)
        or _past(first) != _past(second)
        or _unlike_spelling(first, second)
        or _reversed(first, second)
        or clash(first, second)
    )


def clash(
    first: statement.Statement, second: statement.Statement, *, replacing: bool = False
) -> bool:
    """Whether each has a form of another side of a line of antonyms.txt.

    Args:
        first: a statement.
        second: another one.
        replacing: but neither where a form turns a statement round, as `forbid` does beside
            `allow`, nor by a single Chinese character, which may be part of a name.
    """
    one, other = _sides(first.text, replacing), _sides(second.text, replacing)
    only_one, only_other = one - other, other - one
    found = {line for line, side in only_one if (line, 1 - side) in only_other}
    return bool(found - _turning_lines() if replacing else found)


def are_elsewhere(first: statement.Statement, second: statement.Statement) -> bool:
    """Whether one says `on` or 上 of a place or an end where the other says `in` or 下."""
    one, other = ({item.key for item in _items(told)} & _WHERE for told in (first, second))
    return bool(one - other and other - one)


def passives(stated: statement.Statement) -> frozenset[str]:
    """The keys of what is said to be done to a subject: `deploy` of `it is deployed`."""
    done = {one.key for one, passive in _participles(stated) if passive}
    return stated.keys() & done


def _marks(text: str) -> tuple[list[str], list[str]]:
    """The signs of a text, and the letters behind its numbers, as they stand."""
    return sorted(_SYMBOL.findall(text)), sorted(
        one.strip() for one in _UNIT.findall(text) if not one.strip().islower()
    )


def _soft(first: statement.Statement, second: statement.Statement) -> bool:
    """Whether a soft word has another one in its place, or one that must not be missing is."""
    one, other = _weighed(first, concepts.ONE_SIDED), _weighed(second, concepts.ONE_SIDED)
    return bool(one.keys() - other.keys() and other.keys() - one.keys())


def _firm(stated: statement.Statement, beside: statement.Statement) -> collections.Counter[str]:
    """Soft words that both must have, and what tells of a change; `by` if both tell by whom."""
    found = _weighed(stated, concepts.BOTH_SIDED)
    if not beside.agent:
        del found["by"]
    for one in _items(stated):
        if one.role == concepts.CHANGE and one.key != "now":
            found[one.key] += 1
    return found


def _weighed(stated: statement.Statement, weight: str) -> collections.Counter[str]:
    weights = concepts.table().weights
    keys = (one.key for one in _items(stated) if one.role == concepts.SOFT)
    return collections.Counter(_ONE.get(one, one) for one in keys if weights[one] == weight)


def _turns(stated: statement.Statement) -> list[tuple[str, str]]:
    """What turns a statement round, each with what it stands before."""
    items = _items(stated)
    found = []
    for at, one in enumerate(items):
        if one.role == concepts.NEGATIVE:
            rest = (other for other in items[at + 1 :] if not _is_light(other))
            found.append((one.key, next((other.key for other in rest), "")))
    return sorted(found)


def _is_light(item: words.Item) -> bool:
    return item.role in (concepts.SOFT, concepts.NEGATIVE)


def _past(stated: statement.Statement) -> list[str]:
    """The verbs that tell of what was: `deployed` without `is` before it."""
    return sorted(one.key for one, passive in _participles(stated) if not passive)


def _participles(stated: statement.Statement) -> list[tuple[words.Item, bool]]:
    found = []
    for clause in stated.clauses:
        passive = False
        for one in clause:
            passive |= one.key in _IS or one.text in ("get", "gets", "got")
            ends = one.text.endswith("ed") and not one.text.endswith(("eed", "bed"))
            ends |= passive and one.text in _UNCHANGED
            if (ends or one.text in _IRREGULAR) and one.role != concepts.CHANGE:
                found.append((one, passive))
    return found


def _unlike_spelling(first: statement.Statement, second: statement.Statement) -> bool:
    """Whether words of one stem are no forms of one word, as `plan` and `plane`, `new`, `news`."""
    one = {(item.key, item.text) for item in _items(first)}
    other = {(item.key, item.text) for item in _items(second)}
    pairs = [(text, also) for key, text in one for name, also in other if key == name]
    return any(
        long == short + "e" or (short, long) == ("new", "news")
        for pair in pairs
        for short, long in (pair, pair[::-1])
    )


def _reversed(first: statement.Statement, second: statement.Statement) -> bool:
    """Whether two words that stand side by side stand there the other way round."""
    one, other = _side_by_side(first), _side_by_side(second)
    return any((after, before) in other for before, after in one - other)


def _side_by_side(stated: statement.Statement) -> set[tuple[str, str]]:
    pairs: set[tuple[str, str]] = set()
    weights = concepts.table().weights
    for clause in stated.clauses:
        for one, after in itertools.pairwise(clause):
            if concepts.NOTHING not in (weights.get(one.key), weights.get(after.key)):
                pairs.add((_stem(one), _stem(after)))
    return {pair for pair in pairs if pair[0] != pair[1]}


def _stem(item: words.Item) -> str:
    return item.key if item.kinds - {words.NAME} else concepts.stem(item.text)


def _items(stated: statement.Statement) -> list[words.Item]:
    return [one for clause in stated.clauses for one in clause]


@functools.cache
def _antonyms() -> dict[str, frozenset[tuple[int, int]]]:
    """By form (an English stem or a run of Chinese), the lines and sides that it stands on."""
    found: dict[str, set[tuple[int, int]]] = {}
    with open(_PATH, encoding="utf-8") as file:
        lines = [line for line in file if line.strip() and not line.startswith("#")]
    for number, line in enumerate(lines):
        for side, forms in enumerate(line.split(" / ")):
            for form in forms.split():
                found.setdefault(concepts.stem(form), set()).add((number, side))
    return {form: frozenset(places) for form, places in found.items()}


@functools.cache
def _turning_lines() -> frozenset[int]:
    """The lines of which a form turns a statement round, so that its opposite shows by that."""
    table = concepts.table()
    known = ((form, table.english.get((form,)) or table.chinese.get(form)) for form in _antonyms())
    turning = [
        form for form, keys in known if keys and table.roles.get(keys[0]) == concepts.NEGATIVE
    ]
    return frozenset(line for form in turning for line, _ in _antonyms()[form])


@functools.lru_cache(maxsize=4096)
def _sides(text: str, words_only: bool) -> frozenset[tuple[int, int]]:  # noqa: FBT001
    """The lines and sides of which a text has a form, a single character being no word."""
    table = _antonyms()
    stems = {concepts.stem(word) for word in _WORD.findall(text.casefold())}
    least = 2 if words_only else 1
    stems |= {form for form in table if not form.isascii() and len(form) >= least and form in text}
    places = [place for form in stems for place in table.get(form, ())]
    return frozenset(places)
