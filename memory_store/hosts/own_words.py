"""Removes a host's blocks and our own fences from a person's text.

Pure, without imports, on the hot path. Must not know the tags of a particular host.
"""

from __future__ import annotations

_FENCE, _CLOSING = "<memory-", "</memory-"
_FENCE_CHARS = len("<memory-0123abcd>")


def without(text: str, *tags: str) -> str:
    """A text without the blocks of these tags (`<tag …>` to `</tag>`) and our fences.

    A tag that is never closed stays: a person may have written it.
    """
    for tag in tags:
        text = _without_blocks(text, tag)
    return _without_fences(text).strip()


def after(text: str, heading: str) -> str:
    """The text after a heading that a host puts before a person's words.

    The first such heading that is a line by itself counts; a text without one stays whole.
    """
    at = f"\n{text}\n".find(f"\n{heading}\n")
    return text if at < 0 else text[at + len(heading) :].strip()


def _without_blocks(text: str, tag: str) -> str:
    opening, closing = f"<{tag}", f"</{tag}>"
    kept: list[str] = []
    start, end = 0, -1
    at = text.find(opening)
    while at >= 0:
        if end < at:  # else it closes this one too, and is not looked for again
            end = text.find(closing, at)
        if end < 0:
            break
        name_end = at + len(opening)
        if text[name_end : name_end + 1] in (">", " "):
            kept.append(text[start:at])
            at = start = end + len(closing)
        else:  # a longer tag's name
            at = name_end
        at = text.find(opening, at)
    return "".join([*kept, text[start:]])


def _without_fences(text: str) -> str:
    last_closings = _last_closings(text)
    kept: list[str] = []
    start = 0
    at = text.find(_FENCE)
    while at >= 0:
        closing = f"</{text[at + 1 : at + _FENCE_CHARS]}"
        end = text.find(closing, at) if last_closings.get(closing, -1) > at else -1
        if end >= 0:
            kept.append(text[start:at])
            start = end + len(closing)
        at = text.find(_FENCE, max(start, at + 1))
    return "".join([*kept, text[start:]])


def _last_closings(text: str) -> dict[str, int]:
    """The last place of each closing fence."""
    last_of: dict[str, int] = {}
    at = text.find(_CLOSING)
    while at >= 0:
        closing = text[at : at + _FENCE_CHARS + 1]
        if closing.endswith(">"):
            last_of[closing] = at
        at = text.find(_CLOSING, at + 1)
    return last_of
