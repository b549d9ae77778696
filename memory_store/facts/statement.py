"""Reads a statement's terms, values and words of change, in English and Chinese.

Must not compare two statements (`relation`).
"""

from __future__ import annotations

import unicodedata

from memory_store.facts import units, vocabulary
from memory_store.language import names, script
from memory_store.store import expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

READ_CHARS = 600  # corrections are shorter
_MARKS = (
    "adding", "correcting", "denying", "doubting", "ending", "naming", "ordering", "planning",
    "pointing",
)  # fmt: skip
_ITEM = expressions.compiled(
    r"、| [+/&] |\s(?:and|plus)\s|以及|(?<=[\w ])[和与加](?=[ a-zA-Z])", expressions.IGNORECASE
)
_LETTER = expressions.compiled(r"(?<=[a-z] )([A-HJ-Z])(?![\w'’.])")
_CODE = expressions.compiled(
    r"^((?:the |our )?[a-z]{3,} (?:us|me|my|no|at|in|to|an?))"
    r"(?= (?:now |only )?"
    r"(?:is|has|was|will|must|can|should|uses|runs|needs|stays|gets|does|keeps)\b)",
    expressions.IGNORECASE,
)
"""What names one of several: service A; a small word where only a name stands: region us has."""
_CLAUSE = expressions.compiled(r"[,;，；。!！\n]+|(?<!\d)\.(?=\s|$)| - | — |——")


_MOST = 4_096  # statements that are remembered
_read: dict[str, Statement] = {}
_spelt: dict[str, str] = {}


class Statement:
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

    def __init__(self, content: str) -> None:
        self.written = _written(content)
        self.text = self.written.casefold()
        self.pieces = tuple(units.split(_spelled(self.written)))
        self.units = tuple(one for one in self.pieces if one != units.GAP)
        self.terms = units.terms(self.units)
        self.values = _values(self.written, self.units)
        changes = _changes(self.text)
        self.weak_changes = changes & vocabulary.words("weak-changes")
        self.changes = changes - self.weak_changes
        self.marks = frozenset(one for one in _MARKS if vocabulary.pattern(one).search(self.text))


def read(content: str) -> Statement:
    """The statement of a content, by its first 600 characters."""
    found = _read.get(content)
    if found is None:
        if len(_read) >= _MOST:
            _read.clear()
        found = _read[content] = Statement(content)
    return found


def spelled(content: str) -> str:
    """A text in which all words, numbers and pairs of Han characters of its statement stand."""
    found = _spelt.get(content)
    if found is None:
        if len(_spelt) >= _MOST:
            _spelt.clear()
        found = _spelt[content] = _spelled(_written(content))
    return found


def _written(content: str) -> str:
    head = unicodedata.normalize("NFKC", content[:READ_CHARS])
    return script.simplified(head).strip()


def _spelled(written: str) -> str:
    lettered = _CODE.sub(_mark, _LETTER.sub(_mark, written)).casefold()
    return vocabulary.pattern("reason").sub("", lettered)


def _mark(found: re.Match[str]) -> str:
    return f"{found[1]}_"


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
    bare = vocabulary.pattern("reason", expressions.IGNORECASE).sub("", text)
    return [one.strip() for one in _CLAUSE.split(bare) if one.strip()]
