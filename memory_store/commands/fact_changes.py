"""Writes changes of facts as appended lines, which one `undo` takes back, and reports them.

Must not decide what changes.
"""

from __future__ import annotations

from memory_store import clock, model
from memory_store.journal import append, stored
from memory_store.store import layout
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memory_store.cli import table
    from memory_store.codec import Record
    from memory_store.journal.stored import Fact

    Change = tuple[layout.Store, Record]


_SHOWN = 50
AGAIN = "changed"
"""The name of the sentence for a line after which a fact says the same, with more behind it."""


def write(changes: Iterable[Change], name: str = layout.FACTS, at: str = "") -> None:
    """Append the lines of a change with one time, by which `undo` finds them: `at`, or now.

    Raises:
        UsageError: a line says what was forgotten.
        StoreError: a store can't be written.
    """
    moment = at or clock.stamp(clock.now())
    by_store: dict[str, tuple[layout.Store, list[Record]]] = {}
    for store, line in changes:
        by_store.setdefault(store.path, (store, []))[1].append({**line, "updated_at": moment})
    for store, lines in by_store.values():
        append.append(store, name, lines)


def make(
    call: table.Call,
    status: str,
    name: str,
    lines: Sequence[tuple[layout.Store, Fact]],
    more: Sequence[str] = (),
) -> model.Answer:
    """Write the lines of a change that is called `name`, and tell it; errors as `write`."""
    write(lines)
    changes = [(name, one) for _, one in lines]
    return answer(call, status, changes, more, back="undo" if lines else "")


def answer(
    call: table.Call,
    status: str,
    changes: Sequence[tuple[str, Record]],
    more: Sequence[str] = (),
    *,
    back: str = "undo",
) -> model.Answer:
    """The answer of a command that changed facts, and how to take that back.

    Args:
        call: the call of the command.
        status: what was done, for `--format json`.
        changes: for each record a name among the sentences "steering.", and the record as
            it is now.
        more: further lines.
        back: the name of the sentence on how; "" where nothing was added that can be taken back.
    """
    listed = [
        {"id": one.get("id"), "change": name, "content": one.get("content")}
        for name, one in changes
    ]
    lines = [
        call.say(f"steering.{name}", text=clean.line(str(one.get("content"))))
        for name, one in changes[:_SHOWN]
    ]
    if len(changes) > _SHOWN:
        lines.append(call.say("steering.beyond", count=len(changes) - _SHOWN))
    lines += more
    lines += [call.say(f"steering.{back}")] if back else []
    return model.Answer({"status": status, "changes": listed}, "\n".join(lines))


def holds(record: Record | None) -> bool:
    """Whether a line of a fact says that it holds, or will."""
    if record is None or record.get("op") == stored.RETRACT:
        return False
    return not stored.Fact(record).has_ended(clock.now())


def became(before: Fact | None, line: Fact) -> str:  # noqa: PLR0911  one kind a return
    """The name of the sentence for a line after `before`, in the section "steering"."""
    if not holds(line):
        return "retract" if line.op == stored.RETRACT else "ended"
    if before is None:
        return "saved" if line.stands else "inferred"
    if not holds(before):
        return "restore"
    if before.content != line.content:
        return "edit"
    if line.visibility != before.visibility:
        return "share" if line.visibility == stored.TEAM else "unshare"
    is_pinned = line.is_pinned
    if is_pinned != before.is_pinned:
        return "pin" if is_pinned else "unpin"
    if line.amendments != before.amendments:
        return "part_corrected"
    if line.stands != before.stands:
        return "accept" if line.stands else "waits"
    return "as_before" if line.op == stored.RESTORE else AGAIN


def told(name: str, before: Record | None, line: Record) -> list[tuple[str, str]]:
    """What a line of a file changes after `before`: names of sentences as above, and texts."""
    if name == layout.FACTS:
        fact = stored.Fact(line)
        return [(became(None if before is None else stored.Fact(before), fact), fact.content)]
    now, was = stored.Summary(line), stored.Summary(before or {})
    if before is None:
        return [("opened", one) for one in now.todos]
    listed = [("reopened", one) for one in now.todos if one not in was.todos]
    gone = [one for one in was.todos if one not in now.todos]
    return listed + [("closed" if one in now.done else "retract", one) for one in gone]
