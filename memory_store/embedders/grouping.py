"""Cuts a list of texts into groups that are computed together.

It knows texts as lists of piece numbers or by their lengths, and no model.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


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


def by_length(
    keys: Sequence[bytes], texts: Mapping[bytes, str], size: int, wide: int, letters: int = 0
) -> Iterator[list[bytes]]:
    """Keys in batches of `size`, within windows of `wide` keys those of texts of like length.

    Most models pad a batch to its longest text; the windows come in the order of the keys. Where
    `letters` are given, a batch of more characters than these is one text.
    """
    for start in range(0, len(keys), wide):
        window = sorted(keys[start : start + wide], key=lambda key: len(texts[key]))
        while window:
            longest = len(texts[window[min(size, len(window)) - 1]])
            fitting = letters // max(1, longest) if letters else size
            count = max(1, min(size, fitting))
            yield window[:count]
            window = window[count:]
