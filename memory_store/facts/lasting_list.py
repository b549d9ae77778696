"""The list of lasting facts and their places in the file, which session starts read.

Derived, and kept in the cache. Must not decide about facts.
"""

from __future__ import annotations

import os

from memory_store import clock, codec
from memory_store.index import questions
from memory_store.journal import append, checkpoints, links, stored
from memory_store.store import derived, files, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import config, place
    from memory_store.journal.stored import Fact

_RULES_KEPT = 100
_LIST_BYTES = 1 << 20
_DAY_SECONDS = 86_400
_SPARE = 5
_NEAR = 400  # facts whose nearness is looked at
_SAID = 8  # candidates that a start may choose from
_LOOKED_AT = 100  # recent facts, of which some are candidates, and some last


def keep(where: place.Place, store: layout.Store) -> None:
    """List the places of lasting facts in the file, for session starts.

    That is what holds until it is replaced and what is planned, what somebody kept and what waits,
    the nearest to recent work first, and the recent facts, which an import or changes may hide
    (docs/interface.md 3.1); the index is up to date.
    The first line says how many bytes of which file the list is of, each other one a fact's id,
    offset and length, whether it waits, and what it may have changed: a session start reads the
    fact itself from its file. What waits behind the nearest is only counted, by its id.
    """
    size = files.size(store.path, layout.FACTS)
    path = os.path.join(store.path, layout.FACTS)
    inode = os.stat(path, follow_symlinks=False).st_ino if size else 0
    since = clock.now() - where.config.number("sure_days") * _DAY_SECONDS
    records = questions.Records(store)
    recent = records.recent(_LOOKED_AT, since)
    known = links.load(store)
    near = records.near_work(_NEAR)
    waiting = [one.id for one in near if not one.stands]
    said = [one.id for one in near if not one.stands and one.is_likely][:_SAID]
    most = where.config.count("facts_limit") + _SPARE
    kept = [one for one in near if one.is_kept][:most]
    lasting = records.lasting(_RULES_KEPT)
    tellable = _tellable(recent, where.config)
    linked = [one.id for one in recent if one.id in known]
    told = [*kept, *lasting, *tellable]
    linked += [name for one in told for name in one.amendments]
    read = dict.fromkeys([*said, *(one.id for one in told), *linked])
    places = records.places(read)
    entries = [
        {
            "id": one,
            **({"at": places[one]} if one in places else {}),
            **({"waits": True} if one in waiting else {}),
            **({stored.RELATED: known[one]} if one in known else {}),
        }
        for one in dict.fromkeys([*read, *waiting])
        if one in places or one in waiting
    ]
    lines = map(codec.render, [{"size": size, "inode": inode}, *entries])
    text = "".join(f"{line}\n" for line in lines)
    if text != _listed(store):
        derived.keep_text(store, checkpoints.RULES, text)
        append.changed.add(store.project)


def _listed(store: layout.Store) -> str:
    """The list as it is; "" for none."""
    try:
        raw = files.read(layout.cache_directory(store), checkpoints.RULES, _LIST_BYTES)
    except OSError:
        return ""
    return raw.decode("utf-8", "replace")


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
