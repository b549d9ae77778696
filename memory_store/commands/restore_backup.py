"""Put a copy that backup wrote in the place of the memory; what is there now is copied first."""

from __future__ import annotations

import os

from memory_store import background, model, place
from memory_store.cli import speech, terminal
from memory_store.upkeep import backup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Replace the memory's files.

    Raises:
        UsageError: PATH is no backup, or the store is not trusted.
        StoreError: the store can't be written.
    """
    store = terminal.store_of(where, arguments.scope)
    path = os.path.abspath(os.path.expanduser(arguments.path))
    count, before = backup.restore(store, path)
    background.sync(where.directory)  # which makes the index anew
    told = speech.say(where.config, "steering", "put_back", count=count, before=before)
    record: dict[str, object] = {"status": "restored", "files": count, "before": before}
    return model.Answer(record, told)
