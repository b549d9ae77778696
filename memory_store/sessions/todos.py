"""The open todos that agents and people stated.

A todo is closed by a command, by the words of an agent or a person (`closing`), or by age. Must
not invent a todo.
"""

from __future__ import annotations

from memory_store import clock, model
from memory_store.journal import fields, read
from memory_store.journal import stored as stored_records
from memory_store.store import layout, lock
from memory_store.text import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memory_store.journal.stored import Summary

BYTES = 65_536
"""Of the summaries' end, which holds the last weeks."""

_BY_MODELS = (stored_records.JUDGE, stored_records.HOST)
_AGE_DAYS = 30
_DIGEST_BYTES = 5


class Todo(model.Value):
    """A thing left to do.

    Attributes:
        text: the words.
        topic: what the session was about that left it.
        key: whose it is: the session's id, or its summary's where there is no session.
        moment: when it was said, seconds since 1970.
    """

    key: str
    text: str
    topic: str
    moment: float

    def says(self, text: str) -> bool:
        """Whether a text has its words."""
        return fields.sameness(self.text) == fields.sameness(text)

    @property
    def id(self) -> str:
        """Its id: the same for the same words of one session."""
        told = f"{self.key}\0{fields.sameness(self.text)}".encode("utf-8", "replace")
        return f"t_{digest.of_bytes(told, _DIGEST_BYTES).hex()}"


def left_open(newest_first: Iterable[Summary]) -> list[Todo]:
    """The todos that are open by these lines of the summaries, the newest first.

    What a person opened by itself has no age. Of the others those alone that an agent, a person or
    a model stated: release 0.1.0 guessed some.
    """
    newest: dict[str, Summary] = {}
    stated: dict[tuple[str, str], float] = {}
    for summary in newest_first:
        key = summary.key
        newest.setdefault(key, summary)
        if summary.is_by_agent or summary.via in _BY_MODELS:
            for text in summary.todos:
                stated[key, text] = summary.moment
    oldest = clock.local_day(clock.now()) - _AGE_DAYS
    open_todos = [
        Todo(key, text, "" if one.is_todo else one.topic, stated[key, text])
        for key, one in newest.items()
        for text in one.todos
        if one.is_todo or clock.local_day(stated.get((key, text), 0.0)) > oldest
    ]
    distinct: dict[str, Todo] = {}
    for one in open_todos:
        distinct.setdefault(fields.sameness(one.text), one)
    return sorted(distinct.values(), key=lambda one: -one.moment)


def of_store(store: layout.Store, limit: int = read.TAIL_BYTES) -> list[Todo]:
    """The todos that are open in a store."""
    return left_open(read.summaries(store, limit))


def close(store: layout.Store, chosen: Callable[[list[Todo]], list[Todo]]) -> list[Todo]:
    """Close the open todos that `chosen` picks, and give them.

    The newest line of each session is written again without them; they stand under `done` there.

    Raises:
        StoreError: it can't be written.
    """
    if not store.exists():
        return chosen([])
    from memory_store.journal import append  # a start only reads

    with lock.Held(store.path):
        raw = list(read.summaries(store))
        closed = chosen(left_open(raw))
        gone = {fields.sameness(one.text) for one in closed}
        newest: dict[str, Summary] = {}
        for one in raw:
            newest.setdefault(one.key, one)
        lines = [
            one.without_todos(said)
            for one in newest.values()
            if (said := [text for text in one.todos if fields.sameness(text) in gone])
        ]
        if lines:
            append.append_locked(store, layout.SESSIONS, lines, durable=True)
    return closed


def open_all(store: layout.Store, opened: Iterable[Summary]) -> list[Todo]:
    """Write todos that a person opens, each once, and give those that are new.

    One with the words of a todo that is open already is none, nor one that was written before.

    Args:
        store: where to.
        opened: as `records.todo` makes them.

    Raises:
        StoreError: it can't be written.
    """
    from memory_store.journal import append  # a start only reads

    with lock.Held(store.path):
        raw = list(read.summaries(store))
        known = {one.id for one in raw} | {fields.sameness(one.text) for one in left_open(raw)}
        fresh: dict[str, Summary] = {}
        for one in opened:
            said = fields.sameness(one.topic)
            if not known.intersection((one.id, said)):
                fresh.setdefault(said, one)
        if fresh:
            append.append_locked(store, layout.SESSIONS, list(fresh.values()), durable=True)
    return [Todo(one.key, text, "", one.moment) for one in fresh.values() for text in one.todos]


def rest(by_agent: Summary, newest: Summary) -> list[str]:
    """The todos of an agent's summary that no later line of the session closed."""
    return [one for one in by_agent.todos if one not in newest.done]
