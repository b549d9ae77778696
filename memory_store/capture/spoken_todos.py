"""Finds the todos that a person opens in a prompt: `TODO: …`, 待办：…, 先记着 ….

The phrases are those of spoken_todos.json. Must not write.
"""

from __future__ import annotations

from memory_store.capture import cues
from memory_store.language import phrases, script, signs
from memory_store.text import mark

_LONGEST_FIRST = sorted(
    ((name, one) for name, listed in phrases.beside(__file__).items() for one in listed),
    key=lambda pair: -len(pair[1]),
)
_COLONS = (":", "：")
_PAUSES, _SIGNS = "，,", " -*[]"
_APART = " \t,，、-—：:"
_ENDS = " 。；;,，"
_MOST_CHARS = 300
_LEAST_CHARS = 2


def opened(sentence: str) -> list[str]:
    """The todos that a sentence opens: what stands behind its phrase, or in the list behind that.

    Args:
        sentence: a person's own; the points of its list stand in a line each.
    """
    head, *points = sentence.split("\n")
    rest = _behind(head) if signs.may_open_todo(head) else None
    if rest is None or mark.tells_secret(sentence):
        return []
    listed = [rest, *points] if rest else points
    found = [one.strip(_ENDS) for text in listed for one in text.replace("；", ";").split(";")]
    return [one for one in found if _LEAST_CHARS <= len(one) <= _MOST_CHARS]


def _behind(head: str) -> str | None:
    """What stands behind the phrase with which a sentence begins; None without one.

    A name with its colon may also begin a later clause: 对了，待办：….
    """
    starts = (0, *(at + 1 for at, sign in enumerate(head) if sign in _PAUSES))
    clauses = [head[at:].lstrip(_SIGNS) for at in starts]
    for name, phrase in _LONGEST_FIRST:
        for clause in clauses if name == "named" else clauses[:1]:
            rest = clause[len(phrase) :]
            is_named = rest.lstrip().startswith(_COLONS) or name == "said"
            is_there = _flat(clause).startswith(phrase) and cues.is_apart(phrase, clause)
            if is_there and is_named:
                return rest.strip(_APART)
    return None


def _flat(text: str) -> str:
    return script.simplified(text.lower())
