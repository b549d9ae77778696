"""The list of facts that wait for the user, kept in the cache for session starts.

A lost list is made again, and a mention comes once more. Must not mention more than once a day, or
without a new fact.
"""

from __future__ import annotations

from memory_store import clock, codec
from memory_store.journal import sessions
from memory_store.store import derived, files, layout

_STATE = "proposals-state.json"


def keep(store: layout.Store, mode: str, ids: list[str]) -> None:
    """Note the waiting facts, with the setting and the state of the store that they belong to.

    Without waiting facts there is no file, so a session start need not read one.

    Raises:
        OSError: the old list can't be taken away.
    """
    if ids:
        derived.keep(store, layout.PROPOSALS, {"ids": ids})
    elif waiting(store):
        files.remove(layout.cache_directory(store), layout.PROPOSALS)
    derived.keep(store, _STATE, {"seen": sessions.seen(store), "mode": mode})


def is_current(store: layout.Store, mode: str) -> bool:
    """Whether neither the setting, the facts nor MEMORY.md changed since the list was made."""
    return derived.record(store, _STATE) == {"seen": sessions.seen(store), "mode": mode}


def waiting(store: layout.Store) -> list[str]:
    """The ids of the facts that wait, as they were listed last."""
    return codec.texts(derived.record(store, layout.PROPOSALS).get("ids"))


def due(stores: list[layout.Store]) -> int:
    """The number of waiting facts, if a mention is due now, and note the mention; else 0.

    A mention is due if a fact waits that no earlier mention counted, and none was made today. It
    is left out if it can't be noted.
    """
    news = [_is_new(store) for store in stores]  # each notes what it counts
    return sum(len(waiting(store)) for store in stores) if any(news) else 0


def _is_new(store: layout.Store) -> bool:
    ids = waiting(store)
    mentioned = derived.record(store, layout.PROPOSALS_TOLD) if ids else {}
    today = clock.local_date(clock.now())
    if mentioned.get("day") == today or not set(ids) - set(codec.texts(mentioned.get("ids"))):
        return False
    return derived.keep(store, layout.PROPOSALS_TOLD, {"day": today, "ids": ids})
