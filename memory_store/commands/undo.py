"""Take back the last change of what is remembered, whatever command or hook made it.

Nothing is deleted: lines are added after which all is as it was. Once more, it is done again.
What `forget` removed is gone for good: right after it, only `undo N` takes back older changes.
"""

from __future__ import annotations

from memory_store import clock, codec, errors, model, place
from memory_store.cli import speech, terminal
from memory_store.commands import fact_changes
from memory_store.index import questions
from memory_store.journal import forgotten, stored
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_store.cli import flags
    from memory_store.codec import Record

_MOST = 100


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Append the lines that take the last changes back; exit 1 for none.

    Without N nothing is taken back if something was forgotten since.

    Raises:
        UsageError: N is no number of changes, or the project's store is not trusted.
        StoreError: a store can't be written.
    """
    count = 1 if arguments.count is None else arguments.count
    if not 1 <= count <= _MOST:
        raise errors.UsageError(f"N is from 1 to {_MOST}, not {count}")
    stores = list(map(questions.Records, terminal.stores_of(where, arguments.scope)))
    listed = [Changes(one, name) for one in stores for name in (layout.FACTS, layout.SESSIONS)]
    moments = [one.moment() for one in listed]
    newest = max((one for one in moments if one is not None), default=clock.now())
    if arguments.count is None and any(forgotten.last(one.store) >= newest for one in stores):
        text = speech.say(where.config, "steering", "forgotten")
        return model.Answer({"status": "nothing", "changes": []}, text, 1)
    undone: list[tuple[str, Record]] = []
    for file in last(listed, count):
        steps = file.steps()
        fact_changes.write([(file.records.store, line) for _, line in steps], file.name)
        for before, line in steps:
            if file.name == layout.FACTS:
                was = stored.Fact(before) if before is not None else None
                undone.append((fact_changes.became(was, stored.Fact(line)), line))
            else:
                undone += _todos(before, line)
    if not undone:
        text = speech.say(where.config, "steering", "nothing_to_undo")
        return model.Answer({"status": "nothing", "changes": []}, text, 1)
    return fact_changes.answer("undone", undone, where.config)


def _todos(before: Record | None, line: Record) -> list[tuple[str, Record]]:
    """The todos of a session that are open again, or closed again."""
    now, then = (codec.texts((one or {}).get("todos")) for one in (line, before))
    listed = [("reopened", one) for one in now if one not in then]
    listed += [("closed", one) for one in then if one not in now]
    return [(name, {"id": line.get("id"), "content": one}) for name, one in listed]


class Changes:
    """The changes of a file's records, from the last one backwards, as far as they are asked for.

    Attributes:
        records: of the store.
        name: `facts.jsonl` or `sessions.jsonl`.
    """

    def __init__(self, records: questions.Records, name: str) -> None:
        self.records = records
        self.name = name
        self._rows = records.last_lines(name)
        self._lines: list[tuple[int, Record]] = []  # the last one first
        self._newest: dict[str, Record] = {}
        self._chosen = 0  # lines of the changes that are to be taken back

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

    def _start(self) -> int | None:
        """The number of the first line of the last change that is not chosen; None for none."""
        at = self._chosen
        while (line := self._line(at)) is not None:
            before = self._line(at + 1)
            is_change = self._is_change(self._newest[self._key(line)]) and self._is_change(line)
            if is_change and not (before and _is_one(before, line)):
                return at
            at += 1
        return None

    def moment(self) -> float | None:
        """When the last change that is not chosen began, seconds since 1970; None for none."""
        start = self._start()
        if start is None:
            return None
        line = self._lines[start][1]
        return clock.parse(line.get("updated_at") or line.get("created_at")) or 0.0

    def choose(self) -> None:
        """Take back one change more."""
        start = self._start()
        self._chosen = self._chosen if start is None else start + 1

    def steps(self) -> list[tuple[Record | None, Record]]:
        """For each record of the chosen changes how it is, and the line that takes them back.

        In the order in which the records were as they are to be: what replaces another comes after
        it.
        """
        chosen = self._lines[: self._chosen][::-1]
        steps: list[tuple[int, Record, Record]] = []
        for key in dict.fromkeys(self._key(line) for _, line in chosen):
            newest = self._newest[key]
            if self._is_change(newest):
                at, before = self.records.line_before(self.name, key, chosen[0][0]) or (-1, None)
                steps.append((at, newest, self._back(newest, before)))
        return [(newest, line) for _, newest, line in sorted(steps, key=lambda one: one[0])]

    def _back(self, newest: Record, before: Record | None) -> Record:
        """The line after which a record is as it was, or is no more."""
        if self.name != layout.FACTS and before is None:
            return stored.Summary(newest).without_todos(newest.get("todos"))
        if self.name != layout.FACTS:
            return dict(before if before is not None else newest)
        if before is None:
            return stored.Fact(newest).retracted()
        if before.get("op") == stored.RETRACT:
            return stored.Fact(before).retracted()
        now = clock.stamp(clock.now())
        return {**before, "op": stored.RESTORE, "updated_at": now, stored.RESTORED: now}


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
