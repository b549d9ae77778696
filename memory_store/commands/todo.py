"""Open a todo: it stands in each briefing until something closes it.

`memory-store done` closes it, or words that say that it is done.
"""

from __future__ import annotations

from memory_store import model, place
from memory_store.cli import speech, terminal
from memory_store.commands import identities, save_fact
from memory_store.journal import create, records, stored
from memory_store.sessions import todos

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Write it, unless one with these words is open.

    Raises:
        UsageError: TEXT is empty, or the store is not trusted.
        StoreError: the store can't be written; nothing was opened.
    """
    store = terminal.store_of(where, arguments.scope)
    text = save_fact.content_of(" ".join(arguments.text))
    made, redacted = records.todo(text, {"via": stored.USER, "host": "cli"})
    create.create(store)
    opened = todos.open_all(store, [made])
    listed = opened or [one for one in todos.of_store(store) if one.says(made.todos[0])]
    answer: dict[str, object] = {
        "status": "opened" if opened else "open already",
        "todos": [{"id": one.id, "text": one.text} for one in listed],
        "redacted": redacted,
    }
    identities.note([store], [one.id for one in listed])
    name = "opened" if opened else "open_already"
    lines = [speech.say(where.config, "steering", name, text=one.text) for one in listed]
    lines += [speech.say(where.config, "steering", "undo")] if opened else []
    return model.Answer(answer, "\n".join(lines))
