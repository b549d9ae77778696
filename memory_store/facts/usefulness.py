"""Counts the use of facts: the sessions that recalled them, and the days they were said again.

Derived from the journal and the facts, kept in the cache. Must not decide what use is worth
(`recall.decay`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from memory_store import clock
from memory_store.index import lookup
from memory_store.journal import facts, fields, read, sessions
from memory_store.store import derived, files, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.codec import Record


_NAME = "used.json"
_DAYS = 90  # use that lies further back brings nothing back
_LISTED = 60
_SESSION_CHARS = 12  # enough to tell the sessions of a project apart


class Use(NamedTuple):
    """The use of a store's facts.

    Attributes:
        read: how many bytes of each file it was taken from.
        recalled: by fact, the sessions that were told it, each with the local day.
        repeated: by fact, the last local day on which it was said again.
    """

    read: dict[str, int]
    recalled: dict[str, dict[str, int]]
    repeated: dict[str, int]


def bring_up_to_date(store: layout.Store) -> Use:
    """The use of facts, with the newest lines of the journal and the facts taken in."""
    use = _load(store)
    before = dict(use.read)
    names = [*read.daily_names(store), layout.FACTS]
    for name in names:
        size, known = files.size(store.path, name), use.read.get(name, 0)
        if size != known:
            use.read[name] = _take_in(store, name, known if size > known else 0, use)
    if use.read != before:
        use = _recent(use, names)
        derived.keep(store, _NAME, use._asdict())
    return use


def listed(stores: list[layout.Store], use: Use) -> Iterator[Record]:
    """The facts of most use, as a session start is given them.

    Args:
        stores: the first is the one whose list this is; of another's facts, which its own files
            tell, only the use is listed.
        use: what is known.

    Yields:
        Records with `used`: in how many sessions it was recalled, and the last day of use.
    """
    sessions_of: dict[str, dict[str, int]] = {one: {} for one in use.repeated} | use.recalled
    used_of = {
        one: (len(days), max([*days.values(), use.repeated.get(one, 0)]))
        for one, days in sessions_of.items()
    }
    best = sorted(used_of, key=lambda one: used_of[one][::-1], reverse=True)
    for identity in best[:_LISTED]:
        used: Record = {"id": identity, "used": list(used_of[identity])}
        record = lookup.by_id(stores[0], identity)
        if record is not None:
            yield {**record, **used}
        elif any(lookup.by_id(store, identity) for store in stores[1:]):
            yield used


def _take_in(store: layout.Store, name: str, start: int, use: Use) -> int:
    """Take in the lines of a file from a byte on; up to where."""
    end = start
    take_in = _note_changes if name == layout.FACTS else _note_recalls
    try:
        for begin, line in read.lines_from(store, name, start):
            end = begin + len(line) + 1
            take_in(line, use)
    except OSError:  # a link or a second name: nothing that we wrote
        return files.size(store.path, name)
    return min(end, files.size(store.path, name))  # the last line may lack its newline


def _note_changes(line: bytes, use: Use) -> None:
    for fact in facts.parse(line) if b'"op":"update"' in line else ():
        days = fact.repeated_on()
        if fields.is_id(fact.id) and days:
            use.repeated[fact.id] = max(days)


def _note_recalls(line: bytes, use: Use) -> None:
    for event in read.entries(line) if b'"type":"recalled"' in line else ():
        if event.type != "recalled" or event.source in (sessions.BRIEFING, sessions.NEWS):
            continue  # every session is given these, whether or not they are of use
        now = clock.now()
        day = clock.local_day(min(event.stated_at or now, now))
        session = event.session_id[-_SESSION_CHARS:]
        for identity in filter(fields.is_id, event.record_ids):
            days = use.recalled.setdefault(identity, {})
            days[session] = max(day, days.get(session, day))


def _recent(use: Use, names: list[str]) -> Use:
    """The use of the last 90 days, read from files that are still there."""
    oldest = clock.local_day(clock.now()) - _DAYS
    recalled = {
        one: {session: day for session, day in days.items() if day >= oldest}
        for one, days in use.recalled.items()
    }
    return Use(
        read={name: size for name, size in use.read.items() if name in names},
        recalled={one: days for one, days in recalled.items() if days},
        repeated={one: day for one, day in use.repeated.items() if day >= oldest},
    )


def _load(store: layout.Store) -> Use:
    """The stored use; empty if it is missing or damaged."""
    record: Any = derived.record(store, _NAME)
    try:
        return Use(
            read={str(name): int(size) for name, size in record["read"].items()},
            recalled={
                str(one): {str(session): int(day) for session, day in days.items()}
                for one, days in record["recalled"].items()
            },
            repeated={str(one): int(day) for one, day in record["repeated"].items()},
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return Use({}, {}, {})
