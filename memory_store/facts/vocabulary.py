"""The words of vocabulary.json, by which statements are read: regular expressions, and lists.

Texts are in lower case and in simplified characters. The sections:

    changing       tells that something is otherwise from now on
    denied         stands before a word of change that is denied
    weak-changes   those of them that orders of the moment and reports have as well
    correcting     takes back the words before it
    ending         tells that something is over
    ordering       orders, or reports, to take something away or to change code, at the moment
    denying        turns a statement round
    doubting       asserts nothing
    adding         tells something that holds beside
    planning       speaks of a time to come
    pointing       tells only what is otherwise of a thing that was named before
    naming         tells how a person wants to be called
    reason         tells why or when, and nothing that holds
    persons        who does it, in Chinese
    classes        values that exclude each other; a line has those of one kind
    stops          English words that carry nothing
    chinese-stops  Chinese words that carry nothing, also inside a run of characters
    lone           characters that carry nothing where they stand alone
"""

from __future__ import annotations

from memory_store.language import phrases
from memory_store.store import expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_SECTIONS = phrases.beside(__file__)
_words: dict[str, frozenset[str]] = {}


def pattern(name: str, flags: int = 0) -> re.Pattern[str]:
    """The expressions of a section as alternatives."""
    return expressions.compiled("|".join(_SECTIONS[name]), flags)


def kinds(name: str) -> tuple[frozenset[str], ...]:
    """The words of a section, line by line."""
    return tuple(frozenset(line.split()) for line in _SECTIONS[name])


def words(name: str) -> frozenset[str]:
    """All words of a section."""
    if name not in _words:
        _words[name] = frozenset().union(*kinds(name))
    return _words[name]
