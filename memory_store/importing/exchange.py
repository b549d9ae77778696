"""Writes a whole memory as JSON lines, and reads them back, record for record.

Settings may hold keys, so they are left out. Must not read a file of another tool.
"""

from __future__ import annotations

import collections
import os

from memory_store import clock, codec, errors
from memory_store.journal import append, create, read, rewrite
from memory_store.store import files, layout, lock
from memory_store.text import redact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.codec import Record


VERSION = 1
_TEXT_BYTES = 16 << 20


class Counts:
    """The result of an import: new records and texts, known ones, and the others.

    Attributes:
        new: how many were added.
        known: how many stood here already.
        left_out: how many were not taken, by reason.
    """

    __slots__ = ("known", "left_out", "new")

    def __init__(self) -> None:
        self.new = self.known = 0
        self.left_out: collections.Counter[str] = collections.Counter()


def lines(store: layout.Store) -> Iterator[str]:
    """A store as JSON lines: a header, then each text and record with its file."""
    head = {"memory_store": VERSION, "scope": store.scope, "exported_at": clock.stamp(clock.now())}
    yield codec.render(head)
    for name in _texts(store):
        text = files.read(store.path, name, _TEXT_BYTES).decode("utf-8", "replace")
        yield codec.render({"file": name, "text": text})
    for name in (layout.FACTS, layout.SESSIONS, *read.daily_names(store)):
        for record in rewrite.records(store, name):
            yield codec.render({"file": name, "record": record})


def scope_of(path: str) -> str:
    """Whose memory a file holds, `project` or `user`.

    Raises:
        UsageError: it is no export.
    """
    head = next(_entries(path), {})
    if head.get("memory_store") != VERSION:
        raise errors.UsageError(
            f"{path} is no export of memory-store", "memory-store export PATH writes one"
        )
    return "user" if head.get("scope") == "user" else "project"


def take_in(store: layout.Store, path: str, *, dry: bool = False) -> Counts:
    """Add the records of an export that the store lacks; a second run adds nothing.

    Raises:
        StoreError: the store can't be written; what was added by then is kept.
    """
    counts = Counts()
    by_file: dict[str, list[Record]] = {}
    texts: list[tuple[str, str]] = []
    for entry in _entries(path):
        name, record, text = str(entry.get("file")), entry.get("record"), entry.get("text")
        if isinstance(record, dict) and _is_ours(name) and isinstance(record.get("id"), str):
            by_file.setdefault(name, []).append(record)
        elif isinstance(text, str) and _is_text(name):
            texts.append((name, text))
        elif "memory_store" not in entry:
            counts.left_out["no record of a memory"] += 1
    if not dry:
        create.create(store)
    for name, text in texts:
        _take_text(store, name, text, counts, dry=dry)
    for name, found in by_file.items():
        _take_records(store, name, found, counts, dry=dry)
    return counts


def _take_records(
    store: layout.Store, name: str, records: list[Record], counts: Counts, *, dry: bool
) -> None:
    known = {codec.render(one) for one in rewrite.records(store, name)}
    clean = [_without_secrets(one) for one in records]
    fresh = [one for one in clean if codec.render(one) not in known]
    counts.known += len(records) - len(fresh)
    refused = 0
    if fresh and not dry:
        with lock.Held(store.path):
            refused = append.append_locked(store, name, fresh, durable=True)
    if refused:
        counts.left_out["forgotten here"] += refused
    counts.new += len(fresh) - refused


def _take_text(store: layout.Store, name: str, text: str, counts: Counts, *, dry: bool) -> None:
    """Write a text that is missing; an existing one stays."""
    try:
        here = files.read(store.path, name, _TEXT_BYTES).decode("utf-8", "replace")
    except OSError:
        here = ""
    text, _ = redact.secrets(text)
    if here == text:
        counts.known += 1
    elif here and not create.is_template(here):
        counts.left_out[f"{name} says something else here"] += 1
    else:
        counts.new += 1
        if not dry:
            if "/" in name:
                files.make_directory(os.path.join(store.path, os.path.dirname(name)))
            files.replace(store.path, name, text.encode("utf-8", "replace"))


def _without_secrets(record: Record) -> Record:
    """A record without secrets, whoever wrote the file."""
    return codec.with_texts(record, lambda text: redact.secrets(text)[0])


def _entries(path: str) -> Iterator[Record]:
    """The objects of a file's lines.

    Raises:
        UsageError: it can't be read.
    """
    try:
        with open(path, "rb") as file:
            for line in file:
                yield from read.parse_line(line)
    except OSError as error:
        raise errors.UsageError(
            f"{path}: {error.strerror}", "PATH names a file that export wrote"
        ) from error


def _texts(store: layout.Store) -> list[str]:
    """The Markdown that a store has: core memory, then its notes."""
    names_found = []
    for directory, _, names in os.walk(os.path.join(store.path, layout.NOTES)):
        inner = os.path.relpath(directory, store.path).replace(os.sep, "/")
        names_found += [f"{inner}/{one}" for one in names if one.endswith(".md")]
    known = [layout.CORE, *sorted(names_found)]
    return [one for one in known if os.path.isfile(os.path.join(store.path, one))]


def _is_ours(name: str) -> bool:
    """Whether a name is that of a file of records, and nothing that could lead elsewhere."""
    directory, _, day = name.rpartition("/")
    is_day = directory == layout.DAILY and read.is_daily(day)
    return is_day or name in (layout.FACTS, layout.SESSIONS)


def _is_text(name: str) -> bool:
    parts = name.split("/")
    plain = all(part and part not in (".", "..") and "\\" not in part for part in parts)
    return name == layout.CORE or (
        plain and parts[0] == layout.NOTES and len(parts) > 1 and name.endswith(".md")
    )
