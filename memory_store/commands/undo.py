"""Take back the last change of what is remembered, whatever command or hook made it.

Nothing is deleted: lines are added after which all is as it was. Each has a mark of what it took
back, so that the next undo goes on from there, and `redo` knows what to do again.
"""

from __future__ import annotations

from memory_store import clock, errors, model
from memory_store.commands import fact_changes
from memory_store.journal import forgotten, stored
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from memory_store.cli import table
    from memory_store.codec import Record
    from memory_store.index import questions

_MOST = 100
_SOON_SECONDS = 60.0
_UNDO, _REDO = "undo", "redo"
_MARK = "undone"
_OF_WRITING = ("op", "updated_at", stored.RESTORED, stored.IMPORTED, _MARK)


def taken_back(call: table.Call, count: int | None) -> model.Answer:
    """Append the lines that take the last changes back; exit 1 for none.

    Those that an undo took back are passed over. Without a number nothing is taken back if
    something was forgotten since.

    Raises:
        UsageError: the number is none of changes, or the project's store is not trusted.
        StoreError: a store can't be written.
    """
    wanted = 1 if count is None else count
    if not 1 <= wanted <= _MOST:
        raise errors.UsageError("N is from 1 to {most}, not {count}", most=_MOST, count=wanted)
    listed = _all(call)
    moments = [one.moment() for one in listed]
    newest = max((one for one in moments if one is not None), default=clock.now())
    if count is None and any(forgotten.last(one) >= newest for one in call.stores):
        return model.Answer({"status": "nothing", "changes": []}, call.say("forgotten"), 1)
    return _written(call, last(listed, wanted), _UNDO)


def done_again(call: table.Call) -> model.Answer:
    """Take the last undo back; exit 1 where the last change is none. Errors as `taken_back`."""
    return _written(call, last(_all(call, of=_UNDO), 1), _REDO)


def last_made(held: Sequence[questions.Records]) -> float | None:
    """When the change was made that `undo` would take back, seconds since 1970; None for none."""
    moments = (one.moment() for one in _of_files(held))
    return max((one for one in moments if one is not None), default=None)


def _all(call: table.Call, of: str = "") -> list[Changes]:
    return _of_files(call.records, of)


def _of_files(held: Sequence[questions.Records], of: str = "") -> list[Changes]:
    return [Changes(one, name, of=of) for one in held for name in (layout.FACTS, layout.SESSIONS)]


def _written(call: table.Call, files: list[Changes], by: str) -> model.Answer:
    """Append what takes the chosen changes of files back, and tell it."""
    undone: list[tuple[str, Record]] = []
    for file in files:
        steps = file.steps()
        at = clock.stamp(clock.now())
        mark = {_MARK: {"by": by, "at": at, **file.passed()}}
        lines = [(file.records.store, {**line, **mark}) for _, line in steps]
        fact_changes.write(lines, file.name, at)
        undone += [
            (name, {"id": line.get("id"), "content": said})
            for before, line in steps
            for name, said in fact_changes.told(file.name, before, line)
        ]
    if not undone:
        name = f"nothing_to_{by}"
        return model.Answer({"status": "nothing", "changes": []}, call.say(name), 1)
    status = "undone" if by == _UNDO else "redone"
    back = _REDO if by == _UNDO else _UNDO
    return fact_changes.answer(call, status, undone, back=back)


class Changes:
    """The changes of a file's records, from the last one backwards, as far as they are asked for.

    Attributes:
        records: of the store.
        name: `facts.jsonl` or `sessions.jsonl`.
    """

    def __init__(self, records: questions.Records, name: str, *, of: str = "") -> None:
        """The changes of a file; `of` is _UNDO for what undo did last, else what others did."""
        self.records = records
        self.name = name
        self._of = of
        self._rows = records.last_lines(name)
        self._lines: list[tuple[int, Record]] = []  # the last one first
        self._newest: dict[str, Record] = {}
        self._chosen = 0  # lines of the changes that are to be taken back
        self._groups = 0  # changes among them, also those that are passed over

    def _line(self, at: int) -> Record | None:
        """The line with this number, counted from the end of the file; None before the first."""
        wanted = "id" if self.name == layout.FACTS else "session_id"
        while len(self._lines) <= at:
            row = next(self._rows, None)
            if row is None:
                return None
            if isinstance(row[1].get(wanted), str) and "id" in row[1]:
                self._lines.append(row)
                self._newest.setdefault(self._key(row[1]), row[1])
        return self._lines[at][1]

    def _key(self, line: Record) -> str:
        """What all lines of a record share."""
        return str(line["id"]) if self.name == layout.FACTS else stored.Summary(line).key

    def _is_change(self, line: Record) -> bool:
        """Whether a line can be taken back; the first line of a summary can't."""
        return self.name == layout.FACTS or "updated_at" in line

    def _begins(self, at: int, line: Record) -> bool:
        """Whether a line is the first one of a change."""
        before = self._line(at + 1)
        is_change = self._is_change(self._newest[self._key(line)]) and self._is_change(line)
        is_change = is_change and not _is_weighed(line)
        return is_change and not (before and _is_one(before, line))

    def _start(self) -> tuple[int, int] | None:
        """The last wanted change that is not chosen; None for none.

        Its first line's number, and how many changes stand from there to the chosen ones.
        """
        at, groups, void, since = self._chosen, 0, 0, 0.0
        while (line := self._line(at)) is not None:
            if self._begins(at, line):
                groups += 1
                mark = _mark(line)
                if void and _moment(line) >= since:
                    void -= 1
                elif mark and mark["by"] != self._of:  # it, and what it took back, is undone
                    void, since = int(mark["changes"]), float(mark["since"])
                else:
                    return None if self._of and not mark else (at, groups)
            at += 1
        return None

    def moment(self) -> float | None:
        """When the last wanted change began, seconds since 1970; None for none."""
        start = self._start()
        return None if start is None else _moment(self._lines[start[0]][1])

    def choose(self) -> None:
        """Take back one change more."""
        if start := self._start():
            self._chosen = start[0] + 1
            self._groups += start[1]

    def passed(self) -> Record:
        """How many changes stand from the first chosen one on, and when that one was made."""
        return {"changes": self._groups, "since": _moment(self._lines[self._chosen - 1][1])}

    def steps(self) -> list[tuple[Record | None, Record]]:
        """For each record of the chosen changes how it is, and the line that takes them back.

        In the order in which the records were as they are to be: what replaces another comes after
        it.
        """
        chosen = [one for one in self._lines[: self._chosen][::-1] if not _is_weighed(one[1])]
        steps: list[tuple[int, Record, Record]] = []
        for key in dict.fromkeys(self._key(line) for _, line in chosen):
            newest = self._newest[key]
            if self._is_change(newest):
                at, before = self.records.line_before(self.name, key, chosen[0][0]) or (-1, None)
                line = self._back(newest, before)
                if _told(line) != _told(newest):
                    steps.append((at, newest, line))
        return [(newest, line) for _, newest, line in sorted(steps, key=lambda one: one[0])]

    def _back(self, newest: Record, before: Record | None) -> Record:
        """The line after which a record is as it was, or is no more."""
        if self.name != layout.FACTS and before is None:
            was_alone = stored.Summary(newest).is_todo  # then no trace of it is left to be told
            closed = stored.Summary(newest).without_todos(newest.get("todos"))
            return closed.without("done") if was_alone else closed
        if self.name != layout.FACTS:
            return dict(before if before is not None else newest)
        if before is None:
            return stored.Fact(newest).retracted()
        if before.get("op") == stored.RETRACT:
            return stored.Fact(before).retracted()
        now = clock.stamp(clock.now())
        return {**before, "op": stored.RESTORE, "updated_at": now, stored.RESTORED: now}


def _moment(line: Record) -> float:
    """When a line was written or, if that was later, imported, seconds since 1970."""
    written = clock.parse(line.get("updated_at") or line.get("created_at")) or 0.0
    return max(written, clock.parse(line.get(stored.IMPORTED)) or 0.0)


def _is_weighed(line: Record) -> bool:
    """Whether a run only said by a line how sure a candidate is: nobody changed anything."""
    return stored.Fact(line).is_weighed


def _mark(line: Record) -> dict[str, Any]:
    """What the undo or redo that wrote a line took back; empty for any other line.

    Later lines of the record carry the mark along, and not its time.
    """
    mark = line.get(_MARK)
    return mark if isinstance(mark, dict) and mark.get("at") == line.get("updated_at") else {}


def _told(line: Record) -> Record:
    """What a line says of its record, whatever wrote it and when."""
    is_gone = line.get("op") == stored.RETRACT
    kept = {name: value for name, value in line.items() if name not in _OF_WRITING}
    return {"id": line.get("id"), "gone": is_gone} if is_gone else kept


def last(listed: Sequence[Changes], count: int) -> list[Changes]:
    """The files that the last `count` changes touched, with these changes chosen."""
    chosen: dict[int, Changes] = {}
    for _ in range(count):
        waiting = [one for one in listed if one.moment() is not None]
        if not waiting:
            break
        newest = max(waiting, key=lambda one: one.moment() or 0.0)
        newest.choose()
        chosen[id(newest)] = newest
    return [one for one in listed if id(one) in chosen]


def _is_one(earlier: Record, later: Record) -> bool:
    """Whether two neighbouring lines belong to one change.

    Commands and imports give their lines the same time; what consolidation ends is named by what
    it ended it for.
    """
    if all(map(_is_of_many, (earlier, later))) and _moment(later) == _moment(earlier):
        return True
    if earlier.get("op") == "retract" and earlier["id"] in stored.Fact(later).evidence:
        return True
    said = stored.Fact(later).amendments[-1:]
    if "op" not in earlier and earlier["id"] in said:
        return True
    if said and said == stored.Fact(earlier).amendments[-1:] and _is_soon(earlier, later):
        return True  # a run behind the hook goes on with what a new fact changes
    return _ended(earlier, later) or _ended(later, earlier)


def _is_soon(earlier: Record, later: Record) -> bool:
    return 0 <= _moment(later) - _moment(earlier) < _SOON_SECONDS


def _is_of_many(line: Record) -> bool:
    """Whether a line may be one of several of a change: a fact that a hook saved is alone.

    What a judge or an import wrote was written later than it was said.
    """
    return "op" in line or _moment(line) != clock.parse(line.get("created_at"))


def _ended(older: Record, newer: Record) -> bool:
    """Whether the line of an older fact says that the first line of a newer one ended it."""
    if "op" not in older or "op" in newer or newer.get("supersedes") != older.get("id"):
        return False
    return older.get("valid_to") == clock.stamp(stored.Fact(newer).last_said())
