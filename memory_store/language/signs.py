"""Cheap signs that a prompt may change or take back a fact. Without a sign nothing more is loaded.

The stems of signs.json say yes too often by design; `changing` and `facts.retraction_request`
decide.
"""

from __future__ import annotations

from memory_store.language import mood, phrases, script, sentences

_STEMS = phrases.beside(__file__)
_SHORT = 30
_CORRECTION = 200  # characters


def may_change(text: str) -> bool:
    """Whether a text has a word that may change a fact, in Chinese of either script or English."""
    return _STEMS.stand_in(script.simplified(text.lower()), "changing")


def may_take_back(text: str) -> bool:
    """Whether a text may ask to forget a fact: by its name, or the one that was just stated."""
    low = text.lower()
    is_last = len(low) <= _SHORT and _STEMS.stand_in(low, "just said")
    return is_last or (_STEMS.stand_in(low, "taking back") and _STEMS.stand_in(low, "rules"))


def may_correct(text: str) -> bool:
    """Whether a text may correct what was said just before it: `wrong, we use Postgres`."""
    is_short = len(text) <= _CORRECTION
    return is_short and _STEMS.stand_in(script.simplified(text.lower()), "correcting")


def may_open_todo(text: str) -> bool:
    """Whether a text may open a todo."""
    return _STEMS.stand_in(script.simplified(text.lower()), "opening a todo")


def may_forget(text: str) -> bool:
    """Whether a text may ask to forget something, also where no fact can be told by it."""
    return _STEMS.stand_in(text.lower(), "taking back")


def stating(text: str) -> list[str]:
    """The sentences of a text's writer that are no questions."""
    return [one for one in sentences.own(text) if not mood.asks(one)]
