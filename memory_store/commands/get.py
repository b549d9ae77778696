"""One record by its id, or lines of a file of the memory (MEMORY.md:3-9)."""

from __future__ import annotations

import os
import re

from memory_store import codec, errors, files, layout, model, place, terminal
from memory_store.index import extra, lookup
from memory_store.journal import own, read, records
from memory_store.recall import provenance
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import flags

_FILE_BYTES = 32 << 20
_LINES = 2_000
_PATH = re.compile(r"(?P<path>.+?)(?::(?P<first>\d+)(?:-(?P<last>\d+))?)?")
_ID = re.compile(r"[fse]_[0-9a-z]{20,40}")


def add_arguments(parser: flags.Parser) -> None:
    """The flags of docs/interface.md 4."""
    parser.add_argument("what", metavar="ID|PATH[:FROM[-TO]]")
    terminal.scope(parser)


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """The record, or the lines; exit 1 when there is none.

    Raises:
        UsageError: the path leaves the store, or the store is not trusted.
    """
    if where.untrusted and arguments.scope != "user":
        terminal.store_of(where, "project")
    stores = [one for one in where.stores() if arguments.scope in (None, one.scope)]
    if _ID.fullmatch(arguments.what):
        return _record(stores, arguments.what)
    return _lines(stores, arguments.what)


def _record(stores: list[layout.Store], identity: str) -> model.Answer:
    for store in stores:
        found = lookup.by_id(store, identity) or _from_journal(store, identity)
        if found is not None:
            if "content" in found and own.is_others(found, own.known(store)):
                found = {**found, "source": {**records.source_of(found), "via": provenance.SHARED}}
            found = {clean.line(name): _clean(one) for name, one in found.items()}
            text = "\n".join(
                f"{name}: {value if isinstance(value, str) else codec.render(value)}"
                for name, value in found.items()
            )
            return model.Answer(found, text)
    return model.Answer({"id": identity, "found": False}, "nothing found", 1)


def _clean(value: object) -> object:
    """A value of a record as it may be shown: its texts without what a reader can't see."""
    if isinstance(value, str):
        return clean.text(value)
    if isinstance(value, list):
        return [_clean(one) for one in value]
    if isinstance(value, dict):
        return {clean.line(str(name)): _clean(one) for name, one in value.items()}
    return value


def _from_journal(store: layout.Store, identity: str) -> dict[str, object] | None:
    """A record that the index does not hold (an event, a retracted fact), newest line first."""
    wanted = f'"{identity}"'.encode()
    for name in [layout.FACTS, layout.SESSIONS, *reversed(read.daily_names(store))]:
        for line in reversed(read.tail(store, name)):
            if wanted in line:
                for one in read.parse_line(line):
                    if one.get("id") == identity:
                        return one
    return None


def _lines(stores: list[layout.Store], what: str) -> model.Answer:
    match = _PATH.fullmatch(what)
    if match is None:
        raise errors.UsageError("no id or path was given")
    path = match["path"].removeprefix(f"{layout.STORE}/")
    first = int(match["first"] or 1)
    last = int(match["last"] or (first if match["first"] else first + _LINES - 1))
    refused = ""
    for store in stores:
        try:
            raw = _raw(store, path)
        except FileNotFoundError:
            continue
        except OSError as error:
            refused = refused or str(error.strerror)
            continue
        lines = raw.decode("utf-8", "replace").removesuffix("\n").split("\n")
        text = lines[first - 1 : min(last, first + _LINES)]
        shown = "\n".join(clean.text(line) for line in text)
        record: dict[str, object] = {
            "path": path,
            "from": first,
            "to": first + len(text) - 1,
            "text": shown,
        }
        return model.Answer(record, shown, 0 if text else 1)
    if refused:
        raise errors.UsageError(
            f"cannot read {path}: {refused}",
            "paths are inside the store, or named by extra_paths: MEMORY.md:3-9",
        )
    return model.Answer({"path": path, "found": False}, "nothing found", 1)


def _raw(store: layout.Store, path: str) -> bytes:
    """A file of the store, or one beyond it that its settings name; errors as `open_file`."""
    name = extra.called(store, path)
    hidden = any(part.startswith(".") for part in path.split("/"))
    try:
        if not hidden and not extra.is_extra(path):
            return files.read(store.path, path, _FILE_BYTES)
    except FileNotFoundError:
        if all(one.beneath(name) is None for one in extra.named(store)):
            raise
    descriptor = extra.open_file(store, name)
    try:
        return files.read_at(descriptor, 0, _FILE_BYTES)
    finally:
        os.close(descriptor)
