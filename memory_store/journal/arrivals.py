"""The newest facts that teammates shared, kept for a day so that sessions are told of them.

A derived file in the cache, so that no copy of a server stays on a member's disk. Must not reach a
server.
"""

from __future__ import annotations

import os

from memory_store import clock
from memory_store.journal import stored
from memory_store.store import derived, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_store.codec import Record

NAME = "arrivals.json"
_KEPT = 20
_SECONDS = 86_400.0
_CAME = "came_at"


def are_there(store: layout.Store) -> bool:
    """Whether teammates' facts arrived lately."""
    return os.path.exists(os.path.join(layout.cache_directory(store), NAME))


def load(store: layout.Store) -> list[stored.Fact]:
    """The facts that arrived within a day, newest first, without those taken back."""
    if not are_there(store):
        return []
    listed = derived.value(store, NAME)
    kept = (
        [stored.Fact(one) for one in listed if isinstance(one, dict)]
        if isinstance(listed, list)
        else []
    )
    since = clock.now() - _SECONDS
    return [one for one in kept if (clock.parse(one.get(_CAME)) or 0.0) > since]


def add(store: layout.Store, came: Sequence[Record]) -> None:
    """Add arrivals, oldest first; the last line of an id holds."""
    if not came:
        return
    stamp = clock.stamp(clock.now())
    newest = {one.id: one for one in reversed(load(store))}
    for line in came:
        fact = stored.Fact(line)
        newest.pop(fact.id, None)
        if fact.op != stored.RETRACT and fact.id:
            newest[fact.id] = fact.with_(**{_CAME: stamp})
    derived.keep(store, NAME, list(newest.values())[: -_KEPT - 1 : -1])
