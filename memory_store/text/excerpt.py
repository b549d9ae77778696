"""Cuts the part of a text around the searched words.

Must not know how a search works.
"""

from __future__ import annotations

_BEFORE = 60  # characters that lead to the match
_MARK = "…"
_LEAST = 2


def around(text: str, query: str, limit: int) -> str:
    """At most `limit` characters of a line, about the longest word of the query in it.

    A query without blanks, as in Chinese, is looked for by its pairs of characters too.
    """
    if len(text) <= limit:
        return text
    at = _match(text.casefold(), query.casefold())
    start = max(0, min(at - _BEFORE, len(text) - limit))
    if start:
        blank = text.find(" ", start, at)
        start = start if blank < 0 else blank + 1
    end = min(len(text), start + limit - 2)
    return f"{_MARK if start else ''}{text[start:end]}{_MARK if end < len(text) else ''}"


def _match(text: str, query: str) -> int:
    """The offset of the longest part of a query in a text; 0 if there is none."""
    words = sorted(query.split(), key=len, reverse=True)
    pairs = [word[at : at + 2] for word in words if not word.isascii() for at in range(len(word))]
    for part in [*words, *pairs]:
        at = text.find(part) if len(part) >= _LEAST else -1
        if at >= 0:
            return at
    return 0
