"""List what is left to do: the todos that agents and people stated, until something closes them.

A todo is closed by `memory-store done`, by saying that it is done, or after 30 days.
"""

from __future__ import annotations

from memory_store import clock, model, place
from memory_store.cli import speech, terminal
from memory_store.commands import identities
from memory_store.sessions import todos

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """The open todos, the newest first, each with the number that `done` takes.

    Raises:
        UsageError: the store is not trusted.
    """
    store = terminal.store_of(where, arguments.scope)
    open_todos = todos.of_store(store)
    if open_todos:
        identities.note([store], [one.id for one in open_todos])
    answer: dict[str, object] = {
        "todos": [
            {
                "number": number,
                "id": one.id,
                "text": one.text,
                "topic": one.topic,
                "session_id": one.key,
                "created_at": clock.stamp(one.moment),
            }
            for number, one in enumerate(open_todos, 1)
        ]
    }
    lines = [
        f"{number:3}  {clock.local_date(one.moment)}  {one.text}"
        + (f"  ({one.topic})" if one.topic else "")
        for number, one in enumerate(open_todos, 1)
    ]
    return model.Answer(
        answer,
        "\n".join(lines) or speech.say(where.config, "steering", "no_todos"),
        0 if open_todos else 1,
    )
