"""Finds the heads and ends of letters and pages: `From:`, `Reporter:`, a greeting, a signature.

Must not look at the words between them.
"""

from __future__ import annotations

from memory_store.language import bylines, phrases

_PHRASES = phrases.beside(__file__)
SENDER = _PHRASES["letter fields"][0]
"""What `header` gives for a field of a letter's head."""

_FIELD_CHARS, _HEADER_LINES = 20, 6
_DASHES = 3
_SIGNATURE_LINES, _SIGNATURE_CHARS = 4, 40


def is_signature(paragraph: str) -> bool:
    """Whether a paragraph ends a letter: a greeting or a name alone."""
    lines = paragraph.strip().split("\n")
    if len(lines) > _SIGNATURE_LINES or max(map(len, lines)) > _SIGNATURE_CHARS:
        return False
    first = lines[0].lower().strip(" ,，。.!")
    return first.startswith(_PHRASES["greetings"]) or (
        len(lines) == 1 and bylines.is_name(lines[0].strip())
    )


def header(lines: list[str], at: int) -> set[str]:
    """What the fields of a header tell, where the line is one of at least two; else nothing."""
    if not _field(lines[at]):
        return set()
    told: list[str] = []
    begin = at
    while begin and lines[begin - 1].strip() and at - begin < _HEADER_LINES:
        begin -= 1
    for line in lines[begin : at + _HEADER_LINES]:
        if not line.strip():
            break
        told += [one] if (one := _field(line)) else []
        told += [""] if bylines.is_byline(line.strip()) else []
    is_sender = "@" in lines[at] and "<" in lines[at]
    return set(told) if len(told) > 1 or is_sender else set()


def _field(line: str) -> str:
    """Whose field a line is: a letter's, a page's, nobody's."""
    head, _, _ = line.replace("：", ":").partition(":")
    name = head.strip("*- ").lower()
    if len(head) > _FIELD_CHARS or len(head) == len(line):
        return ""
    letter, page = _PHRASES["letter fields"], _PHRASES["page fields"]
    return letter[0] if name in letter else page[0] if name in page else ""


def is_forward(line: str) -> bool:
    """Whether a line says that what follows was forwarded."""
    low = line.lower()
    if low.startswith(_PHRASES["forwards"]):
        return True
    is_ruled = line.startswith("-" * _DASHES) and line.endswith("-" * _DASHES)
    return is_ruled and bool(line.strip("- ")) and any(map(low.count, _PHRASES["forwarded"]))


def greets_many(line: str) -> bool:
    """Whether a short line greets people, and so not the agent: `Hi all,`."""
    return len(line) <= _SIGNATURE_CHARS and line.lower().startswith(_PHRASES["greetings to many"])
