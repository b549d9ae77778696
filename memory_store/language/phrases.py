"""Reads the data of a module, most of it lists of phrases, from the JSON file beside it."""

from __future__ import annotations

import os

from memory_store import codec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def beside(module: str) -> dict[str, tuple[str, ...]]:
    """The lists by name. `module` is the module's `__file__`."""
    return {name: tuple(codec.texts(phrases)) for name, phrases in data(module).items()}


def data(module: str) -> dict[str, Any]:
    """The object in a JSON file, or in that beside a module."""
    with open(f"{os.path.splitext(module)[0]}.json", encoding="utf-8") as file:
        record = codec.parse(file.read())
    assert isinstance(record, dict)  # noqa: S101  our own file
    return record
