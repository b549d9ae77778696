"""Finds secrets, invisible characters and unreadable lines in a store's files.

Today's rules may know more than those that wrote an old file. Must not show a secret, or touch
MEMORY.md, notes, extra files and settings.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from memory_store import codec
from memory_store.forget import filtering, hits
from memory_store.forget import target as wanting
from memory_store.journal import read, rewrite
from memory_store.text import clean, encoding, mark, redact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.codec import Record
    from memory_store.store import layout


SECRET, INVISIBLE, BAD = "secret", "invisible", "bad"
_KEPT_AS_IS = frozenset(("id", "type", "timestamp", "created_at", "updated_at"))


class Finding(NamedTuple):
    """A secret, an invisible character or a damaged line, with its place.

    Attributes:
        store, file, line: where: the store's path, the file's name there, and the line.
        path: of the file.
        what: SECRET, INVISIBLE or BAD.
        kinds: of secrets, sorted.
        is_yours: whether only its user may mend it.
    """

    store: str
    file: str
    line: int
    path: str
    what: str
    kinds: tuple[str, ...]
    is_yours: bool

    def is_mendable(self) -> bool:
        """Whether `mend` changes the line for it: it is no file of the user's and can be read."""
        return not self.is_yours and self.what != BAD


def find(store: layout.Store) -> list[Finding]:
    """The secrets, invisible characters and damaged lines of a store's files.

    Raises:
        StoreError: a file can't be read.
    """
    findings: list[Finding] = []
    for name in rewrite.names(store):
        path = os.path.join(store.path, *name.split("/"))
        for number, line in enumerate(rewrite.lines(store, name), 1):
            findings += [
                Finding(store.path, name, number, path, *found, is_yours=False)
                for found in _of_line(line)
            ]
    for name, path in hits.user_files(store).items():
        findings += [
            Finding(store.path, name, number, path, *found, is_yours=True)
            for number, found in _of_file(hits.user_text(store, name))
        ]
    return findings


def _of_line(line: bytes) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What is found in a line of records, with the kinds of its secrets."""
    records = read.parse_line(line)
    if records:
        yield from _of_text("\n".join(wanting.texts_in(records)))
    elif line.strip():
        yield BAD, ()
        yield from (one for one in _of_text(encoding.shown(line)) if one[0] == SECRET)


def _of_text(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    cleaned = clean.text(text)
    kinds = redact.secrets(cleaned)[1]
    if kinds:
        yield SECRET, tuple(kinds)
    if cleaned != _with_plain_ends(text):
        yield INVISIBLE, ()


def _with_plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _of_file(text: str) -> Iterator[tuple[int, tuple[str, tuple[str, ...]]]]:
    """What is found in a user's file by line; a secret over several lines, at its first line."""
    text = _with_plain_ends(text).removeprefix("\ufeff")
    kinds_told: set[str] = set()
    for number, line in enumerate(text.split("\n"), 1):
        for found in _of_text(line):
            kinds_told.update(found[1])
            yield number, found
    after, kinds = redact.secrets(clean.text(text))
    for kind in kinds:
        if kind not in kinds_told:
            before = after[: after.find(f"{mark.MARK}{kind}]")]
            yield before.count("\n") + 1, (SECRET, (kind,))


def mend(store: layout.Store) -> int:
    """Take secrets and invisible characters out of a store's records; how many lines changed.

    A fact of which nothing is left is removed, and so is a damaged line that holds a secret; other
    damaged lines stay byte for byte. Derived files are emptied and built again.

    Raises:
        StoreError: as `filtering.lines`.
    """
    if not any(one.is_mendable() for one in find(store)):
        return 0
    return filtering.lines(store, lambda: (_mended_line, bool))


def _holds_secret(text: str) -> bool:
    return bool(redact.secrets(clean.text(text))[1])


def _sound(text: str) -> str:
    return redact.secrets(clean.text(text))[0]


def _mended_line(line: bytes) -> list[Record] | None:
    records = read.parse_line(line)
    if not records:
        return [] if line.strip() and _holds_secret(encoding.shown(line)) else None
    mended = [one for record in records if (one := without_secrets(record)) is not None]
    return None if mended == records else mended


def without_secrets(record: Record) -> Record | None:
    """A record without secrets and invisible characters; None if nothing is left of it."""
    as_is = {name: value for name, value in record.items() if name in _KEPT_AS_IS}
    mended = codec.with_texts(record, _sound) | as_is
    content = mended.get("content")
    if content != record.get("content") and isinstance(content, str):
        return mended if any(map(str.isalnum, mark.without_marks(content))) else None
    return mended
