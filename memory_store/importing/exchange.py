"""Writes a whole memory as JSON lines, and reads them back, record for record.

Settings may hold keys, so they are left out. Must not read a file of another tool.
"""

from __future__ import annotations

import os

from memory_store import clock, codec, errors
from memory_store.importing import adoption
from memory_store.journal import create, read, rewrite, stored
from memory_store.store import files, layout
from memory_store.text import clean, encoding, redact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.codec import Record


VERSION = 1
_HEAD_BYTES = 4_096
_TEXT_BYTES = 16 << 20


def lines(store: layout.Store) -> Iterator[str]:
    """A store as JSON lines: a header, then each text and record with its file."""
    head = {"memory_store": VERSION, "scope": store.scope, "exported_at": clock.stamp(clock.now())}
    yield codec.render(head)
    for name in (layout.CORE, *read.note_names(store)):
        if name not in store.withheld and os.path.isfile(os.path.join(store.path, name)):
            text = encoding.shown(files.read(store.path, name, _TEXT_BYTES))
            yield clean.escaped(codec.render({"file": name, "text": text}))
    for name in (layout.FACTS, layout.SESSIONS, *read.daily_names(store)):
        for record in rewrite.approved(store, name):
            yield clean.escaped(codec.render({"file": name, "record": record}))


def is_export(path: str) -> bool:
    """Whether a file holds an export of this program."""
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        head = file.readline(_HEAD_BYTES)
    return b'"memory_store"' in head and next(_entries(path), {}).get("memory_store") == VERSION


def scope_of(path: str) -> str:
    """Whose memory a file holds, `project` or `user`.

    Raises:
        UsageError: it is no export.
    """
    head = next(_entries(path), {})
    if head.get("memory_store") != VERSION:
        raise errors.UsageError(
            "{path} is no export of memory-store", "memory-store export PATH writes one", path=path
        )
    return "user" if head.get("scope") == "user" else "project"


def take_in(store: layout.Store, path: str, *, dry: bool = False) -> adoption.Adoption:
    """Add the records of an export that the store lacks; a second run adds nothing.

    The lines of facts tell when they were imported, so that one `undo` takes them all back; what
    else came stays.

    Returns:
        The store, with the counts `new` and `known` of records and texts.

    Raises:
        StoreError: the store can't be written; what was added by then is kept.
    """
    into = adoption.Adoption(store, dry=dry)
    here: dict[str, set[str]] = {}
    now = {stored.IMPORTED: clock.stamp(clock.now())}
    for entry in _entries(path):
        name, record, text = str(entry.get("file")), entry.get("record"), entry.get("text")
        if isinstance(record, dict) and _is_ours(name) and isinstance(record.get("id"), str):
            if name not in here:
                here[name] = set(map(_as_written, rewrite.records(store, name)))
            record = codec.with_texts(record, _without_secrets)
            if _as_written(record) in here[name]:
                into.counts["known"] += 1
            elif not into.is_forgotten(record):
                into.counts["new"] += 1
                into.add(name, {**record, **now} if name == layout.FACTS else record)
        elif isinstance(text, str) and (name == layout.CORE or read.is_note(name)):
            _take_text(into, name, _without_secrets(text))
        elif "memory_store" not in entry:
            into.left_out[errors.Message("no record of a memory")] += 1
    into.write()
    return into


def _as_written(record: Record) -> str:
    """The text of a record as it was before any import."""
    return codec.render(stored.as_written(record))


def _take_text(into: adoption.Adoption, name: str, text: str) -> None:
    """Write a text that is missing; an existing one stays."""
    try:
        here = encoding.shown(files.read(into.store.path, name, _TEXT_BYTES))
    except OSError:
        here = ""
    if here == text:
        into.counts["known"] += 1
    elif here and not create.is_template(here):
        into.left_out[errors.Message("{name} says something else here", name=name)] += 1
    else:
        into.counts["new"] += 1
        if not into.dry:
            create.create(into.store)
            files.make_directory(os.path.dirname(os.path.join(into.store.path, name)))
            files.replace(into.store.path, name, text.encode("utf-8", "replace"))


def _without_secrets(text: str) -> str:
    """A text without secrets, whoever wrote the file."""
    return redact.secrets(text)[0]


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
            "{path}: {reason}",
            "PATH names a file that export wrote",
            path=path,
            reason=error,
        ) from error


def _is_ours(name: str) -> bool:
    """Whether a name is that of a file of records, and nothing that could lead elsewhere."""
    directory, _, day = name.rpartition("/")
    is_day = directory == layout.DAILY and read.is_daily(day)
    return is_day or name in (layout.FACTS, layout.SESSIONS)
