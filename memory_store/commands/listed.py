"""The numbers that a list showed last: what a person may type in an id's place.

Derived, and kept in the cache: without it an id is needed. Must not know what is listed.
"""

from __future__ import annotations

from memory_store import codec, errors, files, layout
from memory_store.journal import checkpoints

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_NAME = "listed.json"
_BYTES = 1 << 20


def note(store: layout.Store, ids: Sequence[str]) -> None:
    """Keep which id each number of a list stands for, counted from 1."""
    checkpoints.keep(store, _NAME, codec.render(list(ids)))


def resolve(store: layout.Store, word: str, known: Sequence[str]) -> str:
    """The id that a person means by a number of the last list, an id, or the beginning of one.

    Raises:
        UsageError: it is none of `known`, or the beginning of several.
    """
    wanted = _numbered(store, int(word)) if word.isascii() and word.isdigit() else word
    found = [one for one in known if one == wanted] or [
        one for one in known if wanted and one.startswith(wanted)
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise errors.UsageError(f"{word} is the beginning of {len(found)} ids", "give more of it")
    raise errors.UsageError(f"nothing that is listed is {word}", "list again: numbers may be old")


def _numbered(store: layout.Store, number: int) -> str:
    try:
        raw = files.read(layout.cache_directory(store), _NAME, _BYTES)
        ids = codec.texts(codec.parse(raw.decode()))
    except (OSError, ValueError):
        return ""
    return ids[number - 1] if 0 < number <= len(ids) else ""
