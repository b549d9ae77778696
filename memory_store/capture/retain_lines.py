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
_WORD_CHARS = 2
_PATH_SIGNS, _AROUND = "/\\", ".,:;!?()`'\""


def statements(text: str) -> Iterator[stated_fact.Statement]:
    """The statements of a text's retain lines outside fenced blocks, as they are written.

    The form is `W|B|O|S[(c=0..1)] @entity: content`, after a list sign if any; confidence is 0.8
    where none is given. Anything else is left out, as are contents under 4 characters or without
    words: `W @ index.js:15: x` stands in a stack.
    """
    for line in pasted.outside_code(text) if "@" in text else ():
        head, _, rest = pasted.unlisted(line).partition("@")
        entity, _, content = min(
            (rest.partition(colon) for colon in ":："), key=lambda parts: len(parts[0])
        )
        kind, sure = head[:1], _share(head[1:])
        content = "" if _is_place(content) else content.strip()
        is_named = 0 < len(entity.strip()) <= _ENTITY_CHARS
        is_told = len(content) >= _MIN_CHARS and _has_words(content)
        if kind in _KINDS and sure is not None and is_named and is_told:
            yield stated_fact.Statement(
                content, kind, [entity.strip()], sure, how=stated_fact.RETAIN
            )


def _is_place(behind: str) -> bool:
    """Whether a line's number follows the colon at once, as in a stack: `index.js:15: x`."""
    rest = behind.lstrip("0123456789")
    return rest != behind and rest[:1] in ("", ":", ")", "\r")


def _has_words(content: str) -> bool:
    """Whether a text has a word, of letters or Han, that is no part of a path."""
    return any(
        sum(map(str.isalpha, word)) >= _WORD_CHARS and not any(map(word.count, _PATH_SIGNS))
        for word in (one.strip(_AROUND) for one in content.split())
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
