"""The list of lasting facts and their places in the file, which session starts read.

Derived, and kept in the cache. Must not decide about facts.
"""

from __future__ import annotations

import itertools
import os

from memory_store import clock, codec
from memory_store.facts import usefulness
from memory_store.index import lookup
from memory_store.journal import checkpoints, links, stored
from memory_store.store import derived, files, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import config, place
    from memory_store.journal.stored import Fact

_RULES_KEPT = 100
_DAY_SECONDS = 86_400
_SPARE = 5
_LOOKED_AT = 100  # recent facts, of which some are candidates, and some last


def keep(where: place.Place, store: layout.Store) -> None:
    """List the places of lasting facts in the file, for session starts.

    That is what holds until it is replaced and what is planned, the facts that are of use, and the
    recent ones, which an import or changes may hide (docs/interface.md 3.1); the index is up to
    date.
    The first line says how many bytes of which file the list is of, each other one a fact's id,
    offset and length, its use, and what it may have changed: a session start reads the fact itself
    from its file. Of a fact
    in another store, which its own list tells, only the use is listed.
    """
    size = files.size(store.path, layout.FACTS)
    path = os.path.join(store.path, layout.FACTS)
    inode = os.stat(path, follow_symlinks=False).st_ino if size else 0
    since = clock.now() - where.config.number("sure_days") * _DAY_SECONDS
    recent = lookup.recent(store, _LOOKED_AT, since)
    known = links.load(store)
    used = usefulness.most(store)
    lasting = lookup.lasting(store, _RULES_KEPT)
    tellable = _tellable(recent, where.config)
    linked = [one.id for one in recent if one.id in known]
    linked += [name for one in (*lasting, *tellable) for name in one.amendments]
    named = [one.id for one in lasting], used, [one.id for one in tellable], linked
    ids = list(dict.fromkeys(itertools.chain(*named)))
    places = lookup.places(store, ids)
    told = {one for each in where.stores() for one in lookup.places(each, ids)}
    entries = [
        {
            "id": one,
            **({"at": places[one]} if one in places else {}),
            **({"used": used[one]} if one in used else {}),
            **({stored.RELATED: known[one]} if one in known else {}),
        }
        for one in ids
        if one in told
    ]
    lines = map(codec.render, [{"size": size, "inode": inode}, *entries])
    derived.keep_text(store, checkpoints.RULES, "".join(f"{line}\n" for line in lines))


def _tellable(recent: list[Fact], settings: config.Config) -> list[Fact]:
    """The first of these facts, the newest first, until enough are let in at any session start."""
    today, left = clock.local_day(clock.now()), settings.count("facts_limit") + _SPARE
    full, sure_from = settings.number("full_days"), settings.number("sure_confidence")
    kept: list[Fact] = []
    for fact in recent:
        if left <= 0:
            break
        kept.append(fact)
        is_fresh = today - clock.local_day(fact.moment) < full or fact.confidence >= sure_from
        left -= is_fresh and fact.stands and not fact.lasts
    return kept
