"""Finds which facts hold, from lines of facts.jsonl: the newest line of an id decides.

Reads the newest lines first, so that the end of a file is enough. Must not rank or choose.
"""

from __future__ import annotations

from memory_store import clock
from memory_store.journal import fields, read, records, stored
from memory_store.store import layout
from memory_store.text import retold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memory_store.journal.stored import Fact


def parse(line: bytes) -> list[Fact]:
    """The facts of a line: one, none if it is damaged, or several (`read`)."""
    found = read.parse_line(line)
    return [stored.Fact(one) for one in found if isinstance(one.get("id"), str)]


def newest_first(store: layout.Store, limit: int = read.TAIL_BYTES) -> Iterator[Fact]:
    """The lines in the last `limit` bytes of a store's facts, newest first."""
    for line in reversed(read.tail(store, layout.FACTS, limit)):
        yield from reversed(parse(line))


def recent(store: layout.Store, limit: int = read.TAIL_BYTES) -> Iterator[Fact]:
    """The facts that hold in the last `limit` bytes of a store's facts, newest first."""
    return living(newest_first(store, limit))


def living(lines: Iterable[Fact]) -> Iterator[Fact]:
    """The facts that hold among lines given newest first, each made sound.

    Not those that were retracted or superseded, that have expired, or don't hold yet; what one of
    the last kind supersedes holds until then.
    """
    return (fact for line in holding(lines) if (fact := records.as_fact(line)) is not None)


def holding(lines: Iterable[Fact], now: float | None = None) -> Iterator[Fact]:
    """As `living`, the facts as they were read, for a caller that shows few of many.

    They hold at the moment `now`, seconds since 1970; None means the present.
    """
    gone: set[str] = set()
    now = clock.now() if now is None else now
    for fact in _newest(lines):
        if not fact.has_begun(now):
            continue
        identity, replaced = fact.id, fact.supersedes
        if replaced != identity:
            gone.add(replaced)
        if identity not in gone and not fact.has_ended(now):
            yield fact


def planned(lines: Iterable[Fact], now: float | None = None) -> Iterator[Fact]:
    """The plans among lines given newest first, as they were read: facts of a day to come."""
    gone: set[str] = set()
    now = clock.now() if now is None else now
    for fact in _newest(lines):
        if not (fact.has_begun(now) or fact.id in gone or fact.has_ended(now)):
            yield fact
        if fact.supersedes != fact.id:
            gone.add(fact.supersedes)


def changed_parts(fact: Fact, held: Iterable[Fact]) -> list[str]:
    """What the facts that hold say instead of parts of a fact."""
    amending = set(fact.amendments)
    if not amending:
        return []
    return [one.content for one in held if not amending.isdisjoint((one.id, one.supersedes))]


def _newest(lines: Iterable[Fact]) -> Iterator[Fact]:
    """The newest sound line of each fact that was not retracted."""
    seen: set[str] = set()
    for fact in lines:
        identity = fact.id
        if identity in seen:
            continue
        if fact.op == stored.RETRACT:
            seen.add(identity)
        elif fact.content.strip() and fields.is_id(identity):
            seen.add(identity)
            yield fact
        # else a damaged line costs itself alone: an older one of this id may be sound


def taken_back(lines: Iterable[Fact]) -> Iterator[Fact]:
    """The facts among lines given newest first that somebody retracted, and nobody let hold again.

    Each as its newest line has it, which carries the whole record.
    """
    seen: set[str] = set()
    for fact in lines:
        if fact.id in seen:
            continue
        seen.add(fact.id)
        if fact.op == stored.RETRACT and fact.content:
            yield fact


def no_longer(lines: Iterable[Fact], held: Iterable[Fact]) -> retold.Gone:
    """What lines of facts say and none of the facts that are held says any more.

    That is what was taken back, replaced, reworded or is over.

    Args:
        lines: all that were read.
        held: those of them that hold, or will on a later day.
    """
    still = dict.fromkeys(one.content for one in held)
    said = dict.fromkeys(one.content for one in lines)
    return retold.Gone([one for one in said if one and one not in still], list(still))


def gone(stores: Iterable[layout.Store], limit: int) -> retold.Gone:
    """The same, of the last `limit` bytes of each store's facts."""
    lines: list[Fact] = []
    held: list[Fact] = []
    for store in stores:
        ours = list(newest_first(store, limit))
        lines += ours
        held += [*holding(ours), *planned(ours)]
    return no_longer(lines, held)
