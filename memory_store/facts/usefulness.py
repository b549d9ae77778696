"""Counts the use of facts: the sessions that recalled them, and the days they were said again.

Derived from the journal and the facts, kept in the cache. Must not decide what use is worth
(`recall.decay`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from memory_store import clock
from memory_store.journal import facts, fields, read, sessions
from memory_store.store import derived, files, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry

_NAME = "used.json"
_DAYS = 90  # use that lies further back brings nothing back
_LISTED = 60
_AGAIN = ""  # stands for a session where a fact was said again


class Use(NamedTuple):
    """The use of a store's facts.

    Attributes:
        read: how many bytes of each file it was taken from.
        days: by fact, the sessions that were told it, each with the local day, and `_AGAIN` with
            the last day on which it was said again.
    """

    read: dict[str, int]
    days: dict[str, dict[str, int]]


def most(store: layout.Store) -> dict[str, list[int]]:
    """The ids of at most 60 facts that were used last.

    Returns:
        With each, in how many sessions it was recalled, and the last day of use.
    """
    kept: Any = derived.record(store, _NAME)
    try:
        return _most(store, Use(**kept))
    except (TypeError, ValueError, AttributeError):  # it is missing or damaged
        return _most(store, Use({}, {}))


def _most(store: layout.Store, use: Use) -> dict[str, list[int]]:
    days_of = _bring_up_to_date(store, use)
    used = {
        one: [len(days.keys() - {_AGAIN}), max(days.values())] for one, days in days_of.items()
    }
    last = sorted(used, key=lambda one: used[one][::-1], reverse=True)
    return {one: used[one] for one in last[:_LISTED]}


def _bring_up_to_date(store: layout.Store, use: Use) -> dict[str, dict[str, int]]:
    """The days of use, with the newest lines of the journal and the facts taken in."""
    names = [*read.daily_names(store), layout.FACTS]
    ends = {name: _take_in(store, name, use) for name in names}
    if ends == use.read:
        return use.days
    oldest = clock.local_day(clock.now()) - _DAYS
    recent = {
        one: kept
        for one, days in use.days.items()
        if (kept := {session: day for session, day in days.items() if day >= oldest})
    }
    derived.keep(store, _NAME, Use(ends, recent)._asdict())
    return recent


def _take_in(store: layout.Store, name: str, use: Use) -> int:
    """Take in the new lines of a file; the offset of their end."""
    size, end = files.size(store.path, name), use.read.get(name, 0)
    if size == end:
        return end
    try:
        for begin, line in read.lines_from(store, name, end):
            end = begin + len(line) + 1
            for fact in facts.parse(line) if b'"op":"update"' in line else ():
                _note(use, fact.id, _AGAIN, max(fact.repeated_on(), default=0))
            for event in read.entries(line) if b'"type":"recalled"' in line else ():
                for identity in event.record_ids if _is_of_use(event) else ():
                    _note(use, identity, event.session_id, clock.local_day(event.moment))
    except OSError:  # a link or a second name: nothing that we wrote
        return size
    return min(end, files.size(store.path, name))  # the last line may lack its newline


def _is_of_use(event: Entry) -> bool:
    """Whether facts were recalled, and not told to every session, of use or not."""
    return event.type == "recalled" and event.source not in (sessions.BRIEFING, sessions.NEWS)


def _note(use: Use, identity: str, session: str, day: int) -> None:
    if fields.is_id(identity) and day:
        days = use.days.setdefault(identity, {})
        days[session] = max(day, days.get(session, day))
