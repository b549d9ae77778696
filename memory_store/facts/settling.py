"""Consolidates new facts of a store batch by batch, and updates the list of lasting facts.

A run goes on where the last one ended: once by words, and once more with vectors. Must not decide
about facts (`consolidation`), or keep a hook longer than a second or two.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from memory_store import clock
from memory_store.facts import consolidation, lasting_list
from memory_store.index import questions
from memory_store.journal import append, checkpoints, facts, fields, links, read, stored
from memory_store.store import files, layout, lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store import place
    from memory_store.journal.stored import Fact

    Near = list[tuple[Fact, float | None]]

_SIMILAR = 12
_EVIDENCE = 50  # ids that are looked at, the last ones
_BATCH = 100
_QUICK_BATCH = 10  # of a hook; a fact takes 25 ms in a store of 200,000
_QUICK_SECONDS = 0.25  # of CPU, what a hook spends on it: a run in the background does the rest


class Outcome(NamedTuple):
    """What became of some facts.

    Attributes:
        merged, replaced: how many facts were merged into others, and how many replaced.
        is_late: whether nothing was written, since others wrote facts meanwhile.
    """

    merged: int = 0
    replaced: int = 0
    is_late: bool = False


def run(
    where: place.Place, store: layout.Store, sync: Callable[[], None], until: float | None
) -> Outcome:
    """Consolidate the facts past the mark, and update the list of lasting facts.

    Args:
        where: the place of work.
        store: whose facts; its index is up to date, with vectors where there are any.
        sync: brings the index up to date again after a batch that changed something, or that is
            decided anew since others did.
        until: when to begin no further batch of 100 lines, in `time.monotonic` seconds; None: for
            a hook, which takes a quarter of a second and batches of 10.

    Raises:
        StoreError: the result could not be written.
    """
    begun_at, most = time.process_time(), _QUICK_BATCH if until is None else _BATCH
    by_meaning = not questions.as_is(store, questions.Records.waiting)
    merged = replaced = 0
    done = checkpoints.load(store)
    size = files.size(store.path, layout.FACTS)
    begun = done.get(checkpoints.MEANING if by_meaning else layout.FACTS, 0)
    reached = begun if begun <= size else 0
    while reached < size:
        end, outcome = _batch(store, reached, most)
        merged += outcome.merged
        replaced += outcome.replaced
        if outcome != Outcome():
            sync()
        if not outcome.is_late:
            if end == reached:  # a torn last line isn't reached
                break
            reached = min(
                end, files.size(store.path, layout.FACTS)
            )  # the last line may lack its newline
        spent = time.process_time() - begun_at
        if spent >= _QUICK_SECONDS if until is None else time.monotonic() >= until:
            break
    marks = {layout.FACTS: max(reached, min(done.get(layout.FACTS, 0), size))}
    if by_meaning:
        marks[checkpoints.MEANING] = reached
    checkpoints.update(store, marks)
    lasting_list.keep(where, store)
    return Outcome(merged, replaced)


def _batch(store: layout.Store, offset: int, most: int) -> tuple[int, Outcome]:
    """Consolidate the facts of the next `most` lines: the offset reached, and the result."""
    lines: list[Fact] = []
    end = offset
    try:
        for begin, line in read.lines_from(store, layout.FACTS, offset):
            if len(lines) >= most:
                break
            lines += facts.parse(line)
            end = begin + len(line) + 1
    except OSError:  # a link or a second name: nothing that we wrote
        return offset, Outcome()
    added = [one for one in facts.living(reversed(lines)) if not one.op][::-1]
    with questions.Records(store) as known:
        return end, consolidate(store, added, lambda one: known.similar(one, _SIMILAR))


def consolidate(
    store: layout.Store, added: list[Fact], similar: Callable[[Fact], Near | None]
) -> Outcome:
    """Compare each fact of `added` with its neighbours, and write the changes and links at once.

    Neighbours are looked up without the lock, which hooks wait for. Where others wrote facts in
    between, the decisions may rest on what holds no more: none of them is written.

    Args:
        store: whose facts.
        added: living facts that are new, in the order of their lines.
        similar: gives the living facts that come nearest to a fact, each with the cosine of both
            or None; None for a fact that holds no more.

    Raises:
        StoreError: the result could not be written.
    """
    size = files.size(store.path, layout.FACTS)
    changed, linked = _changes(added, similar)
    if linked:
        links.add(store, linked)
    lines = sorted(changed.values(), key=lambda line: not _ends(line))
    if not lines:
        return Outcome()
    with lock.Held(store.path):
        if files.size(store.path, layout.FACTS) != size:
            return Outcome(is_late=True)
        append.append_locked(store, layout.FACTS, lines, durable=True)
    merged = sum(line.op == stored.RETRACT for line in lines)
    return Outcome(merged, sum(map(_ends, lines)) - merged)


def _changes(
    added: list[Fact], similar: Callable[[Fact], Near | None]
) -> tuple[dict[str, Fact], dict[str, list[str]]]:
    """The line of each fact that changes, and the older facts that another may have changed.

    Each fact is compared with those that came before it.
    """
    places = {fact.id: at for at, fact in enumerate(added)}
    pending = set(places)
    changed: dict[str, Fact] = {}
    linked: dict[str, list[str]] = {}
    for fact in sorted(added, key=_order):
        pending.discard(fact.id)
        near = sorted(similar(fact) or (), key=lambda pair: _order(pair[0]))
        earlier = [other for other, _ in near if _in_order(other, fact, places)[1] is fact]
        meant = {one.id for one in consolidation.changed_by(fact.content, earlier)}
        for other, cosine in near:
            before, after = (changed.get(one.id, one) for one in (other, fact))
            if pending.isdisjoint((other.id, fact.id)) and not (_ends(before) or _ends(after)):
                older, newer = _in_order(before, after, places)
                is_meant = newer.id != fact.id or older.id in meant
                for line in consolidation.decided(older, newer, cosine, is_meant=is_meant):
                    if line.id == newer.id and _is_link(line, newer):
                        linked.setdefault(line.id, []).append(older.id)
                    else:
                        changed[line.id] = line
    return changed, linked


def _is_link(line: Fact, fact: Fact) -> bool:
    """Whether a line says of a fact nothing but what it may have changed: no other file need."""
    told = ("op", "updated_at", stored.RELATED)
    rest, before = (
        {name: value for name, value in one.items() if name not in told} for one in (line, fact)
    )
    return line.related != fact.related and rest == before


def _ends(line: Fact) -> bool:
    """Whether a fact holds no more by a line."""
    return line.op == stored.RETRACT or line.has_ended(clock.now())


def _in_order(other: Fact, fact: Fact, places: dict[str, int]) -> tuple[Fact, Fact]:
    """Two facts, that which was said last behind: by their lines, which no clock can move.

    What was said again counts from then; of what was imported, or judged long after it was said,
    times tell.

    Args:
        other: a fact near the new one.
        fact: a new fact.
        places: where the lines of new facts stand among them, by id.
    """
    if {stored.IMPORT, stored.JUDGE} & {other.via, fact.via}:
        return (other, fact) if _order(other) < _order(fact) else (fact, other)
    again = [fields.made_at(one) or 0.0 for one in other.evidence[-_EVIDENCE:]]
    if other.id in places:
        is_later = places[other.id] > places[fact.id]
    else:  # before this batch, or behind it: a time ahead of now says nothing
        is_later = fact.moment < (other.stated_at or 0.0) <= clock.now()
    is_later |= max(again, default=0.0) > fact.last_said()
    return (fact, other) if is_later else (other, fact)


def _order(fact: Fact) -> tuple[float, str]:
    return fact.last_said(), fact.id
