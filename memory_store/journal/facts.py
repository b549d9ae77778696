"""Which facts hold, read from the lines of facts.jsonl: the newest line of an id wins.

Works on the newest lines first, so that a bounded tail is enough. Must not rank or choose.
"""

from __future__ import annotations

from memory_store import clock, codec
from memory_store.journal import fields, read, records, validity
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Record = dict[str, object]

RESTORED = "restored_at"
BY, AGENT = "by", "agent"
"""In the source of a captured fact: an agent's answer states it, no person."""
STANDING, CANDIDATE = records.STATUSES
"""The tiers of a fact, in its `status` (docs/interface.md 2)."""
RELATED = "related"
"""The ids of older facts that a fact may replace, where nobody said so in words."""
HOW, ASKED, ACCEPTED = "how", "asked", "accepted"
"""In the source of a captured fact: the person asked in so many words that it be kept, or
confirmed what was inferred."""
_EVIDENCE = 50  # ids that are looked at, the last ones


def living(newest_first: Iterable[Record]) -> Iterator[Record]:
    """The facts that hold among lines given newest first.

    Not those that were retracted or superseded, that have expired, or don't hold yet; what one of
    the last kind supersedes holds until then.
    """
    return (fact for raw in holding(newest_first) if (fact := records.as_fact(raw)) is not None)


def stands(raw: Record) -> bool:
    """Whether a fact stands; else it is a candidate, which was inferred.

    What capture wrote without a status comes from release 0.1.0, which was sure of what it was
    asked to keep alone.
    """
    status = raw.get("status")
    if status in (CANDIDATE, STANDING):
        return status == STANDING or raw.get("pinned") is True
    return records.source_of(raw).get("via") != "capture" or confidence(raw) >= 1


def is_asked(raw: Record) -> bool:
    """Whether a person asked in so many words to keep a fact, or saved it without an agent."""
    source = records.source_of(raw)
    if source.get("via") != "capture":
        return source.get("via") == "user"
    of_first_release = "status" not in raw and confidence(raw) >= 1
    return source.get(HOW) == ASKED or (of_first_release and source.get(BY) != AGENT)


def lasts(raw: Record) -> bool:
    """Whether a fact holds until it is replaced or taken back, whatever its age."""
    return stands(raw) and (raw.get("type") == "O" or raw.get("pinned") is True or is_asked(raw))


def said_at(raw: Record) -> float | None:
    """When a line was written: of a change its own time, else the fact's; None if it says none."""
    changed = raw.get("updated_at") if "op" in raw else None
    return clock.parse(changed or raw.get("created_at"))


def holding(newest_first: Iterable[Record], now: float | None = None) -> Iterator[Record]:
    """As `living`, the records as they were read, for a caller that shows few of many.

    They hold at the moment `now`, seconds since 1970; None means the present.
    """
    gone: set[object] = set()
    now = clock.now() if now is None else now
    for raw in _newest(newest_first):
        if not validity.has_begun(raw, now):
            continue
        replaced = raw.get("supersedes")
        if isinstance(replaced, str) and replaced != raw["id"]:
            gone.add(replaced)
        if raw["id"] not in gone and not validity.has_expired(raw, now):
            yield raw


def planned(newest_first: Iterable[Record], now: float | None = None) -> Iterator[Record]:
    """The plans among lines given newest first, as they were read: facts of a day to come."""
    gone: set[object] = set()
    now = clock.now() if now is None else now
    for raw in _newest(newest_first):
        if validity.has_begun(raw, now):
            continue
        if raw["id"] not in gone and not validity.has_expired(raw, now):
            yield raw
        gone.update(codec.texts([raw.get("supersedes")]))


def _newest(newest_first: Iterable[Record]) -> Iterator[Record]:
    """The newest sound line of each fact that was not retracted."""
    seen: set[object] = set()
    for raw in newest_first:
        identity, content = raw.get("id"), raw.get("content")
        if not isinstance(identity, str) or identity in seen:
            continue
        if raw.get("op") == "retract":
            seen.add(identity)
            continue
        if not isinstance(content, str) or not content.strip() or not fields.is_id(identity):
            continue  # a damaged line costs itself alone: an older one of this id may be sound
        seen.add(identity)
        yield raw


def has_ended(raw: Record) -> bool:
    """Whether it held only up to a moment that is past."""
    return validity.has_expired(raw, clock.now())


def identified(lines: Iterable[Record]) -> Iterator[Record]:
    """Those of the lines whose id is a text: a damaged one costs itself alone."""
    return (one for one in lines if isinstance(one.get("id"), str))


def taken_back(newest_first: Iterable[Record]) -> Iterator[Record]:
    """The facts among lines given newest first that somebody retracted, and nobody let hold again.

    Each as its newest line has it, which carries the whole record.
    """
    seen: set[object] = set()
    for raw in identified(newest_first):
        identity, content = raw["id"], raw.get("content")
        if identity in seen:
            continue
        seen.add(identity)
        if raw.get("op") == "retract" and isinstance(content, str) and content:
            yield raw


def recent(store: layout.Store, limit: int = read.TAIL_BYTES) -> Iterator[Record]:
    """The facts that hold in the last `limit` bytes of a store's facts, newest first."""
    return living(read.newest_first(store, layout.FACTS, limit))


def confidence(fact: Record) -> float:
    """How sure a fact is, from 0 to 1; 0 where it does not say so."""
    found = fact.get("confidence")
    return float(found) if isinstance(found, int | float) else 0.0


def evidence(fact: Record) -> list[str]:
    """The ids of what says the same as a fact, the oldest first."""
    return codec.texts(fact.get("evidence"))


def sources(event: Record) -> list[str]:
    """Of a `fact` event of the journal: the events that the fact was taken from."""
    return codec.texts(event.get("record_ids")) if event.get("type") == "fact" else []


def repeated_on(fact: Record) -> set[int]:
    """The local days, later than the fact's own, on which it was said again, by its evidence.

    Days and not sessions, since an id tells no session: what is said twice in a day counts once.
    """
    own = clock.local_day(records.moment_of(fact))
    moments = [fields.made_at(one) for one in evidence(fact)[-_EVIDENCE:]]
    return {day for one in moments if one is not None and (day := clock.local_day(one)) > own}


def last_said(fact: Record) -> float:
    """When a fact was said last, seconds since 1970: its own moment, or that of its evidence."""
    again = [fields.made_at(one) for one in evidence(fact)]
    return max(records.moment_of(fact), *(one for one in again if one is not None), 0.0)


def changed(fact: Record, **fields: object) -> Record:
    """The line that changes a fact: the whole record, with an `update` and the new fields."""
    return {**fact, "op": "update", "updated_at": clock.stamp(clock.now()), **fields}


def retracted(fact: Record) -> Record:
    """The line that takes a fact back; the record stays in the file for who asks for it."""
    return {**fact, "op": "retract", "updated_at": clock.stamp(clock.now())}


def restored(fact: Record) -> Record:
    """The line that lets a fact hold again that was taken back, or replaced by another.

    When that was is noted, so that consolidation doesn't decide against it again.
    """
    now = clock.now()
    whole = {**fact, "op": "restore", "updated_at": clock.stamp(now), RESTORED: clock.stamp(now)}
    if validity.has_expired(fact, now):
        del whole["valid_to"]
    return whole
