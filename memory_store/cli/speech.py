"""What commands say to a person, in Chinese and English; the sentences stand in speech.json.

Must not decide anything.
"""

from __future__ import annotations

import functools
import json
import os

from memory_store import errors
from memory_store.cli import terminal
from memory_store.language import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import config

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "speech.json")
"""Sections, each of names, each of which has its sentence in each language."""


def say(settings: config.Config, section: str, name: str, /, **values: object) -> str:
    """A sentence in the language of the settings or the machine, its places filled."""
    return say_in(terminal.spoken(settings), section, name, **values)


def say_in(language: str, section: str, name: str, /, **values: object) -> str:
    """A sentence in a language, its places filled."""
    said = {place: wording.told(language, value) for place, value in values.items()}
    return errors.fill(_sections()[section][name][language], said)


def knows(section: str, name: str) -> bool:
    """Whether a section has a sentence of this name."""
    return name in _sections()[section]


@functools.cache
def _sections() -> dict[str, dict[str, dict[str, str]]]:
    with open(PATH, encoding="utf-8") as file:
        sections: dict[str, dict[str, dict[str, str]]] = json.load(file)
    return sections
