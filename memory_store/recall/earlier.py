"""Finds the last session that left something, and the open todos.

Reads the end of the summaries. Must not word anything.
"""

from __future__ import annotations

from memory_store import clock
from memory_store.journal import read, stored
from memory_store.language import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

    from memory_store.journal.stored import Summary
    from memory_store.store import layout

_BYTES = 65_536
_MOST = 12  # sessions that are looked at
_DAYS = 5 * 86_400.0
_BESIDE = 3_600.0
_OPEN = 5


class Sessions:
    """The sessions that a session start tells of.

    Attributes:
        last: the summary that is told whole; None for none.
        beside: one that came after it and left neither decisions nor todos, or one that another
            window ended in the hour before it; told in short.
        todos: what is left to do, of this session and of those before; five at most.
        is_own: whether `last` is what this very session did so far.
    """

    __slots__ = ("beside", "is_own", "last", "todos")

    def __init__(
        self,
        last: Summary | None = None,
        beside: Summary | None = None,
        todos: list[str] | None = None,
        *,
        is_own: bool = False,
    ) -> None:
        self.last = last
        self.beside = beside
        self.todos = todos or []
        self.is_own = is_own


def summaries(store: layout.Store, without_session: str) -> list[Summary]:
    """The newest summary of each of the last sessions except this one, newest first.

    None of what nobody answered.
    Lines stand in the order of time, but for imported ones, which are as old as they say.
    """
    newest = _read(store, without_session, _BYTES)
    if newest and all(
        one.is_imported for one in newest
    ):  # a long import may hide what stands before
        newest = _read(store, without_session, read.TAIL_BYTES)
    return sorted(filter(_says_something, newest), key=lambda one: one.moment, reverse=True)


def _read(store: layout.Store, without_session: str, limit: int) -> list[Summary]:
    newest: dict[str, Summary] = {}
    own = 0
    for record in read.summaries(store, limit):
        key, known = record.key, newest.get(record.key)
        if record.is_by_agent and known is not None and not known.is_by_agent:
            # it begins with the agent's words
            newest[key] = known.with_(
                decisions=record.decisions, origin=stored.AGENT, source=record.source
            )
        is_of_session = "topic" in record and not record.is_todo
        if known or record.session_id == without_session or not is_of_session:
            continue
        # release 0.1.0 guessed decisions and todos
        without_guesses = record.with_(decisions=[], todos=[], origin="automatic")
        newest[key] = record if record.is_by_agent else without_guesses
        own += not record.is_imported
        if own == _MOST:
            break
    return list(newest.values())


def of_own(store: layout.Store, session: str) -> Summary | None:
    """The newest summary of this session; None if it has none."""
    lines = read.summaries(store, _BYTES)
    return next((one for one in lines if one.session_id == session), None)


def choose(newest_first: list[Summary], todos: list[str], open_: Container[str] = ()) -> Sessions:
    """The last session that left something, one beside it, and the open todos.

    A session left something where its agent summed it up. Where none of the last five days did,
    the newest is told. One that is open elsewhere is told in short, unless there is no other.

    Args:
        newest_first: a summary of each session.
        todos: what is left to do.
        open_: the ids of sessions that another window is at.
    """
    if not newest_first:
        return Sessions(todos=todos[:_OPEN])
    since = min(newest_first[0].moment, clock.now()) - _DAYS
    recent = [one for one in newest_first[:_MOST] if one.moment >= since]
    over = [at for at, one in enumerate(recent) if one.session_id not in open_] or [0]
    at = next((at for at in over if recent[at].is_by_agent), over[0])
    last = recent[at]
    others = [recent[0]] if at else [recent[one] for one in over[1:2]]
    beside = next((one for one in others if one.moment > last.moment - _BESIDE), None)
    return Sessions(last, beside, todos[:_OPEN])


def _says_something(summary: Summary) -> bool:
    is_by_rules = summary.via == stored.CAPTURE and not summary.is_by_agent
    return not is_by_rules or bool(wording.without_unanswered(summary.text))
