"""Deletes journal days that are older than the setting allows.

Only plain files named `YYYY-MM-DD.jsonl`, old by name and by change time, at most a month's worth
a run. Must not be called for a day that was not learnt from.
"""

from __future__ import annotations

import os

from memory_store import clock
from memory_store.store import files, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_DAY_SECONDS = 86_400
_MAX_PER_RUN = 31
_DATE = slice(len(f"{layout.DAILY}/"), len(f"{layout.DAILY}/2026-11-21"))


def expired(store: layout.Store, journal: Mapping[str, os.stat_result], days: int) -> list[str]:
    """The journal days older than `days` by name and by change time, oldest first, 31 at most.

    `journal` has its files with their states, the oldest first (`read.daily_files`).
    """
    today = clock.local_day(clock.now())
    latest = clock.now() - days * _DAY_SECONDS
    old = []
    for name, state in journal.items():
        year, month, day = map(int, name[_DATE].split("-"))
        if today - clock.day_number(year, month, day) <= days:
            break  # they are sorted
        if state.st_mtime < latest and _is_old_file(store, name, latest):
            old.append(name)
    return old[:_MAX_PER_RUN]


def _is_old_file(store: layout.Store, name: str, latest: float) -> bool:
    """Whether it is a plain file of ours that nobody has changed since."""
    try:
        descriptor = files.open_beneath(store.path, name)
    except OSError:
        return False
    try:
        return os.fstat(descriptor).st_mtime < latest
    finally:
        os.close(descriptor)


def delete(store: layout.Store, names: list[str]) -> int:
    """Delete these journal days; how many are gone."""
    gone = 0
    for name in names:
        try:
            files.remove(store.path, name)
        except OSError:
            continue
        gone += 1
    return gone
