"""Finds what a correction says to hold no more: `port 5433, not 5432` replaces `5432`.

Gives the words as they were written. Must not guess: "" where no phrase tells.
"""

from __future__ import annotations

from memory_store.learn.rules import shape

_BEFORE = (
    ", not ", " instead of ", " rather than ", "stop using ", "stop calling it ", "don't use ",
    " isn't ", "not yet ", " no longer use ", " no longer uses ", "not ",
    " keep calling the class ", "in place of ", "instead of ", "而不是", "不是", "别再用",
    "别用", "不要用", "不要再用", "不再用", "不走", "不用", "不在", "不叫", "并非",
)  # fmt: skip
_AFTER = (
    " and ", " but ", " because ", " since ", " any more", " anymore", " any longer", " now",
    "了", " here",
)  # fmt: skip
_TRIM = " \t,;:.!?\"“”「」'`，；：。！？、"
_LONGEST = 40


def value(text: str) -> str:
    """The words after `not`, `instead of`, 不是, 别用 … up to the clause's end; 40 at most."""
    best = ""
    for part in _clauses(text):
        low = part.lower()
        for phrase in _BEFORE:
            at = (
                low.find(phrase.lstrip())
                if low.startswith(phrase.lstrip(" ,"))
                else low.find(phrase)
            )
            if at >= 0 and not best:
                best = _ended(part[at + len(phrase) :] if at else part[len(phrase.lstrip(" ,")) :])
    return best


def _clauses(text: str) -> list[str]:
    """The clauses, each with the comma in front that may belong to its `, not`."""
    parts = shape.clauses(text)
    return [part.strip() if at else part for at, part in enumerate(parts)]


def _ended(rest: str) -> str:
    for phrase in _AFTER:
        rest = rest.partition(phrase)[0]
    found = rest.strip(_TRIM)
    return found if len(found) <= _LONGEST else ""
