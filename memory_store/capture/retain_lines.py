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
_WORDS = 3  # of a content without a colon before it
_HAN = "\u3000"
_NO_NAME = " ./\\(<"
_PATH_SIGNS, _AROUND = "/\\", ".,:;!?()`'\""


def statements(text: str) -> Iterator[stated_fact.Statement]:
    """The statements of a text's retain lines, as they are written.

    The form is `W|B|O|S[(c=0..1)] @entity: content`, after a list sign if any; confidence is 0.8
    where none is given. What an agent forgets of it is read where nothing else can be meant: the
    colon behind a word, or a list below the line in the place of its content. Anything else is
    left out, as are contents under 4 characters or without words: `W @ index.js:15: x` stands in
    a stack.
    """
    above: tuple[str, str] | None = None
    for line in pasted.outside_code(pasted.unfenced(text)) if "@" in text else ():
        bare = pasted.unlisted(line)
        bare = bare.strip("`") if bare[:1] == "`" else bare
        if above is not None and bare != line.strip() and "@" not in bare:
            (head, entity), content = above, bare
        else:
            head, entity, content = _parts(bare)
            above = (head, entity) if entity and not content else None
        kind, sure = head[:1], _share(head[1:])
        is_told = len(content) >= _MIN_CHARS and _has_words(content)
        if kind in _KINDS and sure is not None and entity and is_told:
            yield stated_fact.Statement(content, kind, [entity], sure, how=stated_fact.RETAIN)


def _parts(line: str) -> tuple[str, str, str]:
    """What stands before the `@` of a line, its entity and its content; "" where it has none."""
    head, _, rest = line.partition("@")
    entity, colon, content = min(
        (rest.partition(colon) for colon in ":："), key=lambda parts: len(parts[0])
    )
    if not colon:
        entity, _, content = rest.partition(" ")
        if len(content.split()) < _WORDS and content[:1] < _HAN:
            entity = ""
    if not (colon and content.strip()) and any(map(entity.count, _NO_NAME)):
        entity = ""  # of a stack
    entity, content = entity.strip(), "" if _is_place(entity, content) else content.strip()
    return head, entity if 0 < len(entity) <= _ENTITY_CHARS else "", content


def alone(text: str) -> str:
    """The retain lines of a text, as they are written."""
    return "\n".join(line for line in text.split("\n") if any(statements(line)))


def _is_place(entity: str, behind: str) -> bool:
    """Whether a line's number follows the colon at once, as in a stack: `index.js:15: x`."""
    rest = behind.lstrip("0123456789")
    ends = ("", ":", ")", "\r", *([" "] if "." in entity else []))
    return rest != behind and rest[:1] in ends


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
