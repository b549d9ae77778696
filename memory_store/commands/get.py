"""One record by number, id or a unique beginning of it, or lines of a file (MEMORY.md:3-9)."""

from __future__ import annotations

import errno
import os
import re

from memory_store import codec, errors, model
from memory_store.commands import identities
from memory_store.index import extra, questions
from memory_store.journal import read, records, stored
from memory_store.recall import provenance
from memory_store.store import files, layout
from memory_store.text import clean, encoding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import table

_LINES = 2_000
_LINE_BYTES = 1 << 20  # a longer one is shown as several
_LOOK_BYTES = 8_000  # git's rule: a NUL there says that a file is no text
_OURS = (layout.CORE, ".jsonl")  # of which damaged lines can be looked at too
_PATH = re.compile(r"(?P<path>.+?)(?::(?P<first>\d{1,9})(?:-(?P<last>\d{1,9}))?)?")
_RANGE_LIKE = re.compile(r".+:[\d\s.,-]*")
_OF_USER = f"~/{layout.STORE}/"
"""How a path in the user's memory begins, as search shows it; any other is the project's."""

_HINT = "paths are inside the store, or named by extra_paths: MEMORY.md:3-9"


def run(call: table.Call) -> model.Answer:
    """The record, or the lines; exit 1 for none.

    Raises:
        UsageError: the path leaves the store, is of no text or names no lines, or the store is
            not trusted.
    """
    stores = call.stores
    what = identities.numbered(stores, call.what)
    if identities.BEGINNING.fullmatch(what):
        found = _record(stores, what) or _record(stores, identities.whole(stores, what))
        if found is not None:
            return found
        if identities.is_whole(what):
            return model.Answer({"id": what, "found": False}, errors.Message("nothing found"), 1)
    return _lines(stores, what)


def _record(stores: list[layout.Store], identity: str) -> model.Answer | None:
    for store in stores:
        with questions.Records(store) as past:
            record = past.record(identity)
            is_others = past.is_others(identity)
        if record is not None:
            fact = stored.Fact(record)
            if "content" in record:
                fact = records.as_fact(fact) or fact
                shared = {**fact.source, "via": provenance.SHARED}
                record = fact.with_(source=shared) if is_others else fact
            record = {clean.line(name): _clean(one) for name, one in record.items()}
            text = "\n".join(
                f"{name}: {value if isinstance(value, str) else codec.render(value)}"
                for name, value in record.items()
            )
            return model.Answer(record, text)
    return None


def _clean(value: object) -> object:
    """A value of a record without invisible characters."""
    if isinstance(value, str):
        return clean.text(value)
    if isinstance(value, list):
        return [_clean(one) for one in value]
    if isinstance(value, dict):
        return {clean.line(str(name)): _clean(one) for name, one in value.items()}
    return value


def _lines(stores: list[layout.Store], what: str) -> model.Answer:
    path, first, last = _asked_for(what)
    if path.startswith(_OF_USER):
        stores = [one for one in stores if one.scope == "user"]
        path = path.removeprefix(_OF_USER)
    elif not extra.is_extra(path):
        stores = stores[:1]  # the other memory has a file of the same name
    refused = ""
    for store in stores:
        try:
            lines, before = _read(store, path, first, last)
        except FileNotFoundError:
            continue
        except OSError as error:
            is_link = error.errno == errno.ELOOP
            reason = "it is a link, or lies behind one" if is_link else error.strerror or ""
            refused = errors.Message(reason) if refused in ("", extra.UNNAMED) else refused
            continue
        of_user = store.scope == "user" and not extra.is_extra(path)
        return _shown(_OF_USER + path if of_user else path, first, lines, before)
    if refused:
        raise errors.UsageError("cannot read {path}: {refused}", _HINT, path=path, refused=refused)
    if _RANGE_LIKE.fullmatch(what):
        raise errors.UsageError("{what} names no lines", _HINT, what=what)
    return model.Answer({"path": path, "found": False}, errors.Message("nothing found"), 1)


def _asked_for(what: str) -> tuple[str, int, int]:
    """The path, and the first and last line wanted, counted from 1.

    Raises:
        UsageError: there is no path, or no line is from the first to the last.
    """
    match = _PATH.fullmatch(what)
    if match is None:
        raise errors.UsageError("no id or path was given", _HINT)
    path = match["path"].removeprefix(f"{layout.STORE}/")
    first = int(match["first"] or 1)
    last = int(match["last"] or (first if match["first"] else _LINES))
    if not first:
        raise errors.UsageError("{what}: lines are counted from 1", _HINT, what=what)
    if last < first:
        raise errors.UsageError(
            "{what}: line {first} comes after line {last}",
            _HINT,
            what=what,
            first=first,
            last=last,
        )
    return path, first, min(last, first + _LINES - 1)


def _shown(path: str, first: int, lines: list[bytes], before: int) -> model.Answer:
    """Lines as they may be shown; exit 1 where the file ends before the first."""
    if not lines and before:
        record = {"path": path, "found": False, "lines": before}
        told = "nothing found: {path} ends at line {last}"
        return model.Answer(record, errors.Message(told, path=path, last=before), 1)
    text = [encoding.shown(one.removesuffix(b"\n")) for one in lines]
    shown = "\n".join(map(clean.text, text))
    record = {"path": path, "from": first, "to": first + len(text) - 1, "text": shown}
    return model.Answer(record, shown)


def _read(store: layout.Store, path: str, first: int, last: int) -> tuple[list[bytes], int]:
    """Lines of a file of the store, or of an extra file.

    Returns:
        The lines, and how many stand before them.

    Raises:
        FileNotFoundError: it is not there.
        OSError: as `extra.open_file`, or it holds settings, which may hold a key, or no text.
    """
    lines: list[bytes] = []
    before = 0
    readable = read.shown(store, path)
    with os.fdopen(_open(store, path), "rb") as file:
        if b"\0" in file.peek(_LOOK_BYTES)[:_LOOK_BYTES] and not path.endswith(_OURS):
            raise OSError(errno.EINVAL, "it is no text")
        for line in iter(lambda: file.readline(_LINE_BYTES), b""):
            if before + 1 < first:
                before += 1
                continue
            lines.append(readable(line))
            if before + len(lines) == last:
                break
    return lines, before


def _open(store: layout.Store, path: str) -> int:
    """A descriptor of a file, where it may be read; errors as `_read`."""
    name = extra.index_name(store, path)
    hidden = any(part.startswith(".") for part in path.split("/"))
    if path.casefold() == layout.SETTINGS:
        raise OSError(errno.EPERM, "settings are shown by memory-store config")
    try:
        if not hidden and not extra.is_extra(path):
            read.check_shown(store, path)
            return files.open_beneath(store.path, path)
    except FileNotFoundError:
        if all(one.beneath(name) is None for one in extra.sources(store)):
            raise
    return extra.open_file(store, name)
