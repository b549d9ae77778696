"""Tells an agent's answer in a line, in whole sentences.

Code, headings and machine output are left out. Must not choose sentences by their words.
"""

from __future__ import annotations

from memory_store.sessions import markdown, prose
from memory_store.text import retold

HARDLY_CHARS = 40
"""Of an answer that says hardly anything: the one before it is told too."""


def sentences(text: str, gone: retold.Gone = retold.NOTHING) -> list[str]:
    """The sentences of an answer as a summary may tell them, each once."""
    plain = "\n".join(markdown.lines(text))
    said = map(_without_picture, prose.own_sentences(plain, gone, is_prompt=False))
    return list(dict.fromkeys(filter(None, said)))


def last_words(texts: list[str], limit: int, gone: retold.Gone = retold.NOTHING) -> str:
    """The last of several answers: its first sentences, in `limit`."""
    return prose.within(_last(texts, gone), limit)


def _last(texts: list[str], gone: retold.Gone) -> list[str]:
    """The sentences of the last answer that says anything, with one before it if it is short."""
    said: list[str] = []
    for text in reversed(texts):
        said = [*(one for one in sentences(text, gone) if one not in said), *said]
        if sum(map(len, said)) >= HARDLY_CHARS:
            break
    return said


def _without_picture(sentence: str) -> str:
    """A sentence without the pictures in front of it."""
    at = 0
    while at < len(sentence) and not (sentence[at].isalnum() or sentence[at] in "`\"'(/.~«“‘「（"):
        at += 1
    return sentence[at:]
