"""Tells an agent's answer in a line, in whole sentences.

Code, headings and machine output are left out. Must not choose sentences by their words.
"""

from __future__ import annotations

from memory_store.language import pasted
from memory_store.sessions import plain_lines, prose
from memory_store.text import clean, mark, retold

_FENCES = ("```", "~~~")
_OURS = ("W @", "O @", "B @", "S @", "W(", "O(", "B(", "S(")
_SILENT = ("NO_REPLY", "NO_FLUSH", "_SILENT_")
HARDLY_CHARS = 40
"""Of an answer that says hardly anything: the last that says more is told too."""

_SHORT_CHARS = 80
"""Of an answer that is no sentence: a name, a number, a command."""


def sentences(text: str, gone: retold.Gone = retold.NOTHING) -> list[str]:
    """The sentences of an answer as a summary may tell them, each once; no line for the memory."""
    told = plain_lines.lines(text)
    plain = "\n".join(line for line in told if not pasted.is_for_memory(pasted.unlisted(line)))
    said = map(_without_picture, prose.own_sentences(plain, gone, is_prompt=False))
    return list(dict.fromkeys(filter(None, said)))


def last_words(texts: list[str], limit: int, gone: retold.Gone = retold.NOTHING) -> str:
    """The last of several answers: its first sentences, in `limit`; a short answer as it is."""
    said = _last(texts, gone)
    if said:
        return prose.within(said, limit)
    return next(filter(None, (_as_it_is(text, gone) for text in reversed(texts))), "")


def _last(texts: list[str], gone: retold.Gone) -> list[str]:
    """The sentences of the last answer that says anything, with one before it if it is short."""
    said: list[str] = []
    for text in reversed(texts):
        said = [*(one for one in sentences(text, gone) if one not in said), *said]
        if sum(map(len, said)) >= HARDLY_CHARS:
            break
    return said


def _as_it_is(text: str, gone: retold.Gone) -> str:
    """An answer that is no sentence in a line, if it is short: `stg2`, a command in a fence."""
    lines = [line for line in text.split("\n") if not line.lstrip().startswith(_FENCES)]
    plain = clean.line(mark.without_marks(" ".join(lines))).strip("` ")
    is_said = 0 < len(plain) <= _SHORT_CHARS and any(map(str.isalnum, plain))
    is_line_of_ours = plain.startswith(_OURS) or plain in _SILENT
    return "" if is_line_of_ours or not is_said or gone.tells(plain) else plain


def _without_picture(sentence: str) -> str:
    """A sentence without the pictures in front of it."""
    at = 0
    while at < len(sentence) and not (sentence[at].isalnum() or sentence[at] in "`\"'(/.~«“‘「（"):
        at += 1
    return sentence[at:]
