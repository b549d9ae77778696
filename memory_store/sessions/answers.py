"""Tells an agent's answer in a line: whole, or both its ends, in whole sentences.

Code, headings and machine output are left out. Must not choose sentences by their words.
"""

from __future__ import annotations

from memory_store.sessions import markdown, prose
from memory_store.text import retold

_HARDLY_CHARS = 40  # an answer that says hardly anything: the one before it is told too
_BEGINNING = 0.6  # of the room that the beginning of a long answer takes
_GAP = " … "


def sentences(text: str, gone: retold.Gone = retold.NOTHING) -> list[str]:
    """The sentences of an answer as a summary may tell them, each once."""
    plain = "\n".join(markdown.lines(text))
    said = map(_without_picture, prose.own_sentences(plain, gone, is_prompt=False))
    return list(dict.fromkeys(filter(None, said)))


def both_ends(texts: list[str], limit: int, gone: retold.Gone = retold.NOTHING) -> str:
    """The last of several answers, in `limit`: whole, or its beginning and its end."""
    said = _last(texts, gone)
    whole = prose.joined(said)
    if len(whole) <= limit:
        return whole
    begins = prose.within(said, int(limit * _BEGINNING))
    end = len(said)
    room = limit - len(begins) - len(_GAP)
    while end > 1 and len(prose.joined(said[end - 1 :])) <= room:
        end -= 1
    ends = prose.joined(said[end:])
    return f"{begins}{_GAP}{ends}" if ends else prose.within(said, limit)


def _last(texts: list[str], gone: retold.Gone) -> list[str]:
    """The sentences of the last answer that says anything, with one before it if it is short."""
    said: list[str] = []
    for text in reversed(texts):
        said = [*(one for one in sentences(text, gone) if one not in said), *said]
        if sum(map(len, said)) >= _HARDLY_CHARS:
            break
    return said


def _without_picture(sentence: str) -> str:
    """A sentence without the pictures in front of it."""
    at = 0
    while at < len(sentence) and not (sentence[at].isalnum() or sentence[at] in "`\"'(/.~«“‘「（"):
        at += 1
    return sentence[at:]
