"""Finds the heads of letters and pages: `From:`, `Reporter:`, `Hi all,`.

Must not look at the words behind them.
"""

from __future__ import annotations

import itertools

from memory_store.language import bylines, phrases

_PHRASES = phrases.beside(__file__)
_HEADER_LINES = 6
_DASHES = 3
_GREETING_CHARS = 40


def is_header(lines: list[str], at: int) -> bool:
    """Whether a line is a field of a letter's or a page's head, beside another or a time."""
    if not _is_field(lines[at]):
        return False
    above = itertools.takewhile(str.strip, reversed(lines[max(0, at - _HEADER_LINES) : at]))
    below = itertools.takewhile(str.strip, lines[at + 1 : at + _HEADER_LINES])
    near = (line.strip() for line in (*above, *below))
    is_sender = "@" in lines[at] and "<" in lines[at]
    return is_sender or any(_is_field(one) or bylines.is_byline(one) for one in near)


def _is_field(line: str) -> bool:
    name, colon, _ = line.replace("：", ":").partition(":")
    return bool(colon) and name.strip("*- ").lower() in _PHRASES["fields"]


def is_forward(line: str) -> bool:
    """Whether a line says that what follows was forwarded."""
    low = line.lower()
    if low.startswith(_PHRASES["forwards"]):
        return True
    is_ruled = line.startswith("-" * _DASHES) and line.endswith("-" * _DASHES)
    return is_ruled and bool(line.strip("- ")) and _PHRASES.stand_in(low, "forwarded")


def greets_many(line: str) -> bool:
    """Whether a short line greets people, and so not the agent: `Hi all,`."""
    return len(line) <= _GREETING_CHARS and line.lower().startswith(_PHRASES["greetings to many"])
