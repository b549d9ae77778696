"""Appends records to a store's files: the only writer of *.jsonl.

Each record is whole or absent, also after a kill: docs/reliability.md 1 (lock, seal a torn tail,
write all, truncate on error, sync). Must not change existing lines.
"""

from __future__ import annotations

import os
import sys

from memory_store import codec, errors
from memory_store.journal import read
from memory_store.store import files, layout, lock, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_store.codec import Record
    from memory_store.journal.stored import Entry


_DAY_BYTES = 1 << 30
_OF_A_BRIEFING = (layout.FACTS, layout.SESSIONS)
_TWICE_SECONDS = 5.0


changed: set[str] = set()
"""The projects in whose memory this process changed what a session start tells."""


def append(
    store: layout.Store,
    name: str,
    lines: Sequence[Record],
    *,
    durable: bool = True,
    seconds: float = 10.0,
) -> None:
    """Append records, a line each, to the file `name` of `store`.

    Args:
        store: the store; its directory must exist.
        name: `facts.jsonl`, `sessions.jsonl` or `daily/<date>.jsonl`.
        lines: valid records (see `records`).
        durable: return only when a power cut can't undo it.
        seconds: how long to wait for the lock.

    Raises:
        UsageError: a record says what was forgotten; the others were appended.
        StoreError: nothing was appended, and the file is as it was.
    """
    with lock.Held(store.path, seconds):
        if append_locked(store, name, lines, durable=durable):
            raise was_forgotten()


def was_forgotten() -> errors.UsageError:
    """The message about a record that was refused, since its text was forgotten."""
    return errors.UsageError(
        "this was forgotten, and is not kept again",
        "only a person may save it again: memory-store save-fact, without --session",
    )


def append_locked(
    store: layout.Store, name: str, lines: Sequence[Record], *, durable: bool, is_own: bool = True
) -> int:
    """As `append`, by a caller that holds the store's lock; how many records were left out.

    Left out is what says what was forgotten: who writes it had read it before. What is not
    `is_own` comes from another machine, and is written as it is there.
    """
    take_in(store)
    if is_own and name in (layout.FACTS, layout.SESSIONS):
        from memory_store.journal import authors  # a hook writes mostly to the journal

        lines = authors.signed(store, lines)
    return len(lines) - _keep(store, name, lines, durable=durable, is_own=is_own)


def take_in(store: layout.Store) -> None:
    """Move waiting events from the spool into the journal; the caller holds the lock.

    A file goes after its event is safe in the journal. What a run that was killed in between left
    behind is known by its id.
    """
    if not os.path.exists(os.path.join(store.path, layout.SPOOL)):
        return
    from memory_store.journal import spool  # few stores had a hook without the lock

    by_day: dict[str, list[tuple[str, Entry]]] = {}
    for file, day, event in spool.events(store):
        by_day.setdefault(day, []).append((file, event))
    for day, waiting in by_day.items():
        try:
            _keep(store, day, _fresh(store, day, [event for _, event in waiting]), durable=True)
            for file, _ in waiting:
                files.remove(store.path, file)
        except (errors.StoreError, OSError) as error:  # what waits goes on waiting
            log.write("spool", f"{day}: {error}")


def take_in_now(store: layout.Store) -> None:
    """The same by a caller without the lock, where something waits.

    Raises:
        StoreError: the store is locked or can't be written.
    """
    from memory_store.journal import spool  # see take_in

    if spool.names(store):
        with lock.Held(store.path):
            take_in(store)


def _fresh(store: layout.Store, day: str, events: list[Entry]) -> list[Entry]:
    """The events that the journal day lacks, without doubles of one moment."""
    try:
        standing = files.read(store.path, day, _DAY_BYTES)
    except FileNotFoundError:
        standing = b""
    fresh: list[Entry] = []
    for event in events:
        is_known = event.id.encode("utf-8", "replace") in standing
        if not is_known and not any(_is_repeat(event, other) for other in fresh):
            fresh.append(event)
    return fresh


def _is_repeat(event: Entry, other: Entry) -> bool:
    """Whether two hooks that saw nothing of each other noted the same thing."""
    fields = ("session_id", "type", "turn_id", "text")
    return abs(event.moment - other.moment) < _TWICE_SECONDS and all(
        event.get(name) == other.get(name) for name in fields
    )


def _keep(
    store: layout.Store, name: str, lines: Sequence[Record], *, durable: bool, is_own: bool = True
) -> int:
    """Append the records whose text was not forgotten, and count them."""
    kept = allowed(store, lines)
    content = b"".join(_line(record) for record in kept)
    try:
        if content:
            _approve(store, name, content)
            _append(store, name, content, durable=durable)
            if name in _OF_A_BRIEFING:
                changed.add(store.project)
            if is_own and name == layout.FACTS:
                from memory_store.journal import own  # a hook writes mostly to the journal

                own.note(store, kept)
    except OSError as error:
        from memory_store.journal import access  # few writes fail

        path = os.path.join(store.path, name)
        above = access.look(os.path.dirname(path), is_directory=True, to_write=True)
        closed = above or access.look(path, to_write=True)
        mending = errors.Message("; to mend it: {cure}", cure=closed.cure) if closed else ""
        raise errors.StoreError(
            "cannot write {path}: {reason}",
            "nothing was saved; the file is as it was{mending}",
            path=path,
            reason=error,
            mending=mending,
        ) from error
    return len(kept)


def _approve(store: layout.Store, name: str, lines: bytes) -> None:
    """Note that lines are this user's, before they are written: a kill leaves none that waits."""
    if name.startswith(layout.DAILY) and name not in store.withheld:
        return  # nobody shares a journal, and a hook writes mostly there
    from memory_store.trust import approved_lines

    try:
        approved_lines.note_own(store, lines.split(b"\n"))
    except OSError as error:  # they wait once git changes the file
        log.write("trust", f"{name}: {error}")


def allowed(store: layout.Store, lines: Sequence[Record]) -> Sequence[Record]:
    """The records whose text was not forgotten."""
    if not os.path.lexists(os.path.join(store.path, layout.FORGOTTEN)):
        return lines
    from memory_store.journal import forgotten  # few stores have anything forgotten

    known = forgotten.load(store)
    return [one for one in lines if known is None or not known.refuses(one)]


def _line(record: Record) -> bytes:
    """The record's line; StoreError for one that no reader would take."""
    try:
        text = codec.render(record)
    except (TypeError, ValueError) as error:
        raise errors.StoreError("a record can't be written: {error}", error=error) from error
    try:
        line = text.encode("utf-8")
    except UnicodeEncodeError:  # half a surrogate pair, in a field that we only pass on
        line = codec.render(record, ascii_text=True).encode("ascii")
    if len(line) > read.MAX_LINE_BYTES:
        raise errors.StoreError(
            "a record of {len} bytes is too long to be read again", len=f"{len(line):,}"
        )
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
