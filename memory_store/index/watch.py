"""Follows the files of a place's memories, and indexes their changes.

For a person who asks for it, in the foreground, until interrupted. Trust and settings are read
anew each time. Must not start a process.
"""

from __future__ import annotations

import contextlib
import math
import os
import time
from typing import TYPE_CHECKING

from memory_store import config, errors, place
from memory_store.index import disk, extra, sync, sync_report
from memory_store.store import layout, lock

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from watchfiles.main import FileChange

LOCK = "watch.lock"
"""Held in the cache directory of each store that is watched."""

_LOOK_SECONDS = 5.0  # a change that no event tells of is found by its signature
_TURN_MS = 500
_LONGEST = 10  # times the quiet that is waited for, where a file never is


def rounds(where: place.Place) -> Iterator[tuple[layout.Store, sync_report.SyncReport]]:
    """Index now, and then after every change, without end.

    A memory that is deleted or moved away is waited for; one that comes back is read if it is
    trusted.

    Args:
        where: the place of work.

    Yields:
        A store and what was done in it, at first and when there was something to do or to tell.

    Raises:
        StoreError: another process watches one of them, or watchfiles is not installed.
    """
    reported: dict[str, str] = {}
    with contextlib.ExitStack() as kept:
        events = kept.enter_context(contextlib.closing(_Events()))
        while True:
            where = place.resolve(where.tree)
            is_off = config.disabled(layout.project_store(where.directory))
            stores = [] if is_off else where.stores()
            for store in stores:
                if store.path not in reported:
                    _take(store, kept)
                report = _bring_up(where, store)
                is_new = report.added or report.removed or report.vectors_added
                if is_new or reported.get(store.path) != report.degraded:
                    yield store, report
                reported[store.path] = report.degraded
            events.wait(_folders(stores), where.config.count("watch_debounce_ms"))


def _take(store: layout.Store, kept: contextlib.ExitStack) -> None:
    """Be the only process that watches a store, as long as `kept` is open."""
    directory = disk.directory(store)
    if not directory:
        raise errors.StoreError("the cache directory of {path} can't be written", path=store.path)
    try:
        kept.enter_context(lock.Held(directory, 0.0, LOCK))
    except errors.StoreError as error:
        raise errors.StoreError("another process watches {path}", path=store.path) from error


def _bring_up(where: place.Place, store: layout.Store) -> sync_report.SyncReport:
    """As `sync.bring_up`; a failure is told, and tried again."""
    try:
        return sync.bring_up(where, store, math.inf)[0]
    except errors.StoreError as error:
        report = sync_report.SyncReport()
        report.tell(str(error))
        return report


def _folders(stores: list[layout.Store]) -> list[str]:
    """The directories below which something may change; single files are looked at by time."""
    folders = []
    for store in stores:
        paths = [one.path() for one in extra.sources(store)]
        folders += [store.path, *(path for path in paths if os.path.isdir(path))]
    return folders


class _Events:
    """The operating system's events of changes below some directories."""

    def __init__(self) -> None:
        try:
            import watchfiles
        except ImportError as error:
            raise errors.StoreError(
                "watchfiles is not installed",
                place.to_install("'memory-store[watch]'"),
            ) from error
        self._watch = watchfiles.watch
        self._folders: list[tuple[str, int]] = []
        self._changes: Generator[set[FileChange], None, None] | None = None

    def wait(self, folders: list[str], quiet_ms: int) -> None:
        """Return when something changed below the folders and was quiet then, or after a while.

        Args:
            folders: absolute paths; those that are gone are left out.
            quiet_ms: how long nothing may change before it counts, in milliseconds.
        """
        inodes = [(one, os.stat(one).st_ino) for one in folders if os.path.isdir(one)]
        if inodes != self._folders:
            self.close()
            self._folders = inodes
        is_fresh = self._changes is None  # nobody was told of what changed before
        try:
            if inodes and self._changes is None:
                self._changes = self._watch(
                    *[path for path, _ in inodes],
                    watch_filter=None,
                    debounce=_LONGEST * quiet_ms,
                    step=quiet_ms,
                    rust_timeout=_TURN_MS,
                    yield_on_timeout=True,
                )
            if self._changes is not None:
                until = time.monotonic() + _LOOK_SECONDS
                while not (next(self._changes) or is_fresh or time.monotonic() > until):
                    continue
                return
        except OSError:  # gone this moment, or too many directories to be told of
            self.close()
        time.sleep(_LOOK_SECONDS)

    def close(self) -> None:
        """Be told of nothing more."""
        if self._changes is not None:
            self._changes.close()
        self._changes = None
        self._folders = []
