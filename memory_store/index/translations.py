"""What a question's words are called in the other language, as far as developers use them.

Across languages the words of a question find next to nothing otherwise. Must not ask an index, nor
decide what a match is worth.
"""

from __future__ import annotations

import os

from memory_store.index import stopwords, tokens
from memory_store.text import han

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Translated = tuple[list[str], list[str]]  # phrases, and those that each of them stands for

MOST = 32
"""Translations that a question asks for, at most."""

_PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "glossary.txt")
_LONGEST_RUN = 6  # characters of a Chinese name
_LONGEST_PHRASE = 3  # words of an English one
_ENDINGS = (("", ""), ("s", ""), ("es", ""), ("ed", ""), ("d", ""), ("ing", ""), ("ing", "e"))

_english: dict[str, list[str]] = {}
_chinese: dict[str, list[str]] = {}


def add(question: tokens.Question, text: str) -> None:
    """Let a question also ask for its words' translations, as terms that stand for them.

    Args:
        question: what `tokens.question` made of the text; it gets MOST terms more, at most.
        text: what was asked.
    """
    if not _english:
        _read()
    text = tokens.fold(text[: tokens.QUERY_CHARS])
    known = {term.phrase for term in question.terms}
    found: dict[str, tuple[str, ...]] = {}
    for translated in (_of_chinese(stopwords.cut_phrases(text)), _of_english(text)):
        for phrases, originals in translated:
            asked = tuple(f'"{one}"' for one in originals if f'"{one}"' in known)
            if asked:
                found.update(dict.fromkeys(phrases, asked))
    question.terms += [
        tokens.Term(f'"{phrase}"', bonus=True, stands_for=originals)
        for phrase, originals in list(found.items())[:MOST]
    ]


def _of_chinese(text: str) -> Iterator[Translated]:
    """English for the longest names in each run, which stands for every pair that touches them."""
    for run in tokens.chunks(text):
        at = 0
        while han.holds(run[0]) and at < len(run) - 1:
            length = _longest(run[at : at + _LONGEST_RUN])
            if length:
                around = tokens.pairs(run[max(0, at - 1) : at + length + 1])
                yield _english[run[at : at + length]], around
            at += max(1, length)


def _longest(run: str) -> int:
    """How many characters the longest name has that a run begins with; 0 for none."""
    return next((end for end in range(len(run), 1, -1) if run[:end] in _english), 0)


def _of_english(text: str) -> Iterator[Translated]:
    """Chinese for the longest phrases, each standing for its words."""
    words = "".join(one if one.isalnum() else " " for one in text).split()
    at = 0
    while at < len(words):
        for end in range(min(len(words), at + _LONGEST_PHRASE), at, -1):
            names = _names(" ".join(words[at:end]).casefold())
            if names:
                yield [" ".join(tokens.pairs(name)) for name in names], words[at:end]
                at = end - 1
                break
        at += 1


def _names(phrase: str) -> list[str]:
    """The Chinese names of an English phrase, whatever the ending of its last word."""
    for ending, instead in _ENDINGS:
        found = _chinese.get(phrase.removesuffix(ending) + instead)
        if found and phrase.endswith(ending):
            return found
    return []


def _read() -> None:
    """Read the glossary: on each line Chinese names, an equals sign, and English phrases."""
    with open(_PATH, encoding="utf-8") as file:
        for line in file:
            left, equals, right = line.rstrip("\n").partition(" = ")
            if line.startswith("#") or not equals:
                continue
            names, phrases = left.split(" "), right.split(", ")
            for name in names:
                _english.setdefault(name, []).extend(phrases)
            for phrase in phrases:
                _chinese.setdefault(phrase, []).extend(names)
