"""The changes of a file of records, and the lines that take the last ones back.

Taking back appends lines, so it is a change that can be taken back too. Must not write.
"""

from __future__ import annotations

from memory_store import clock
from memory_store.journal import read, stored
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_store.codec import Record

    # a record as it is, None for none, and the line after which it is as it was before
    Step = tuple[Record | None, Record]


class Changes:
    """The changes of a file's records, one after the other.

    Attributes:
        store: whose file.
        name: `facts.jsonl` or `sessions.jsonl`.
        starts: for each change the number of its first line, oldest first.
    """

    __slots__ = ("_lines", "name", "starts", "store")

    def __init__(self, store: layout.Store, name: str) -> None:
        """Read the file."""
        self.store = store
        self.name = name
        self._lines = _lines(store, name)
        newest = {self._key(line): line for line in self._lines}
        self.starts = [
            at
            for at, line in enumerate(self._lines)
            if self._is_change(newest[self._key(line)])
            and self._is_change(line)
            and not (at and _is_one(self._lines[at - 1], line))
        ]

    def _key(self, line: Record) -> str:
        """What all lines of a record share."""
        return str(line["id"]) if self.name == layout.FACTS else stored.Summary(line).key

    def _is_change(self, line: Record) -> bool:
        """Whether a line can be taken back; the first line of a summary can't."""
        return self.name == layout.FACTS or "updated_at" in line

    def moment(self, start: int) -> float:
        """When the change that begins at a line was made, seconds since 1970."""
        line = self._lines[start]
        return clock.parse(line.get("updated_at") or line.get("created_at")) or 0.0

    def back_to(self, start: int) -> list[Step]:
        """The lines that take back the change at a line, and all later changes.

        The lines stand in the order in which the records were as they are to be: what replaces
        another comes after it.
        """
        newest_of = {self._key(line): line for line in self._lines[start:]}
        steps: list[tuple[int, Step]] = []
        for key, newest in newest_of.items():
            if not self._is_change(newest):
                continue
            at = self._last(key, start)
            steps.append((at, (newest, self._line(newest, self._lines[at] if at >= 0 else None))))
        return [step for _, step in sorted(steps, key=lambda one: one[0])]

    def _last(self, key: str, end: int) -> int:
        """The number of a record's last line before a line; -1 for none."""
        found = (at for at in range(end - 1, -1, -1) if self._key(self._lines[at]) == key)
        return next(found, -1)

    def _line(self, newest: Record, before: Record | None) -> Record:
        """The line after which a record is as it was, or is no more."""
        if self.name != layout.FACTS and before is None:
            return stored.Summary(newest).without_todos(newest.get("todos"))
        if self.name != layout.FACTS:
            return dict(before if before is not None else newest)
        if before is None:
            return stored.Fact(newest).retracted()
        if before.get("op") == "retract":
            return stored.Fact(before).retracted()
        now = clock.stamp(clock.now())
        return {**before, "op": "restore", "updated_at": now, stored.RESTORED: now}


def holds(record: Record | None) -> bool:
    """Whether a line of a fact says that it holds, or will."""
    if record is None or record.get("op") == "retract":
        return False
    return not stored.Fact(record).has_ended(clock.now())


def last(listed: Sequence[Changes], count: int) -> list[tuple[Changes, int]]:
    """For each file that the last `count` changes touched, where the first of them begins."""
    ends = {id(one): len(one.starts) for one in listed}
    for _ in range(count):
        waiting = [one for one in listed if ends[id(one)]]
        if not waiting:
            break
        newest = max(waiting, key=lambda one: one.moment(one.starts[ends[id(one)] - 1]))
        ends[id(newest)] -= 1
    return [(one, one.starts[ends[id(one)]]) for one in listed if ends[id(one)] < len(one.starts)]


def _is_one(earlier: Record, later: Record) -> bool:
    """Whether two neighbouring lines belong to one change.

    Commands give their lines the same time; what consolidation ends is named by what it ended it
    for.
    """
    if earlier.get("updated_at") == later.get("updated_at") and all(
        map(_is_of_many, (earlier, later))
    ):
        return True
    if earlier.get("op") == "retract" and earlier["id"] in stored.Fact(later).evidence:
        return True
    if "op" not in earlier and earlier["id"] in stored.Fact(later).amendments:
        return True
    return _ended(earlier, later) or _ended(later, earlier)


def _is_of_many(line: Record) -> bool:
    """Whether a line may be one of several of a change: a fact that a hook saved is alone."""
    return "op" in line or stored.Fact(line).via == stored.JUDGE


def _ended(older: Record, newer: Record) -> bool:
    """Whether the line of an older fact says that the first line of a newer one ended it."""
    if "op" not in older or "op" in newer or newer.get("supersedes") != older.get("id"):
        return False
    return older.get("valid_to") == clock.stamp(stored.Fact(newer).last_said())


def _lines(store: layout.Store, name: str) -> list[Record]:
    try:
        lines = [line for _, line in read.lines_from(store, name)]
    except OSError:  # not there, or a link: nothing that we wrote
        return []
    found = [one for line in lines for one in read.parse_line(line)]
    wanted = "id" if name == layout.FACTS else "session_id"
    return [one for one in found if isinstance(one.get(wanted), str) and "id" in one]
