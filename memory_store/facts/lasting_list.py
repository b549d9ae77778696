"""The list of lasting facts and their places in the file, which session starts read.

Derived, and kept in the cache. Must not decide about facts.
"""

from __future__ import annotations

import os

from memory_store import clock, codec
from memory_store.facts import usefulness
from memory_store.index import lookup
from memory_store.journal import checkpoints, read
from memory_store.store import derived, files, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import place
    from memory_store.codec import Record
    from memory_store.journal.stored import Fact


_RULES_KEPT = 100
_IMPORTED = b'"via":"import"'
_LOOKED_AT_BYTES = 65_536
_DAY_SECONDS = 86_400
_SPARE = 5


def keep(where: place.Place, store: layout.Store) -> None:
    """List the places of lasting facts in the file, for session starts.

    That is what holds until it is replaced and what is planned, the facts that are of use, and,
    where an import hides them, the recent ones (docs/interface.md 3.1); the index is up to date.
    The first line says how many bytes of which file the list is of, each other one a fact's id,
    offset and length, and its use: a session start reads the fact itself from its file.
    """
    covered = size(store)
    path = os.path.join(store.path, layout.FACTS)
    inode = os.stat(path, follow_symlinks=False).st_ino if covered else 0
    others = [one for one in where.stores() if one.path != store.path]
    use = usefulness.bring_up_to_date(store)
    listed: list[Record] = [
        *lookup.lasting(store, _RULES_KEPT),
        *usefulness.listed([store, *others], use),
        *_hidden(where, store),
    ]
    ids = list(dict.fromkeys(str(one["id"]) for one in listed))
    used = {str(one["id"]): {"used": one["used"]} for one in listed if "used" in one}
    places = {one: {"at": list(place)} for one, place in lookup.places(store, ids).items()}
    entries = [{"id": one, **places.get(one, {}), **used.get(one, {})} for one in ids]
    lines = map(codec.render, [{"size": covered, "inode": inode}, *entries])
    derived.keep_text(store, checkpoints.RULES, "".join(f"{line}\n" for line in lines))


def _hidden(where: place.Place, store: layout.Store) -> list[Fact]:
    """Recent facts that stand before imported facts, at which a session start would stop."""
    tail = read.tail(store, layout.FACTS, _LOOKED_AT_BYTES)
    if not any(_IMPORTED in line for line in tail):
        return []
    since = clock.now() - where.config.number("sure_days") * _DAY_SECONDS
    return lookup.recent(store, where.config.count("facts_limit") + _SPARE, since)


def size(store: layout.Store) -> int:
    """Bytes of the facts; 0 where nothing can be read from them."""
    try:
        descriptor = files.open_beneath(store.path, layout.FACTS)
    except OSError:
        return 0
    try:
        return os.fstat(descriptor).st_size
    finally:
        os.close(descriptor)
