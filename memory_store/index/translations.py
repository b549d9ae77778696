"""Adds the other language's words to a question, from a table of developers' terms.

A question finds next to nothing across languages by its own words. Must not ask an index or weigh
a match.
"""

from __future__ import annotations

import os

from memory_store.index import tokens
from memory_store.text import han

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Translated = tuple[list[str], list[str]]  # phrases, and those that each of them stands for
    Names = dict[str, list[str]]

MOST = 32
"""Translations that a question asks for, at most."""

_PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "glossary.txt")
_LONGEST_RUN = 6  # characters of a Chinese name
_LONGEST_PHRASE = 3  # words of an English one
_ENDINGS = (("", ""), ("s", ""), ("es", ""), ("ed", ""), ("d", ""), ("ing", ""), ("ing", "e"))
_LOOKED_FOR = 60  # of more beginnings it is quicker to take every line


def question(text: str) -> tokens.Question:
    """The question for a text: `tokens.question` with its words' translations."""
    found = tokens.question(text)
    add(found, text)
    return found


def add(question: tokens.Question, text: str) -> None:
    """Let a question also ask for its words' translations, as terms that stand for them.

    Args:
        question: what `tokens.question` made of the text; it gets MOST terms more, at most.
        text: what was asked.
    """
    text = tokens.plain(text[: tokens.QUERY_CHARS])
    runs = [run for run in tokens.chunks(tokens.cut_phrases(text)) if han.is_han(run[0])]
    words = "".join(one if one.isalnum() else " " for one in text).split()
    english, chinese = read(_beginnings(runs, words))
    known = {term.phrase for term in question.terms}
    originals_of: dict[str, tuple[str, ...]] = {}
    for translated in (_of_chinese(runs, english), _of_english(words, chinese)):
        for phrases, originals in translated:
            asked = tuple(f'"{one}"' for one in originals if f'"{one}"' in known)
            if asked:
                originals_of.update(dict.fromkeys(phrases, asked))
    question.terms += [
        tokens.Term(f'"{phrase}"', bonus=True, stands_for=originals)
        for phrase, originals in list(originals_of.items())[:MOST]
    ]


def _of_chinese(runs: list[str], english: Names) -> Iterator[Translated]:
    """English for the longest names in each run, which stands for every pair that touches them."""
    for run in runs:
        at = 0
        while at < len(run) - 1:
            length = _longest(run[at : at + _LONGEST_RUN], english)
            if length:
                around = tokens.pairs(run[max(0, at - 1) : at + length + 1])
                yield english[run[at : at + length]], around
            at += max(1, length)


def _longest(run: str, english: Names) -> int:
    """The length of the longest name that begins a run; 0 for none."""
    return next((end for end in range(len(run), 1, -1) if run[:end] in english), 0)


def _of_english(words: list[str], chinese: Names) -> Iterator[Translated]:
    """Chinese for the longest phrases, each standing for its words."""
    at = 0
    while at < len(words):
        for end in range(min(len(words), at + _LONGEST_PHRASE), at, -1):
            phrase = " ".join(words[at:end]).casefold()
            names = next((chinese[one] for one in _stems(phrase) if one in chinese), None)
            if names:
                yield [" ".join(tokens.pairs(name)) for name in names], words[at:end]
                at = end - 1
                break
        at += 1


def _stems(phrase: str) -> Iterator[str]:
    """The forms of an English phrase in the glossary, whatever its last word's ending."""
    for ending, instead in _ENDINGS:
        if phrase.endswith(ending):
            yield phrase.removesuffix(ending) + instead


def _beginnings(runs: list[str], words: list[str]) -> set[str]:
    """The line beginnings that these texts need: two characters of a name, or a word."""
    found = {pair for run in runs for pair in tokens.pairs(run)}
    return found | {f" {stem}" for word in words for stem in _stems(word.casefold()) if stem}


def read(beginnings: set[str] | None = None) -> tuple[Names, Names]:
    """English phrases by Chinese name, and the reverse.

    On each line of the glossary stand Chinese names, an equals sign, and English phrases.

    Args:
        beginnings: only of lines with one of these; None: of all.
    """
    with open(_PATH, encoding="utf-8") as file:
        whole = file.read()
    if beginnings is None or len(beginnings) > _LOOKED_FOR:
        lines = whole.split("\n")
    else:
        lines = [whole[at : whole.find("\n", at)] for at in _starts(whole, beginnings)]
    english: Names = {}
    chinese: Names = {}
    for line in lines:
        left, equals, right = line.partition(" = ")
        if line.startswith("#") or not equals:
            continue
        names, phrases = left.split(" "), right.split(", ")
        for name in names:
            english.setdefault(name, []).extend(phrases)
        for phrase in phrases:
            chinese.setdefault(phrase, []).extend(names)
    return english, chinese


def _starts(whole: str, beginnings: set[str]) -> list[int]:
    """The offsets of lines with one of these beginnings, in order."""
    starts: set[int] = set()
    for beginning in beginnings:
        at = whole.find(beginning)
        while at >= 0:
            starts.add(whole.rfind("\n", 0, at) + 1)
            at = whole.find(beginning, whole.find("\n", at))
    return sorted(starts)
