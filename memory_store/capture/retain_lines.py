"""Reads the lines by which agents and people save facts: `O(c=0.9) @entity: …`."""

from __future__ import annotations

from memory_store.capture import stated_fact
from memory_store.journal import stored
from memory_store.language import pasted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_KINDS = "WBOS"
_MARKS = ("W @", "B @", "O @", "S @", "(c=", "(c =")
_SURE = 0.8
_MIN_CHARS = 4
_ENTITY_CHARS = 60


def statements(text: str) -> Iterator[stated_fact.Statement]:
    """The statements of a text's retain lines outside fenced blocks, as they are written.

    The form is `W|B|O|S[(c=0..1)] @entity: content`, after a list sign if any; confidence is 0.8
    where none is given. Anything else, and a content under 4 characters, is left out.
    """
    for line in pasted.outside_code(text) if any(map(text.count, _MARKS)) else ():
        statement = _read(line.strip())
        if statement is not None:
            yield statement


def _read(line: str) -> stated_fact.Statement | None:
    if line[:1] in ("-", "*"):
        line = line[1:].lstrip()
    kind, head = line[:1], line[1:].lstrip()
    if not kind or kind not in _KINDS:
        return None
    sure: float | None = _SURE
    if head.startswith("("):
        share, closed, head = head[1:].partition(")")
        sure = _share(share) if closed else None
        head = " " + head.lstrip() if head[:1] == " " else ""
    elif line[1:2] != " ":
        return None
    head = head.lstrip()
    if sure is None or not head.startswith("@"):
        return None
    entity, content = _parted(head[1:])
    if not entity or len(entity) > _ENTITY_CHARS or len(content) < _MIN_CHARS:
        return None
    return stated_fact.Statement(
        content, kind, [entity], sure, status=stored.STANDING, how=stated_fact.RETAIN
    )


def _share(text: str) -> float | None:
    """The number of `c=0.9`, at most 1; None without a number from 0 to 1."""
    name, sign, value = text.replace(" ", "").partition("=")
    whole, dot, rest = value.partition(".")
    if name != "c" or not sign or whole not in ("0", "1"):
        return None
    if dot and not (rest.isascii() and rest.isdigit()):
        return None
    return min(1.0, float(f"{whole}.{rest[:6] or 0}"))


def _parted(text: str) -> tuple[str, str]:
    """The entity and the statement, parted at the first colon; an entity has no blanks."""
    for at, sign in enumerate(text[: _ENTITY_CHARS + 2]):
        if sign in ":：":
            return text[:at].rstrip(), text[at + 1 :].strip()
        if sign.isspace() and text[at:].lstrip()[:1] not in (":", "："):
            break
    return "", ""
