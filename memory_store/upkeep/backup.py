"""Writes a store as one archive, and puts an archive in a store's place.

Derived files are left out, and so is the lock file, which proves whose store it is. Must not ask
the user.
"""

from __future__ import annotations

import io
import os
import tarfile

from memory_store import clock, errors
from memory_store.journal import append, create, forgotten, read
from memory_store.store import files, layout, lock
from memory_store.trust import approval, approved_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FILE_BYTES, _MOST_BYTES = 2 << 30, 8 << 30
_ROOT = "memory-store-backup"


def write(store: layout.Store, path: str) -> int:
    """Archive a store as it is at one moment, and count its files.

    Raises:
        StoreError: it can't be read, or the archive can't be written.
    """
    archived = io.BytesIO()
    count = 0
    try:
        with lock.Held(store.path), tarfile.open(fileobj=archived, mode="w:gz") as archive:
            append.take_in(store)
            for name in _names(store):
                content = files.read(store.path, name, _FILE_BYTES)
                member = tarfile.TarInfo(f"{_ROOT}/{name}")
                member.size, member.mode = len(content), 0o600
                member.mtime = os.lstat(os.path.join(store.path, name)).st_mtime
                archive.addfile(member, io.BytesIO(content))
                count += 1
        files.make_directory(os.path.dirname(path))
        files.replace(os.path.dirname(path), os.path.basename(path), archived.getvalue())
    except OSError as error:
        raise errors.StoreError(
            "cannot back up {store} to {path}: {reason}",
            errors.remedy(error, path),
            store=store.path,
            path=path,
            reason=error,
        ) from error
    return count


def restore(store: layout.Store, path: str) -> tuple[int, str]:
    """Put an archive in a store's place; how many files, and where the store as it was lies.

    Each file is replaced wholly or not at all, and the present ones are archived first, beside
    the archive. What was forgotten meanwhile stays forgotten.

    Raises:
        UsageError: it is no such archive; nothing was changed.
        StoreError: the store can't be written; the archive of the present says how it was.
    """
    contents = dict(_members(path))
    create.create(store)
    stamp = clock.stamp(clock.now())[:23].replace(":", "")
    before = os.path.join(os.path.dirname(path), f"memory-before-{stamp}.tar.gz")
    write(store, before)
    try:
        with lock.Held(store.path):
            for name, content in _without_forgotten(store, contents).items():
                if "/" in name:
                    files.make_directory(os.path.join(store.path, os.path.dirname(name)))
                files.replace(store.path, name, content)
            for name in list(_names(store)):
                if name not in contents and name != layout.FORGOTTEN:
                    files.remove(store.path, name)
        approved_lines.take(store, [one for one in contents if one.endswith(layout.LINES)])
        approval.renew(store)
    except OSError as error:
        raise errors.StoreError(
            "cannot restore {path}: {reason}",
            "as it was: {before}",
            path=store.path,
            reason=error,
            before=before,
        ) from error
    return len(contents), before


def _without_forgotten(store: layout.Store, contents: dict[str, bytes]) -> dict[str, bytes]:
    """The files of an archive without the records that the store must not keep again."""
    try:
        here = files.read(store.path, layout.FORGOTTEN, _FILE_BYTES)
    except FileNotFoundError:
        return contents
    there = contents.get(layout.FORGOTTEN, b"")
    new = b"".join(one for one in here.splitlines(keepends=True) if one not in there)
    known = forgotten.load(store)
    kept = {
        name: content
        if known is None or not name.endswith(".jsonl")
        else b"".join(
            line
            for line in content.splitlines(keepends=True)
            if not any(map(known.refuses, read.parse_line(line)))
        )
        for name, content in contents.items()
    }
    return {**kept, layout.FORGOTTEN: there + new}


def _names(store: layout.Store) -> Iterator[str]:
    """The plain files of a store, as paths within it; no link, no leftover, no lock."""
    for directory, inner, names in os.walk(store.path):
        inner.sort()
        for name in sorted(names):
            path = os.path.join(directory, name)
            is_plain = os.path.isfile(path) and not os.path.islink(path)
            if is_plain and name != layout.LOCK and not name.endswith(".tmp"):
                yield os.path.relpath(path, store.path).replace(os.sep, "/")


def _members(path: str) -> Iterator[tuple[str, bytes]]:
    """The files of an archive of ours, each by its name within the store."""
    hint = "memory-store backup PATH writes one; nothing was changed"
    try:
        with tarfile.open(path, "r:gz") as archive:
            total = 0
            for member in archive:
                root, _, name = member.name.partition("/")
                parts = name.split("/")
                is_odd = any(one in ("", ".", "..", layout.LOCK) or "\\" in one for one in parts)
                file = archive.extractfile(member) if member.isfile() else None
                total += member.size
                if root != _ROOT or is_odd or file is None or total > _MOST_BYTES:
                    raise errors.UsageError(
                        "{path} is no backup: {name}", hint, path=path, name=member.name
                    )
                yield name, file.read()
    except (OSError, tarfile.TarError, EOFError) as error:
        is_closed = isinstance(error, OSError) and error.errno
        reason = error if is_closed else errors.Message("it is no archive")
        told = "{path} is no backup: {reason}"
        raise errors.UsageError(told, hint, path=path, reason=reason) from error
