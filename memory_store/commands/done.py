"""Close todos: by the number that `memory-store todos` showed, by id, or by an id's beginning."""

from __future__ import annotations

from memory_store import model, place
from memory_store.cli import speech, terminal
from memory_store.commands import identities
from memory_store.sessions import todos

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Close the todos, all or none.

    Raises:
        UsageError: one of them is not open, or the store is not trusted.
        StoreError: the store can't be written; nothing has changed.
    """
    store = terminal.store_of(where, arguments.scope)

    def chosen(found: list[todos.Todo]) -> list[todos.Todo]:
        by_id = {one.id: one for one in found}
        ids = [identities.among([store], word, by_id) for word in arguments.ids]
        return [by_id[one] for one in dict.fromkeys(ids)]

    closed = todos.close(store, chosen)
    answer: dict[str, object] = {"done": [{"id": one.id, "text": one.text} for one in closed]}
    lines = [speech.say(where.config, "steering", "done", text=one.text) for one in closed]
    return model.Answer(answer, "\n".join(lines))
