"""Says what commands tell a person, in the language of the settings or the machine."""

from __future__ import annotations

from memory_store.cli import terminal
from memory_store.language import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store import config


def say(settings: config.Config, section: str, name: str, /, **values: object) -> str:
    """A sentence in the language of the settings or the machine, its places filled."""
    return wording.say(terminal.spoken(settings), f"{section}.{name}", **values)


def text(settings: config.Config, lines: Iterable[str]) -> str:
    """Lines of a text, as `wording.text`, in the language of the settings or the machine."""
    return wording.text(terminal.spoken(settings), lines)


def knows(section: str, name: str) -> bool:
    """Whether a section has a sentence of this name."""
    return wording.knows(f"{section}.{name}")
