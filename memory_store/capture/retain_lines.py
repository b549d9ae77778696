"""Reads the lines by which agents and people save facts: `O(c=0.9) @entity: …`."""

from __future__ import annotations

from memory_store.capture import stated_fact
from memory_store.language import pasted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_KINDS = "WBOS"
_SURE = 0.8
_MIN_CHARS = 4
_ENTITY_CHARS = 60


def statements(text: str) -> Iterator[stated_fact.Statement]:
    """The statements of a text's retain lines outside fenced blocks, as they are written.

    The form is `W|B|O|S[(c=0..1)] @entity: content`, after a list sign if any; confidence is 0.8
    where none is given. Anything else, and a content under 4 characters, is left out.
    """
    for line in pasted.outside_code(text) if "@" in text else ():
        head, _, rest = pasted.unlisted(line).partition("@")
        entity, _, content = min(
            (rest.partition(colon) for colon in ":："), key=lambda parts: len(parts[0])
        )
        kind, sure, content = head[:1], _share(head[1:]), content.strip()
        is_named = 0 < len(entity.strip()) <= _ENTITY_CHARS
        if kind in _KINDS and sure is not None and is_named and len(content) >= _MIN_CHARS:
            yield stated_fact.Statement(
                content, kind, [entity.strip()], sure, how=stated_fact.RETAIN
            )


def _share(text: str) -> float | None:
    """The number of `(c=0.9)`, 0.8 without it; None for other words, and no number to 1."""
    if text.isspace():
        return _SURE
    head, is_closed, rest = text.replace(" ", "").partition(")")
    try:
        share = float(head.removeprefix("(c="))
    except ValueError:
        return None
    is_alone = head[:3] == "(c=" and is_closed and not rest
    return share if is_alone and 0 <= share <= 1 else None
