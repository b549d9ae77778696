"""Appending records to a store's files: the only writer of *.jsonl.

Each record is whole or absent, also when the writer is killed half way: docs/reliability.md 1
(lock, seal a torn tail, write all, truncate back on error, sync). Must not change what stands.
"""

from __future__ import annotations

import os
import sys

from memory_store import codec, errors, files, layout, lock
from memory_store.journal import forgotten, own, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def append(
    store: layout.Store,
    name: str,
    records: Sequence[dict[str, object]],
    *,
    durable: bool = True,
    seconds: float = 10.0,
) -> None:
    """Append `records`, a line each, to the file `name` of `store`.

    Args:
        store: the store; its directory must exist.
        name: `facts.jsonl`, `sessions.jsonl` or `daily/<date>.jsonl`.
        records: valid records (see `records`).
        durable: return only when a power cut can't undo it.
        seconds: how long to wait for the lock.

    Raises:
        UsageError: a record says what was forgotten; the others were appended.
        StoreError: nothing was appended, and the file is as it was.
    """
    with lock.Held(store.path, seconds):
        if append_locked(store, name, records, durable=durable):
            raise was_forgotten()


def was_forgotten() -> errors.UsageError:
    """What is told to who asked for a record to be saved that was refused."""
    return errors.UsageError(
        "this was forgotten, and is not kept again",
        "only a person may save it again: memory-store save-fact, without --session",
    )


def append_locked(
    store: layout.Store, name: str, records: Sequence[dict[str, object]], *, durable: bool
) -> int:
    """As `append`, by a caller that holds the store's lock; how many records were left out.

    Left out is what says what was forgotten: who writes it had read it before.
    """
    known = forgotten.load(store)
    kept = [one for one in records if known is None or not known.refuses(one)]
    lines = b"".join(_line(record) for record in kept)
    try:
        if lines:
            _append(store, name, lines, durable=durable)
            if name == layout.FACTS:
                own.note(store, kept)
    except OSError as error:
        raise errors.StoreError(
            f"cannot write {os.path.join(store.path, name)}: {error.strerror}",
            "nothing was saved; the file is as it was",
        ) from error
    return len(records) - len(kept)


def _line(record: dict[str, object]) -> bytes:
    """The record's line; StoreError for one that no reader would take."""
    try:
        text = codec.render(record)
    except (TypeError, ValueError) as error:
        raise errors.StoreError(f"a record can't be written: {error}") from error
    try:
        line = text.encode("utf-8")
    except UnicodeEncodeError:  # half a surrogate pair, in a field that we only pass on
        line = codec.render(record, ascii_text=True).encode("ascii")
    if len(line) > read.MAX_LINE_BYTES:
        raise errors.StoreError(f"a record of {len(line):,} bytes is too long to be read again")
    return line + b"\n"


def _append(store: layout.Store, name: str, lines: bytes, *, durable: bool) -> None:
    if "/" in name:
        files.make_directory(os.path.join(store.path, os.path.dirname(name)))
    descriptor = files.open_beneath(store.path, name, os.O_RDWR | os.O_APPEND | os.O_CREAT)
    try:
        size = os.fstat(descriptor).st_size
        if size and files.read_at(descriptor, size - 1, 1) != b"\n":
            lines = b"\n" + lines  # a torn tail is sealed and kept as a bad line
        try:
            files.write_all(descriptor, lines)
            if durable:
                sync(descriptor)
            if durable and size == 0:
                files.sync_directory(os.path.dirname(os.path.join(store.path, name)))
        except OSError:
            os.ftruncate(descriptor, size)
            raise
    finally:
        os.close(descriptor)


def sync(descriptor: int) -> None:
    """Have the file's content outlast a power cut (macOS: through the drive's own cache too)."""
    if sys.platform == "darwin":
        import fcntl

        fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
    elif hasattr(os, "fdatasync"):
        os.fdatasync(descriptor)
    else:
        os.fsync(descriptor)
