"""Cuts a list of texts into groups that are computed together.

It knows texts as lists of piece numbers alone, and no model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def cut(texts: Iterable[list[int]], most: int) -> Iterator[list[list[int]]]:
    """Runs of texts of at most `most` pieces together, in their order; a longer one goes alone."""
    group: list[list[int]] = []
    pieces = 0
    for text in texts:
        if group and pieces + len(text) > most:
            yield group
            group, pieces = [], 0
        group.append(text)
        pieces += len(text)
    if group:
        yield group
