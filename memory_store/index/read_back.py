"""Reads the text behind a row of the index from its file, and verifies it.

A row whose bytes have changed gives nothing: the index points, and the file answers
(docs/reliability.md 4). Must not write, or trust a number of the index.
"""

from __future__ import annotations

import os

from memory_store import model
from memory_store.index import chunking, extra, piece
from memory_store.journal import read, records, stored
from memory_store.store import files, layout
from memory_store.text import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self

    from memory_store.codec import Record


COLUMNS = (
    "p.id, p.file, p.record, p.kind, p.type, p.session,"
    " coalesce(p.created, (SELECT b.changed FROM bookmark b WHERE b.file = p.file), 0),"
    " p.offset, p.length, p.nth, p.part, p.line, p.end_line, p.headings, p.digest"
)
"""Of the view `piece`."""
LINE_COLUMNS = COLUMNS.replace("p.part", "0")
"""Of the table `line`."""

_MARKDOWN_BYTES = 4 << 20
_HEADINGS = 12
_OPEN = 16


class Row:
    """A row of `piece` or `line`, made of its columns in their order; those of its place together.

    Raises:
        CorruptError: of apsw, where a column that code counts with is no number.
    """

    __slots__ = ("created", "id", "kind", "part", "place", "record", "session", "type")

    def __init__(self, *columns: Any) -> None:  # noqa: ANN401  a damaged table has any type
        self.id, file, self.record, self.kind, self.type, self.session, self.created = columns[:7]
        offset, length, nth, self.part, line, end_line, headings, check = columns[7:]
        numbers = (self.id, offset, length, nth, self.part, line, end_line)
        if not all(isinstance(number, int) for number in numbers) or not isinstance(check, bytes):
            import apsw  # a sync with nothing to do needs no SQLite

            raise apsw.CorruptError("a row of the index holds what it can't")
        self.place = piece.Place(
            file=file,
            offset=offset,
            length=length,
            digest=check,
            nth=nth,
            line=line,
            end_line=end_line,
            headings=headings,
        )


class Passage(model.Value):
    """A piece as it is shown.

    Attributes:
        text: its text.
        record: the record it comes from; of Markdown, an empty one.
    """

    text: str
    record: Record


class Opened:
    """The files of a store, each opened once while several passages are read from it."""

    __slots__ = ("_descriptors", "_store")

    def __init__(self, store: layout.Store) -> None:
        self._store = store
        self._descriptors: dict[str, int] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for descriptor in self._descriptors.values():
            os.close(descriptor)
        self._descriptors.clear()

    def descriptor(self, file: str) -> int:
        """The descriptor of a file, one of the 16 that are open; errors as `extra.open_file`."""
        if file not in self._descriptors:
            if len(self._descriptors) == _OPEN:
                os.close(self._descriptors.pop(next(iter(self._descriptors))))
            self._descriptors[file] = extra.open_file(self._store, file)
        return self._descriptors[file]


def read_passage(store: layout.Store, row: Row, opened: Opened | None = None) -> Passage | None:
    """The passage of a row; None if it is gone, or the index is damaged.

    Args:
        store: the store.
        row: the row.
        opened: files of the store, for who reads several passages.
    """
    if opened is not None:
        return _read_passage(opened, row)
    with Opened(store) as once:
        return _read_passage(once, row)


def _read_passage(opened: Opened, row: Row) -> Passage | None:
    if row.kind != piece.kind_of(str(row.place.file)):
        return None
    if row.kind in (piece.NOTE, piece.CORE):
        parts = _read_parts(opened, row.place)
        return Passage(piece.markdown_text(parts), {}) if parts else None
    raw = _read_record(opened, row)
    if raw is None:
        return None
    if row.kind == piece.FACT:
        return _fact(raw, row)
    if row.kind == piece.SUMMARY:
        return Passage(piece.summary_text(stored.Summary(raw)), raw)
    return _turn(raw, row)


def _fact(raw: Record, row: Row) -> Passage | None:
    fact = records.as_fact(stored.Fact(raw))
    if fact is None or piece.sound(fact.id) != row.record:
        return None
    return Passage(fact.content, fact)


def _turn(raw: Record, row: Row) -> Passage | None:
    text = piece.turn_text(stored.Entry(raw))
    spans = chunking.spans(text)
    if not 0 <= row.part < len(spans):
        return None
    start, end = spans[row.part]
    return Passage(text[start:end], raw)


def read_record(store: layout.Store, row: Row, opened: Opened | None = None) -> Record | None:
    """The record of a row in a *.jsonl file; `opened` and None as in `read_passage`."""
    if opened is not None:
        return _read_record(opened, row)
    with Opened(store) as once:
        return _read_record(once, row)


def _read_record(opened: Opened, row: Row) -> Record | None:
    parts = _read_parts(opened, row.place)
    glued = read.parse_line(parts[-1]) if parts else []
    return glued[row.place.nth] if 0 <= row.place.nth < len(glued) else None


def _read_parts(opened: Opened, place: piece.Place) -> list[bytes] | None:
    """The headings and the body at a place, if they are unchanged since indexing."""
    try:
        spans = [_span(text) for text in place.headings.split(",") if text][:_HEADINGS]
        spans.append((place.offset, place.length))
        descriptor = opened.descriptor(place.file)
        parts = [_read_span(descriptor, offset, length) for offset, length in spans]
    except (OSError, ValueError, TypeError, OverflowError, AttributeError):
        return None  # a damaged index may hold anything in a column
    return parts if digest.of_bytes(b"\n".join(parts)) == place.digest else None


def _span(text: str) -> tuple[int, int]:
    offset, _, length = text.partition(":")
    return int(offset), int(length)


def _read_span(descriptor: int, offset: int, length: int) -> bytes:
    if not 0 <= length <= _MARKDOWN_BYTES or offset < 0:
        raise ValueError(f"not a place: {length} bytes at {offset}")
    return files.read_at(descriptor, offset, length)
