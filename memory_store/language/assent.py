"""Tells a prompt that only agrees, greets, thanks or says to go on: it states and asks nothing.

By a closed list of words and Chinese phrases: a prompt with any other word is none.
"""

from __future__ import annotations

from memory_store.language import phrases

_LISTS = phrases.beside(__file__)
_CHARS = 60
_MARKS = {code: " " for code in range(128) if not chr(code).isalnum() and chr(code) != "'"}
_MARKS |= dict.fromkeys(map(ord, "，。！？、；：～…　"), " ")


def is_all(text: str) -> bool:
    """Whether a text is nothing else, in English or Chinese of either script."""
    if len(text) > _CHARS:
        return False
    from memory_store.language import script  # most prompts are longer

    words = script.simplified(text.lower().replace("’", "'")).translate(_MARKS).split()
    return all(one in _LISTS["words"] or _is_made_of_pieces(one) for one in words)


def _is_made_of_pieces(word: str) -> bool:
    """Whether a run of Chinese characters is phrases of the list, one behind the other."""
    if not word:
        return True
    return any(
        word.startswith(one) and _is_made_of_pieces(word[len(one) :]) for one in _LISTS["pieces"]
    )
