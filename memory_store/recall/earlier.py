"""Which earlier sessions a session start tells of: the last that left something, and what is open.

Reads the tail of the summaries alone. Must not word anything.
"""

from __future__ import annotations

from memory_store import clock, layout
from memory_store.journal import read, records
from memory_store.language import words

Record = dict[str, object]

_BYTES = 65_536
_MOST = 12  # sessions that are looked at
_DAYS = 5 * 86_400.0
_OPEN = 5
_SMALL_WORD = 3


class Sessions:
    """What a session start is told of sessions.

    Attributes:
        last: the summary that is told whole; None for none.
        newer: one that came after it and left neither decisions nor todos; told in short.
        still_open: todos of the sessions before, that none since took up; five at most.
        is_own: whether `last` is what this very session did so far.
    """

    __slots__ = ("is_own", "last", "newer", "still_open")

    def __init__(
        self,
        last: Record | None = None,
        newer: Record | None = None,
        still_open: list[str] | None = None,
        *,
        is_own: bool = False,
    ) -> None:
        self.last = last
        self.newer = newer
        self.still_open = still_open or []
        self.is_own = is_own


def summaries(store: layout.Store, without_session: str) -> list[Record]:
    """The newest summary of each of the last sessions but this one, newest first.

    Lines stand in the order of time, but for imported ones, which are as old as they say.
    """
    found = _read(store, without_session, _BYTES)
    if found and all(map(records.is_imported, found)):  # a long import may hide what stands before
        found = _read(store, without_session, read.TAIL_BYTES)
    return sorted(found, key=records.moment_of, reverse=True)


def _read(store: layout.Store, without_session: str, limit: int) -> list[Record]:
    newest: dict[str, Record] = {}
    own = 0
    for record in read.newest_first(store, layout.SESSIONS, limit):
        session = record.get("session_id")
        key = session or record.get("id")
        is_others = session != without_session and isinstance(record.get("topic"), str)
        if not is_others or str(key) in newest:
            continue
        newest[str(key)] = record
        own += not records.is_imported(record)
        if own == _MOST:
            break
    return list(newest.values())


def of_own(store: layout.Store, session: str) -> Record | None:
    """The newest summary of this very session; None if there is none."""
    lines = read.newest_first(store, layout.SESSIONS, _BYTES)
    return next((one for one in lines if one.get("session_id") == session), None)


def choose(newest_first: list[Record]) -> Sessions:
    """The last session that left something, what came after it, and what is open from before.

    A session left something where it has decisions or todos, or its agent summed it up. Where none
    of the last five days did, the newest is told. A todo of these days is open until at least half
    of its words came up in a later session.
    """
    if not newest_first:
        return Sessions()
    since = min(records.moment_of(newest_first[0]), clock.now()) - _DAYS
    recent = [one for one in newest_first[:_MOST] if records.moment_of(one) >= since]
    at = next((at for at, one in enumerate(recent) if _left_something(one)), 0)
    newer = recent[0] if at else None
    return Sessions(newest_first[at], newer, _still_open(recent, at))


def _left_something(summary: Record) -> bool:
    return bool(
        summary.get("decisions") or summary.get("todos") or summary.get("origin") == "agent"
    )


def _still_open(recent: list[Record], last: int) -> list[str]:
    found: list[str] = []
    came_up: set[str] = set()
    for at, one in enumerate(recent):
        if at > last:
            found += [todo for todo in _texts(one, "todos") if not _is_taken_up(todo, came_up)]
        if len(found) >= _OPEN or not any(map(_has_todos, recent[at + 1 :])):
            break
        said = [str(one.get("topic")), str(one.get("summary"))]
        came_up |= words.of("\n".join([*said, *_texts(one, "decisions"), *_texts(one, "todos")]))
    return found[:_OPEN]


def _has_todos(summary: Record) -> bool:
    return bool(summary.get("todos"))


def _is_taken_up(todo: str, came_up: set[str]) -> bool:
    told = words.of(todo)
    told = {one for one in told if len(one) > _SMALL_WORD or not one.isascii()} or told
    return bool(told) and len(told & came_up) * 2 >= len(told)


def _texts(summary: Record, name: str) -> list[str]:
    found = summary.get(name)
    return [str(one) for one in found] if isinstance(found, list) else []
