"""The list of lasting facts and their places in the file, which session starts read.

Derived, and kept in the cache. Must not decide about facts.
"""

from __future__ import annotations

import os

from memory_store import clock, codec
from memory_store.facts import usefulness
from memory_store.index import lookup
from memory_store.journal import checkpoints
from memory_store.store import derived, files, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import place

_RULES_KEPT = 100
_DAY_SECONDS = 86_400
_SPARE = 5


def keep(where: place.Place, store: layout.Store) -> None:
    """List the places of lasting facts in the file, for session starts.

    That is what holds until it is replaced and what is planned, the facts that are of use, and the
    recent ones, which an import may hide (docs/interface.md 3.1); the index is up to date.
    The first line says how many bytes of which file the list is of, each other one a fact's id,
    offset and length, and its use: a session start reads the fact itself from its file. Of a fact
    in another store, which its own list tells, only the use is listed.
    """
    size = files.size(store.path, layout.FACTS)
    path = os.path.join(store.path, layout.FACTS)
    inode = os.stat(path, follow_symlinks=False).st_ino if size else 0
    since = clock.now() - where.config.number("sure_days") * _DAY_SECONDS
    recent = lookup.recent(store, where.config.count("facts_limit") + _SPARE, since)
    used = usefulness.most(store)
    lasting = [one.id for one in lookup.lasting(store, _RULES_KEPT)]
    ids = list(dict.fromkeys([*lasting, *used, *(one.id for one in recent)]))
    places = lookup.places(store, ids)
    known = {one for each in where.stores() for one in lookup.places(each, ids)}
    entries = [
        {
            "id": one,
            **({"at": places[one]} if one in places else {}),
            **({"used": used[one]} if one in used else {}),
        }
        for one in ids
        if one in known
    ]
    lines = map(codec.render, [{"size": size, "inode": inode}, *entries])
    derived.keep_text(store, checkpoints.RULES, "".join(f"{line}\n" for line in lines))
