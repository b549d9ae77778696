"""Reads a statement for comparison: its terms, its values, and its words of change.

English and Chinese alike. Must not compare two statements (`relation`).
"""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import NamedTuple

from memory_store.facts import units, vocabulary
from memory_store.language import script

READ_CHARS = 600  # who corrects something says it in fewer
_CLAUSE = re.compile(r"[,;，；。!！\n]+|(?<!\d)\.(?=\s|$)|:\s|：| - | — |——")
_WORD = re.compile(r"[A-Za-z][\w.+#/-]*")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+")


class Statement(NamedTuple):
    """What a text states.

    Attributes:
        text: it in lower case and in simplified characters.
        units: its words, numbers and runs of Han characters that carry something, in order.
        terms: what it is compared by: words, numbers, and pairs of Han characters.
        denied: the terms that it says to hold no more.
        values: units that look like values: numbers, names, members of a class.
        changes: its words of change.
        corrects, ends, denies, doubts, adds, plans: whether its words say so.
        scopes: the places and parts that it names, each with the number of its kind.
    """

    text: str
    units: tuple[str, ...]
    terms: frozenset[str]
    denied: frozenset[str]
    values: frozenset[str]
    changes: frozenset[str]
    corrects: bool
    ends: bool
    denies: bool
    doubts: bool
    adds: bool
    plans: bool
    scopes: frozenset[tuple[int, str]]


@functools.lru_cache(maxsize=4096)
def read(content: str) -> Statement:
    """The statement of a content, by its first 600 characters."""
    folded = script.simplified(unicodedata.normalize("NFKC", content[:READ_CHARS])).strip()
    text = folded.casefold()
    found = tuple(units.of(vocabulary.pattern("reason").sub("", text)))
    denied = [
        match["x"] for pattern in vocabulary.patterns("denied") for match in pattern.finditer(text)
    ]
    return Statement(
        text=text,
        units=found,
        terms=units.terms(found),
        denied=units.terms([unit for told in denied for unit in units.of(told)]),
        values=_values(found, folded),
        changes=frozenset(match[0] for match in vocabulary.pattern("changing").finditer(text)),
        corrects=_has("correcting", text),
        ends=_has("ending", text),
        denies=len(vocabulary.pattern("denying").findall(text)) % 2 == 1,
        doubts=_has("doubting", text),
        adds=_has("adding", text),
        plans=_has("planning", text),
        scopes=_scopes(text),
    )


def clauses(text: str) -> list[str]:
    """The clauses of a text, without those that give reasons."""
    parts = _CLAUSE.split(vocabulary.pattern("reason").sub("", text))
    return [one.strip() for one in parts if one.strip()]


def _has(name: str, text: str) -> bool:
    return bool(vocabulary.pattern(name).search(text))


def _values(found: tuple[str, ...], folded: str) -> frozenset[str]:
    """The units that are numbers, in a class, coined, or names; in Chinese any English word."""
    coined = [
        one for one in _WORD.findall(folded) if not one.isalpha() or one[1:].lower() != one[1:]
    ]
    named = {units.stem(one.casefold()) for one in (*coined, *_NAME.findall(folded))}
    mixed = any(not unit.isascii() for unit in found)
    return frozenset(
        unit
        for unit in found
        if units.is_number(unit)
        or units.class_of(unit)
        or (unit.isascii() and (mixed or unit in named))
    )


def _scopes(text: str) -> frozenset[tuple[int, str]]:
    words = set(re.findall(r"[a-z0-9-]+", text))
    return frozenset(
        (kind, name)
        for kind, names in enumerate(vocabulary.kinds("scopes"))
        for name in names
        if (name in words if name.isascii() else name in text)
    )
