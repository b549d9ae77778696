"""Cheap signs that a prompt may change or take back a fact. Without a sign nothing more is loaded.

The stems of signs.json say yes too often by design; `changing` and `facts.retraction_request`
decide.
"""

from __future__ import annotations

from memory_store.language import mood, phrases, script, sentences, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_STEMS = phrases.beside(__file__)
_NEAR = 4
_SHORT = 30


def may_change(text: str) -> bool:
    """Whether a text has a word that may change a fact, in Chinese of either script or English."""
    return _has(script.simplified(text.lower()), "changing")


def may_take_back(text: str) -> bool:
    """Whether a text may ask to forget a fact: by its name, or the one that was just stated."""
    low = text.lower()
    is_last = len(low) <= _SHORT and _has(low, "just said")
    return is_last or (_has(low, "taking back") and _has(low, "rules"))


def states(text: str) -> bool:
    """Whether a text has a sentence of its own that is no question."""
    return not all(map(mood.asks, sentences.own(text)))


def are_near(text: str, contents: Iterable[str]) -> bool:
    """Whether a text shares a quarter of its words with a fact: it may tell another value."""
    said = words.split(text)
    facts = map(words.split, contents)
    return any(len(said & one) * _NEAR >= max(1, min(len(said), len(one))) for one in facts)


def _has(text: str, name: str) -> bool:
    return any(map(text.count, _STEMS[name]))
