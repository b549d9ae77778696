"""Reads the lists of phrases of a module from the JSON file beside it."""

from __future__ import annotations

import os

from memory_store import codec


def beside(module: str) -> dict[str, tuple[str, ...]]:
    """The lists by name. `module` is the module's `__file__`."""
    with open(f"{os.path.splitext(module)[0]}.json", encoding="utf-8") as file:
        lists = codec.parse(file.read())
    assert isinstance(lists, dict)  # noqa: S101  our own file
    return {name: tuple(codec.texts(phrases)) for name, phrases in lists.items()}
