"""The table of words that say the same (concepts.txt), ready to be looked up.

Read once, when facts are compared for the first time. Must not judge a statement.
"""

from __future__ import annotations

import functools
import os
from typing import NamedTuple

SOFT, NEGATIVE, DOUBT, EVENT, ADDING = "~", "-", "?", "!", "&"
CHANGE, BINDING, SINGLE, SEVERAL, UNIT, DOING = "<", ">", "*", "+", "%", "^"
_ROLES = (
    SOFT + NEGATIVE + DOUBT + EVENT + ADDING + CHANGE + BINDING + SINGLE + SEVERAL + UNIT + DOING
)
NOTHING, ONE_SIDED, BOTH_SIDED = ".", "~", "'"
"""What a soft concept weighs: nothing, or it may be missing from one text, or from neither."""

_PHRASE, _ITSELF, _VALUES, _EACH = "=", "|", "@", "…"
_PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "concepts.txt")
_VOWELS = frozenset("aeiouy")
_SHORTEST = 3  # letters of a stem


class Table(NamedTuple):
    """What concepts.txt says.

    Attributes:
        english: the concepts of a phrase, given as the stems of its words.
        exact: the concepts of a single English word as it stands, in lower case.
        chinese: the concepts of a run of characters.
        roles: by concept, what it does to a statement (see the file); "" for nothing.
        weights: by soft concept, NOTHING, ONE_SIDED or BOTH_SIDED.
        kinds: by concept, the kinds of values that it is one of.
        words: words in the longest English phrase.
        characters: in the longest Chinese form.
    """

    english: dict[tuple[str, ...], tuple[str, ...]]
    exact: dict[str, tuple[str, ...]]
    chinese: dict[str, tuple[str, ...]]
    roles: dict[str, str]
    weights: dict[str, str]
    kinds: dict[str, frozenset[str]]
    words: int
    characters: int


@functools.cache
def table() -> Table:
    """The table, read from its file the first time."""
    made = Table({}, {}, {}, {}, {}, {}, 0, 0)
    with open(_PATH, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                _take(made, line.strip())
    words = max(len(one) for one in made.english)
    return made._replace(words=words, characters=max(len(one) for one in made.chinese))


def _take(made: Table, line: str) -> None:
    """Take in a line of the file."""
    head, _, rest = line.partition(": ")
    marked = head[0] in _ROLES + "=|@" + NOTHING + BOTH_SIDED
    mark, name = (head[0], head[1:]) if marked else ("", head)
    forms = [one.strip() for one in rest.split(",")]
    if mark == _PHRASE:
        made.chinese[name] = tuple(forms)
    elif mark == _ITSELF:
        made.chinese.update({one: (one,) for one in forms})
    elif mark == _VALUES:
        for form in forms:
            _take_value(made, name, [one.strip() for one in form.split(" = ")])
    elif name == _EACH:
        for form in forms:
            _take_concept(made, mark, [one.strip() for one in form.split(" = ")])
    else:
        _take_concept(made, mark, [name, *forms], named=True)


def _take_concept(made: Table, mark: str, forms: list[str], *, named: bool = False) -> None:
    """Take in a concept, which the first form names; where it is `named`, that is no form."""
    name = forms[0].strip('"')
    if mark in (NOTHING, ONE_SIDED, BOTH_SIDED):
        made.weights[name] = mark
        mark = SOFT
    made.roles[name] = mark
    for form in forms[named:]:
        _name(made, form, name)


def _take_value(made: Table, kind: str, names: list[str]) -> None:
    """Take in a value and its other names; one that is known already is of another kind too."""
    known = _known(made, names[0])
    concept = known[0] if known else names[0]
    made.kinds[concept] = made.kinds.get(concept, frozenset()) | {kind}
    for one in names:
        _name(made, one, concept)


def _known(made: Table, form: str) -> tuple[str, ...]:
    return made.english.get(stems(form)) or made.chinese.get(form) or ()


def _name(made: Table, form: str, concept: str) -> None:
    """Let a form stand for a concept, unless an earlier line gave it to another one."""
    if form.startswith('"'):
        made.exact.setdefault(form.strip('"'), (concept,))
    elif form.isascii():
        made.english.setdefault(stems(form), (concept,))
    else:
        made.chinese.setdefault(form, (concept,))


def stems(phrase: str) -> tuple[str, ...]:
    """The stems of an English phrase's words."""
    return tuple(stem(word) for word in phrase.casefold().split())


def stem(word: str) -> str:
    """An English word without its endings: plural, -ed, -ing, -e, and y as i.

    A few rules in the manner of Porter's first step; both sides of a comparison go through them,
    so a stem need not be a word.
    """
    if not (word.isascii() and word.isalpha()):
        return word
    if word.endswith("ies") and len(word) > _SHORTEST + 1:
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > _SHORTEST:
        word = word[:-1]
    for ending in ("ing", "ed"):
        root = word.removesuffix(ending)
        if root != word and len(root) >= _SHORTEST and _VOWELS & set(root):
            word = root[:-1] if root[-1] == root[-2] and root[-1] not in "lsz" else root
            break
    if word.endswith("e") and len(word) > _SHORTEST:
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") and len(word) > _SHORTEST else word
