"""Which earlier sessions a session start tells of: the last that left something, and what is open.

Reads the tail of the summaries alone. Must not word anything.
"""

from __future__ import annotations

from memory_store import clock
from memory_store.journal import read, records
from memory_store.store import layout

Record = dict[str, object]

_BYTES = 65_536
_MOST = 12  # sessions that are looked at
_DAYS = 5 * 86_400.0
_OPEN = 5


class Sessions:
    """What a session start is told of sessions.

    Attributes:
        last: the summary that is told whole; None for none.
        newer: one that came after it and left neither decisions nor todos; told in short.
        todos: what is left to do, of this session and of those before; five at most.
        is_own: whether `last` is what this very session did so far.
    """

    __slots__ = ("is_own", "last", "newer", "todos")

    def __init__(
        self,
        last: Record | None = None,
        newer: Record | None = None,
        todos: list[str] | None = None,
        *,
        is_own: bool = False,
    ) -> None:
        self.last = last
        self.newer = newer
        self.todos = todos or []
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
        key = str(session or record.get("id"))
        is_agents = record.get("origin") == "agent"
        if is_agents and key in newest and newest[key]["origin"] == "automatic":
            stated = {"decisions": record.get("decisions"), "origin": "agent"}
            newest[key].update(stated)  # it begins with the agent's words
        is_others = session != without_session and isinstance(record.get("topic"), str)
        if not is_others or key in newest:
            continue
        # release 0.1.0 guessed decisions and todos
        guessed: Record = {"decisions": [], "todos": [], "origin": "automatic"}
        newest[key] = record if is_agents else {**record, **guessed}
        own += not records.is_imported(record)
        if own == _MOST:
            break
    return list(newest.values())


def of_own(store: layout.Store, session: str) -> Record | None:
    """The newest summary of this very session; None if there is none."""
    lines = read.newest_first(store, layout.SESSIONS, _BYTES)
    return next((one for one in lines if one.get("session_id") == session), None)


def choose(newest_first: list[Record], todos: list[str]) -> Sessions:
    """The last session that left something, what came after it, and what is left to do.

    A session left something where it has decisions or todos, or its agent summed it up. Where none
    of the last five days did, the newest is told.
    """
    if not newest_first:
        return Sessions(todos=todos[:_OPEN])
    since = min(records.moment_of(newest_first[0]), clock.now()) - _DAYS
    recent = [one for one in newest_first[:_MOST] if records.moment_of(one) >= since]
    at = next((at for at, one in enumerate(recent) if _left_something(one)), 0)
    return Sessions(newest_first[at], recent[0] if at else None, todos[:_OPEN])


def _left_something(summary: Record) -> bool:
    return bool(
        summary.get("decisions") or summary.get("todos") or summary.get("origin") == "agent"
    )
