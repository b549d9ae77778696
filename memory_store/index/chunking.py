"""Long texts in overlapping parts that a model can read, cut where a sentence ends.

Works on text alone; must not know where it comes from.
"""

from __future__ import annotations

from memory_store.text import han

_HAN_TOKENS = 1 / 1.5
_OTHER_TOKENS = 1 / 4
_SLACK = 1.25  # a rest of a few words is no part of its own

_ENDS = ("\n\n", "\n", "。", "！", "？", ". ", "! ", "? ", "；", "; ", "，", ", ", " ")


class Cut:
    """How long parts are, and how much of one the next repeats, in tokens."""

    __slots__ = ("overlap", "tokens")

    def __init__(self, tokens: int, overlap: int) -> None:
        self.tokens = tokens
        self.overlap = overlap


USUAL = Cut(400, 80)
"""Of turns, facts and summaries, and of Markdown if the settings don't say otherwise."""


def tokens(text: str) -> float:
    """About how many tokens a model makes of `text`: 4 Latin letters or 1.5 Han ones each."""
    dense = han.count(text)
    return dense * _HAN_TOKENS + (len(text) - dense) * _OTHER_TOKENS


def spans(text: str, cut: Cut = USUAL) -> list[tuple[int, int]]:
    """`text` as one span, or as overlapping ones of about a cut, where a sentence ends."""
    total = 0 if len(text) * _HAN_TOKENS <= cut.tokens else tokens(text)
    if total <= cut.tokens * _SLACK:
        return [(0, len(text))]
    size = int(len(text) * cut.tokens / total)
    back = int(len(text) * cut.overlap / total)
    found: list[tuple[int, int]] = []
    start = 0
    while len(text) - start > size + back:
        end = _cut(text, start + size // 2, start + size)
        found.append((start, end))
        start = max(start + 1, _cut(text, end - 2 * back, end - back))
    return [*found, (start, len(text))]


def _cut(text: str, low: int, high: int) -> int:
    """The best place to cut between two characters: behind the last of the strongest endings."""
    for ending in _ENDS:
        at = text.rfind(ending, low, high)
        if at >= low:
            return at + len(ending)
    return high
