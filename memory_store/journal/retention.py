"""Deletes journal days past their time, and nothing else.

Only plain files named `YYYY-MM-DD.jsonl` in our own directory, old by name and by their own clock,
a month's worth a run at the most. Must not be called before what they hold was consolidated.
"""

from __future__ import annotations

import os

from memory_store import clock, files, layout
from memory_store.journal import read

_DAY_SECONDS = 86_400
_MAX_PER_RUN = 31


def expired(store: layout.Store, days: int) -> list[str]:
    """The journal days older than `days` by name and by change time, oldest first, 31 at most."""
    today = clock.local_day(clock.now())
    found = []
    for name in read.daily_names(store):
        date = os.path.basename(name)
        born = clock.day_number(int(date[:4]), int(date[5:7]), int(date[8:10]))
        if today - born <= days:
            break  # they are sorted
        if _is_old_file(store, name, days):
            found.append(name)
    return found[:_MAX_PER_RUN]


def _is_old_file(store: layout.Store, name: str, days: int) -> bool:
    latest = clock.now() - days * _DAY_SECONDS
    try:
        if os.lstat(os.path.join(store.path, name)).st_mtime >= latest:
            return False  # most of them, at a fifth of what opening costs
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
