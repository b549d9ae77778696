"""Finds secrets, invisible characters and unreadable lines in a store's files.

Today's rules may know more than those that wrote an old file. Must not show a secret, or touch
MEMORY.md, notes, extra files and settings.
"""

from __future__ import annotations

import os

from memory_store import codec
from memory_store.forget import derived_copies, hits
from memory_store.forget import target as wanting
from memory_store.index import extra, extra_files
from memory_store.journal import append, read, rewrite
from memory_store.store import layout, lock
from memory_store.text import clean, mark, redact
from memory_store.trust import approval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.codec import Record


SECRET, INVISIBLE, BAD = "secret", "invisible", "bad"
_KEPT_AS_IS = frozenset(("id", "type", "timestamp", "created_at", "updated_at"))


class Finding:
    """A secret, an invisible character or a damaged line, with its place.

    Attributes:
        file, line: where, within the store.
        what: SECRET, INVISIBLE or BAD.
        kinds: of secrets, sorted.
        is_yours: whether only its user may mend it.
    """

    __slots__ = ("file", "is_yours", "kinds", "line", "what")

    def __init__(
        self, file: str, line: int, what: str, kinds: list[str], *, is_yours: bool
    ) -> None:
        self.file = file
        self.line = line
        self.what = what
        self.kinds = kinds
        self.is_yours = is_yours

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
        for number, line in enumerate(rewrite.lines(store, name), 1):
            records = read.parse_line(line)
            if not records and line.strip():
                findings.append(Finding(name, number, BAD, [], is_yours=False))
            text = "\n".join(wanting.strings(records)) if records else _decoded(line)
            findings += _of_text(name, number, text, is_yours=False, is_record=bool(records))
    for name in [*hits.user_files(store), *extra_files.find(store).kept]:
        findings += _of_file(store, name)
    return findings


def _of_text(
    name: str, line: int, text: str, *, is_yours: bool, is_record: bool = True
) -> Iterator[Finding]:
    cleaned = clean.text(text)
    kinds = redact.secrets(cleaned)[1]
    if kinds:
        yield Finding(name, line, SECRET, kinds, is_yours=is_yours)
    if is_record and cleaned != _with_plain_ends(text):
        yield Finding(name, line, INVISIBLE, [], is_yours=is_yours)


def _with_plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(line: bytes) -> str:
    return line.decode("utf-8", "replace")


def _of_file(store: layout.Store, name: str) -> Iterator[Finding]:
    """The findings of a user's file by line; a secret over several lines, at its first line."""
    text = _with_plain_ends(hits.user_text(store, name)).removeprefix("\ufeff")
    kinds_told: set[str] = set()
    for number, line in enumerate(text.split("\n"), 1):
        for finding in _of_text(name, number, line, is_yours=True):
            kinds_told.update(finding.kinds)
            yield finding
    after, kinds = redact.secrets(clean.text(text))
    for kind in kinds:
        if kind not in kinds_told:
            before = after[: after.find(f"{mark.MARK}{kind}]")]
            yield Finding(name, before.count("\n") + 1, SECRET, [kind], is_yours=True)


def mend(store: layout.Store) -> int:
    """Take secrets and invisible characters out of a store's records; how many lines changed.

    A fact of which nothing is left is removed, and so is a damaged line that holds a secret; other
    damaged lines stay byte for byte. Derived files are emptied and built again.

    Raises:
        StoreError: a file can't be read or written; those before it are done.
    """
    changed = 0
    with lock.Held(store.path):
        append.take_in(store)
        for name in rewrite.names(store):
            changed += rewrite.rewrite(store, name, _mended_line)
        rewrite.sweep(store)
    if changed:
        approval.renew(store)
        derived_copies.clear(store, _holds_secret)
    return changed


def _holds_secret(text: str) -> bool:
    return bool(redact.secrets(clean.text(text))[1])


def _mended_line(line: bytes) -> list[Record] | None:
    records = read.parse_line(line)
    if not records:
        return [] if line.strip() and _holds_secret(_decoded(line)) else None
    mended = [one for record in records if (one := without_secrets(record)) is not None]
    return None if mended == records else mended


def without_secrets(record: Record) -> Record | None:
    """A record without secrets and invisible characters; None if nothing is left of it."""
    as_is = {name: value for name, value in record.items() if name in _KEPT_AS_IS}
    mended = codec.with_texts(record, _mended) | as_is
    content = mended.get("content")
    if content != record.get("content") and isinstance(content, str):
        return mended if any(map(str.isalnum, mark.without_marks(content))) else None
    return mended


def _mended(text: str) -> str:
    return redact.secrets(clean.text(text))[0]


def path_of(store: layout.Store, finding: Finding) -> str:
    """Where a finding stands, as a path."""
    if extra.is_extra(finding.file):
        return extra.path_of(store, finding.file)
    return os.path.join(store.path, *finding.file.split("/"))
