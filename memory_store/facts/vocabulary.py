"""The words of words.txt: words of change, denial and plans, and classes of values."""

from __future__ import annotations

import functools
import os
import re

_PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "words.txt")
_WHOLE_WORDS = "= "


@functools.cache
def pattern(name: str) -> re.Pattern[str]:
    """A pattern of the words in a section, each line an alternative."""
    return re.compile("|".join(map(_expression, lines(name))))


@functools.cache
def patterns(name: str) -> tuple[re.Pattern[str], ...]:
    """A pattern for each line of a section."""
    return tuple(re.compile(_expression(line)) for line in lines(name))


@functools.cache
def kinds(name: str) -> tuple[frozenset[str], ...]:
    """The words of a section, line by line."""
    return tuple(frozenset(line.split()) for line in lines(name))


@functools.cache
def words(name: str) -> tuple[str, ...]:
    """All words of a section, the longest first."""
    every = (word for line in lines(name) for word in line.split())
    return tuple(sorted(every, key=len, reverse=True))


def lines(name: str) -> tuple[str, ...]:
    """The lines of a section."""
    return _sections()[name]


def _expression(line: str) -> str:
    if line.startswith(_WHOLE_WORDS):
        return rf"\b(?:{line.removeprefix(_WHOLE_WORDS)})\b"
    return line


@functools.cache
def _sections() -> dict[str, tuple[str, ...]]:
    sections: dict[str, list[str]] = {}
    name = ""
    with open(_PATH, encoding="utf-8") as file:
        for line in file.read().split("\n"):
            if re.match(r"\[[a-z-]+\] ", line):
                name = line[1 : line.index("]")]
                sections[name] = []
            elif line and not line.startswith("#"):
                sections[name].append(line)
    return {name: tuple(section) for name, section in sections.items()}
