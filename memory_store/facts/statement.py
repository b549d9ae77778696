"""Reads a statement's terms, values and words of change, in English and Chinese.

Must not compare two statements (`relation`).
"""

from __future__ import annotations

import functools
import re
import unicodedata

from memory_store.facts import units, vocabulary
from memory_store.language import script

READ_CHARS = 600  # corrections are shorter
_MARKS = ("adding", "correcting", "doubting", "ending", "ordering", "planning")
_CLAUSE = re.compile(r"[,;，；。!！\n]+|(?<!\d)\.(?=\s|$)|:\s|：| - | — |——")
_WORD = re.compile(r"[A-Za-z][\w.+#/-]*")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+")


class Statement:
    """A text, with attributes that are computed on first use.

    Attributes:
        text: the text in lower case and in simplified characters.
    """

    def __init__(self, content: str) -> None:
        head = unicodedata.normalize("NFKC", content[:READ_CHARS])
        self._folded = script.simplified(head).strip()
        self.text = self._folded.casefold()

    @functools.cached_property
    def units(self) -> tuple[str, ...]:
        """Its content words, numbers and runs of Han characters, in order."""
        return tuple(units.split(vocabulary.pattern("reason").sub("", self.text)))

    @functools.cached_property
    def terms(self) -> frozenset[str]:
        """Its words, numbers, and pairs of Han characters, by which it is compared."""
        return units.terms(self.units)

    @functools.cached_property
    def called(self) -> str:
        """The name that a person wants to be called by; "" if it names none."""
        names = [
            match["x"]
            for pattern in vocabulary.patterns("naming")
            for match in pattern.finditer(self.text)
        ]
        return names[-1] if names else ""

    @functools.cached_property
    def values(self) -> frozenset[str]:
        """Units that look like values: numbers, names, members of a class."""
        coined = [
            one
            for one in _WORD.findall(self._folded)
            if not one.isalpha() or one[1:].lower() != one[1:]
        ]
        named = {units.stem(one.casefold()) for one in (*coined, *_NAME.findall(self._folded))}
        is_mixed = any(not one.isascii() for one in self.units)  # any English word is a name
        return frozenset(
            one
            for one in self.units
            if units.is_number(one)
            or units.class_of(one)
            or (one.isascii() and (is_mixed or one in named))
        )

    @functools.cached_property
    def changes(self) -> frozenset[str]:
        """Its words of change, without the weak ones."""
        return self._all_changes - self.weak_changes

    @functools.cached_property
    def weak_changes(self) -> frozenset[str]:
        """Its words of change that are common in orders and reports too."""
        return self._all_changes & frozenset(vocabulary.words("weak-changes"))

    @functools.cached_property
    def _all_changes(self) -> frozenset[str]:
        return frozenset(match[0] for match in vocabulary.pattern("changing").finditer(self.text))

    @functools.cached_property
    def marks(self) -> frozenset[str]:
        """What its words do, by the sections of words.txt: correcting, ending and others."""
        return frozenset(one for one in _MARKS if vocabulary.pattern(one).search(self.text))

    @functools.cached_property
    def denies(self) -> bool:
        """Whether it is negated: an odd number of negations."""
        return len(vocabulary.pattern("denying").findall(self.text)) % 2 == 1

    @functools.cached_property
    def scopes(self) -> frozenset[tuple[int, str]]:
        """The environments and parts that it names, each with the number of its kind."""
        words = set(re.findall(r"[a-z0-9-]+", self.text))
        return frozenset(
            (kind, name)
            for kind, names in enumerate(vocabulary.kinds("scopes"))
            for name in names
            if (name in words if name.isascii() else name in self.text)
        )


@functools.lru_cache(maxsize=4096)
def read(content: str) -> Statement:
    """The statement of a content, by its first 600 characters."""
    return Statement(content)


def clauses(text: str) -> list[str]:
    """The clauses of a text, without those that give reasons."""
    parts = _CLAUSE.split(vocabulary.pattern("reason").sub("", text))
    return [one.strip() for one in parts if one.strip()]
