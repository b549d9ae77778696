"""Cuts long texts into overlapping parts that a model can read, at the ends of sentences.

The settings of a store give the size of Markdown's parts. Must not read a file.
"""

from __future__ import annotations

import os

from memory_store import config, model
from memory_store.store import layout
from memory_store.text import han

_TOKENS, _OVERLAP = "chunk_tokens", "chunk_overlap"
_VARIABLES = ("MEMORY_STORE_CHUNK_TOKENS", "MEMORY_STORE_CHUNK_OVERLAP")
_HAN_TOKENS = 1 / 1.5
_OTHER_TOKENS = 1 / 4
_SLACK = 1.25  # a rest of a few words is no part of its own
_STEPS = 4  # a part begins a quarter of the one before behind it, at least

_ENDS = ("\n\n", "\n", "。", "！", "？", ". ", "! ", "? ", "；", "; ", "，", ", ", " ")


class ChunkSize(model.Value):
    """The length of parts, and the overlap of two parts, in tokens."""

    tokens: int
    overlap: int


USUAL = ChunkSize(400, 80)
"""Of turns, facts and summaries, and of Markdown if the settings don't say otherwise."""


def tokens(text: str) -> float:
    """The approximate tokens of `text`: 4 Latin letters or 1.5 Han characters each."""
    dense = han.count(text)
    return dense * _HAN_TOKENS + (len(text) - dense) * _OTHER_TOKENS


def spans(text: str, cut: ChunkSize = USUAL) -> list[tuple[int, int]]:
    """`text` as one span, or as overlapping spans that end where sentences end."""
    most = cut.tokens * _SLACK
    if len(text) * _HAN_TOKENS <= cut.tokens or (
        len(text) * _OTHER_TOKENS <= most and tokens(text) <= most
    ):
        return [(0, len(text))]
    parts: list[tuple[int, int]] = []
    start = 0
    while _reach(text, start, cut.tokens + cut.overlap) < len(text):
        reach = _reach(text, start, cut.tokens)
        end = _cut(text, (start + reach) // 2, reach)
        parts.append((start, end))
        back = int((end - start) * min(0.5, cut.overlap / tokens(text[start:end])))
        low = max(end - 2 * back, start + (end - start) // _STEPS)
        start = max(start + 1, _cut(text, low, max(low, end - back)))
    return [*parts, (start, len(text))]


def _reach(text: str, start: int, most: float) -> int:
    """How far from `start` about `most` tokens lead, and never more than these."""
    end = min(len(text), start + int(most / _OTHER_TOKENS))
    while (found := tokens(text[start:end])) > most:
        end = start + min(end - start - 1, int((end - start) * most / found))
    return max(end, start + 1)


def _cut(text: str, low: int, high: int) -> int:
    """The best place to cut between two characters: behind the last of the strongest endings."""
    for ending in _ENDS:
        at = text.rfind(ending, low, high)
        if at >= low:
            return at + len(ending)
    return high


def chunk_size(store: layout.Store) -> ChunkSize:
    """The size in the settings; the overlap is at most half of a part."""
    written = (store.path, layout.user_store().path)
    if not any(os.path.lexists(os.path.join(one, layout.SETTINGS)) for one in written) and not any(
        map(os.environ.get, _VARIABLES)
    ):
        return USUAL  # as for most, at a tenth of the cost
    settings = config.resolve(store if store.scope == "project" else None)
    tokens = settings.count(_TOKENS)
    return ChunkSize(tokens, min(settings.count(_OVERLAP), tokens // 2))


def mark(cut: ChunkSize) -> str:
    """The end of a Markdown file's signature for this size; "" for the usual size."""
    if (cut.tokens, cut.overlap) == (USUAL.tokens, USUAL.overlap):
        return ""
    return f":{cut.tokens}:{cut.overlap}"
