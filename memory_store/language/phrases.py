"""Reads the data of a module, most of it lists of phrases, from the JSON file beside it."""

from __future__ import annotations

import os

from memory_store import codec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Lists(dict[str, tuple[str, ...]]):
    """Lists of phrases by name."""

    def stand_in(self, text: str, *names: str) -> bool:
        """Whether a phrase of one of these lists stands anywhere in a text."""
        return any(any(map(text.count, self[name])) for name in names)


def beside(module: str) -> Lists:
    """The lists beside a module, whose `__file__` is given."""
    return Lists((name, tuple(found)) for name, found in data(module).items())


def data(module: str) -> dict[str, Any]:
    """The object in a JSON file, or in that beside a module."""
    with open(f"{os.path.splitext(module)[0]}.json", encoding="utf-8") as file:
        record = codec.parse(file.read())
    assert isinstance(record, dict)  # noqa: S101  our own file
    return record
