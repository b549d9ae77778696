"""Finds the todos that a person opens in a prompt: `TODO: …`, 待办：…, 先记着 ….

The phrases are those of spoken_todos.json. Must not write.
"""

from __future__ import annotations

from memory_store.language import phrases, script
from memory_store.text import mark

_PHRASES = phrases.beside(__file__)
_MARKS = ("todo", "to do", "to-do", "note to self", "remind me", "待办", "先记", "提醒我")
_COLONS = ":："
_PAUSES = ("，", ", ", ",")
_APART = " \t,，、-—：:"
_ENDS = " 。；;,，"
_MOST_CHARS = 300
_LEAST_CHARS = 2


def likely(text: str) -> bool:
    """Whether a text may open one; quick."""
    low = _flat(text)
    return any(map(low.__contains__, _MARKS))


def opened(sentence: str) -> list[str]:
    """The todos that a sentence opens: what stands behind its phrase, or in the list behind that.

    Args:
        sentence: a person's own; the points of its list stand in a line each.
    """
    head, *points = sentence.split("\n")
    rest = _behind(head)
    if rest is None or mark.tells_secret(sentence):
        return []
    listed = [rest, *points] if rest else points
    found = [one.strip(_ENDS) for text in listed for one in text.replace("；", ";").split(";")]
    return [one for one in found if _LEAST_CHARS <= len(one) <= _MOST_CHARS]


def _behind(head: str) -> str | None:
    """What stands behind the phrase with which a sentence begins; None without one.

    A name with its colon may also begin a later clause: 对了，待办：….
    """
    low = _flat(head)
    if len(low) != len(head):
        return None
    begin = len(head) - len(low.lstrip(" -*[]"))
    for name, phrase in _longest_first():
        later = [
            low.find(pause + phrase) + len(pause) for pause in _PAUSES if pause + phrase in low
        ]
        for at in (begin, *later) if name == "named" else (begin,):
            rest = head[at + len(phrase) :]
            has_colon = rest.lstrip()[:1] in tuple(_COLONS)
            is_word = phrase[-1].isascii() and rest[:1].isascii() and rest[:1].isalnum()
            is_opened = not is_word and (has_colon or name == "said")
            if low.startswith(phrase, at) and is_opened:
                return rest.strip(_APART)
    return None


def _longest_first() -> list[tuple[str, str]]:
    named = [(name, one) for name, listed in _PHRASES.items() for one in listed]
    return sorted(named, key=lambda pair: -len(pair[1]))


def _flat(text: str) -> str:
    return script.simplified(text.lower())
