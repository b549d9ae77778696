"""Reads a statement's terms, values and words of change, in English and Chinese.

Must not compare two statements (`relation`).
"""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import NamedTuple

from memory_store.facts import units, vocabulary
from memory_store.language import names, script

READ_CHARS = 600  # corrections are shorter
_MARKS = (
    "adding", "correcting", "denying", "doubting", "ending", "naming", "ordering", "planning",
    "pointing",
)  # fmt: skip
_ITEM = re.compile(
    r"、| [+/&] |\s(?:and|plus)\s|以及|(?<=[\w ])[和与加](?=[ a-zA-Z])", re.IGNORECASE
)
_LETTER = re.compile(r"(?<=[a-z] )([A-HJ-Z])(?![\w'’.])")
_CODE = re.compile(
    r"^((?:the |our )?[a-z]{3,} (?:us|me|my|no|at|in|to|an?))"
    r"(?= (?:now |only )?"
    r"(?:is|has|was|will|must|can|should|uses|runs|needs|stays|gets|does|keeps)\b)",
    re.IGNORECASE,
)
"""What names one of several: service A; a small word where only a name stands: region us has."""
_CLAUSE = re.compile(r"[,;，；。!！\n]+|(?<!\d)\.(?=\s|$)| - | — |——")


class Statement(NamedTuple):
    """A text as it is read.

    Attributes:
        text: the text in lower case and in simplified characters.
        written: the same with its capitals.
        pieces: its units, and a GAP where words that carry nothing stand between them.
        units: its content words, numbers and runs of Han characters, in order.
        terms: its words, numbers, and pairs of Han characters, by which it is compared.
        values: units that look like values: numbers, names, members of a class.
        changes: its words of change, without the weak ones.
        weak_changes: its words of change that are common in orders and reports too.
        marks: what its words do, by sections of vocabulary.json: correcting, ending ….
    """

    text: str
    written: str
    pieces: tuple[str, ...]
    units: tuple[str, ...]
    terms: frozenset[str]
    values: frozenset[str]
    changes: frozenset[str]
    weak_changes: frozenset[str]
    marks: frozenset[str]


@functools.lru_cache(maxsize=4096)
def read(content: str) -> Statement:
    """The statement of a content, by its first 600 characters."""
    head = unicodedata.normalize("NFKC", content[:READ_CHARS])
    written = script.simplified(head).strip()
    text = written.casefold()
    lettered = _CODE.sub(r"\1_", _LETTER.sub(r"\1_", written)).casefold()
    pieces = tuple(units.split(vocabulary.pattern("reason").sub("", lettered)))
    parts = tuple(one for one in pieces if one != units.GAP)
    changes = _changes(text)
    weak = changes & vocabulary.words("weak-changes")
    return Statement(
        text,
        written,
        pieces,
        parts,
        terms=units.terms(parts),
        values=_values(written, parts),
        changes=changes - weak,
        weak_changes=weak,
        marks=frozenset(one for one in _MARKS if vocabulary.pattern(one).search(text)),
    )


def _changes(text: str) -> frozenset[str]:
    denied = vocabulary.pattern("denied")
    found = vocabulary.pattern("changing").finditer(text)
    return frozenset(one[0] for one in found if not denied.search(text[: one.start()]))


def _values(written: str, parts: tuple[str, ...]) -> frozenset[str]:
    named = {units.stem(word) for name in names.find(written) for word in name.casefold().split()}
    named |= {found[0] for found in vocabulary.pattern("persons").finditer(written)}
    is_mixed = not all(map(str.isascii, parts))  # any English word is a name
    return frozenset(
        one for one in parts if units.kind_of(one) or one in named or (one.isascii() and is_mixed)
    )


def parts(text: str) -> list[str]:
    """The parts of a text that one correction can change without the others: clauses, items."""
    return [one.strip() for each in clauses(text) for one in _ITEM.split(each) if one.strip()]


def clauses(text: str) -> list[str]:
    """The clauses of a text, without those that give reasons."""
    bare = re.sub(vocabulary.pattern("reason").pattern, "", text, flags=re.IGNORECASE)
    return [one.strip() for one in _CLAUSE.split(bare) if one.strip()]
