"""Take back the last change of what is remembered, whatever command or hook made it.

Nothing is deleted: lines are added after which all is as it was. Once more, it is done again.
What `forget` removed is gone for good: right after it, only `undo N` takes back older changes.
"""

from __future__ import annotations

from memory_store import clock, codec, errors, model, place
from memory_store.cli import speech, terminal
from memory_store.commands import fact_changes
from memory_store.journal import changes, forgotten, stored
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
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
    stores = terminal.stores_of(where, arguments.scope)
    files = [
        changes.Changes(store, name)
        for store in stores
        for name in (layout.FACTS, layout.SESSIONS)
    ]
    last = changes.last(files, count)
    newest = max((file.moment(file.starts[-1]) for file, _ in last), default=clock.now())
    if arguments.count is None and any(forgotten.last(one) >= newest for one in stores):
        text = speech.say(where.config, "steering", "forgotten")
        return model.Answer({"status": "nothing", "changes": []}, text, 1)
    undone: list[tuple[str, Record]] = []
    for file, start in last:
        steps = file.back_to(start)
        fact_changes.write([(file.store, line) for _, line in steps], file.name)
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
