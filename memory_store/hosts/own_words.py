"""A text without what stands beside a person's words in it: a host's blocks, and our own fences.

Pure, and on the hot path: it imports nothing. Must not know which tags a host has.
"""

from __future__ import annotations

_FENCE = "<memory-"
_FENCE_CHARS = len("<memory-0123abcd>")


def without(text: str, *tags: str) -> str:
    """A text without what stands between these tags (`<tag …>` to `</tag>`), nor our own fences.

    A tag that is never closed stays: a person may have written it.
    """
    for tag in tags:
        text = _cut_out(text, f"<{tag}", f"</{tag}>")
    at = text.find(_FENCE)
    while at >= 0:
        opening = text[at : at + _FENCE_CHARS]
        if opening.endswith(">"):
            text = _cut_out(text, opening, f"</{opening[1:]}")
        at = text.find(_FENCE, at + 1)
    return text.strip()


def _cut_out(text: str, opening: str, closing: str) -> str:
    at = text.find(opening)
    while at >= 0:
        end = text.find(closing, at)
        if end < 0:
            break
        follows = text[at + len(opening) : at + len(opening) + 1]
        if opening.endswith(">") or follows in (">", " "):
            text = text[:at] + text[end + len(closing) :]
            at = text.find(opening, at)
        else:  # a longer tag's name
            at = text.find(opening, at + 1)
    return text
