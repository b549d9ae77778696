"""Long texts in overlapping parts that a model can read, cut where a sentence ends.

Works on text alone; must not know where it comes from.
"""

from __future__ import annotations

from memory_store.text import han

TOKENS = 400
OVERLAP_TOKENS = 80

_HAN_TOKENS = 1 / 1.5
_OTHER_TOKENS = 1 / 4
_SLACK = 1.25  # a rest of a few words is no part of its own
_SHORT = int(TOKENS / _HAN_TOKENS)

_ENDS = ("\n\n", "\n", "。", "！", "？", ". ", "! ", "? ", "；", "; ", "，", ", ", " ")


def tokens(text: str) -> float:
    """About how many tokens a model makes of `text`: 4 Latin letters or 1.5 Han ones each."""
    dense = han.count(text)
    return dense * _HAN_TOKENS + (len(text) - dense) * _OTHER_TOKENS


def spans(text: str) -> list[tuple[int, int]]:
    """`text` as one span, or as overlapping ones of about TOKENS, cut where a sentence ends."""
    total = 0 if len(text) <= _SHORT else tokens(text)
    if total <= TOKENS * _SLACK:
        return [(0, len(text))]
    size = int(len(text) * TOKENS / total)
    back = int(len(text) * OVERLAP_TOKENS / total)
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
