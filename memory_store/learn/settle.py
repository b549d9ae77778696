"""Consolidates what was added to a store's facts, batch by batch, and lists what outlasts days.

Goes on where the last run ended, once by words and once more when vectors are there. Must not
decide about facts itself (`consolidate`), nor keep a hook longer than a second or two.
"""

from __future__ import annotations

import os
import time

from memory_store import clock, codec, files, layout
from memory_store.index import lookup
from memory_store.journal import checkpoints, facts, read
from memory_store.learn import consolidate, use

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store import place

Record = dict[str, object]

_RULES_KEPT = 100
_IMPORTED = b'"via":"import"'
_LOOKED_AT_BYTES = 65_536
_DAY_SECONDS = 86_400
_SPARE = 5
_SIMILAR = 12
_BATCH = 100
_QUICK_SECONDS = 1.0  # what a hook spends on it: the end of a session may be killed after 1.5 s


class Settled:
    """What a run did: how many facts were merged into others, or replaced by newer ones."""

    __slots__ = ("merged", "replaced")

    def __init__(self) -> None:
        self.merged = 0
        self.replaced = 0


def run(
    where: place.Place, store: layout.Store, sync: Callable[[], None], until: float | None
) -> Settled:
    """Consolidate the facts past the mark, and list what lasts.

    Args:
        where: the place of work.
        store: whose facts; its index is up to date, with vectors where there are any.
        sync: brings the index up to date again after a batch that changed something.
        until: when to begin no further batch, in `time.monotonic` seconds; None: after a second.
            A batch is 100 lines, a second's work at most.

    Raises:
        StoreError: the result could not be written.
    """
    until = time.monotonic() + _QUICK_SECONDS if until is None else until
    by_meaning = lookup.waiting(store) == 0
    settled = Settled()
    done = checkpoints.load(store)
    size = _size(store)
    begun = done.get(checkpoints.MEANING if by_meaning else layout.FACTS, 0)
    reached, changed = (begun if begun <= size else 0), False
    while reached < size:
        end, outcome = _batch(store, reached)
        settled.merged += outcome.merged
        settled.replaced += outcome.replaced
        changed = bool(outcome.merged or outcome.replaced)
        if changed:
            sync()
        if end == reached or outcome.left:  # a torn last line isn't reached
            break
        reached = min(end, _size(store))  # the last line may lack its newline
        if time.monotonic() >= until:
            break
    done[layout.FACTS] = max(reached, min(done.get(layout.FACTS, 0), size))
    if by_meaning:
        done[checkpoints.MEANING] = reached
    checkpoints.save(store, done)
    keep_list(where, store)
    return settled


def _batch(store: layout.Store, offset: int) -> tuple[int, consolidate.Outcome]:
    """Consolidate the facts of the next lines; up to where, and what came of it."""
    lines: list[Record] = []
    end = offset
    for begin, line in read.lines_from(store, layout.FACTS, offset):
        if len(lines) >= _BATCH:
            break
        lines += read.parse_line(line)
        end = begin + len(line) + 1
    added = [one for one in facts.living(reversed(lines)) if "op" not in one]
    return end, consolidate.merge(store, added, lambda one: lookup.similar(store, one, _SIMILAR))


def keep_list(where: place.Place, store: layout.Store) -> None:
    """List where what outlasts its days stands in the facts, for session starts.

    That is what holds until it is replaced and what is planned, the facts that are of use, and,
    where an import hides them, the recent ones (docs/interface.md 3.1); the index is up to date.
    The first line says how many bytes of which file the list is of, each other one a fact's id,
    offset and length, and its use: a session start reads the fact itself from its file.
    """
    size = _size(store)
    path = os.path.join(store.path, layout.FACTS)
    inode = os.stat(path, follow_symlinks=False).st_ino if size else 0
    listed = lookup.lasting(store, _RULES_KEPT)
    others = [one for one in where.stores() if one.path != store.path]
    used = list(use.listed([store, *others], use.bring_up_to_date(store)))
    lasting: dict[str, Record] = {}
    for fact in [*listed, *used, *_hidden(where, store)]:
        lasting[str(fact["id"])] = {**lasting.get(str(fact["id"]), {}), **fact}
    places = lookup.places(store, list(lasting))
    lines = [codec.render({"size": size, "inode": inode})]
    for identity, fact in lasting.items():
        entry: Record = {"id": identity}
        if identity in places:
            entry["at"] = list(places[identity])
        if "used" in fact:
            entry["used"] = fact["used"]
        lines.append(codec.render(entry))
    checkpoints.keep(store, checkpoints.RULES, "".join(f"{line}\n" for line in lines))


def _hidden(where: place.Place, store: layout.Store) -> list[Record]:
    """The recent facts that stand before imported ones, which a session start would stop at."""
    tail = read.tail(store, layout.FACTS, _LOOKED_AT_BYTES)
    if not any(_IMPORTED in line for line in tail):
        return []
    since = clock.now() - where.config.number("sure_days") * _DAY_SECONDS
    return lookup.recent(store, where.config.count("facts_limit") + _SPARE, since)


def _size(store: layout.Store) -> int:
    """Bytes of the facts; 0 where nothing can be read from them."""
    try:
        descriptor = files.open_beneath(store.path, layout.FACTS)
    except OSError:
        return 0
    try:
        return os.fstat(descriptor).st_size
    finally:
        os.close(descriptor)
