"""Switch memory on again, where disable switched it off."""

from __future__ import annotations

import os

from memory_store import config, errors, model, place
from memory_store.cli import speech
from memory_store.commands import disable
from memory_store.store import files, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Delete the file `disabled`, and tell what else keeps memory off.

    Raises:
        UsageError: there is no memory, or it is not trusted.
        StoreError: the file can't be taken away.
    """
    store = disable.existing(arguments, where)
    try:
        if os.path.lexists(os.path.join(store.path, layout.DISABLED)):
            files.remove(store.path, layout.DISABLED)
    except OSError as error:
        raise errors.StoreError(f"cannot write to {store.path}: {error.strerror}") from error
    is_off = config.disabled(store)
    record: dict[str, object] = {"status": "enabled", "store": store.path, "still_off": is_off}
    name = "still_off" if is_off else "on"
    return model.Answer(record, speech.say(where.config, "steering", name, path=store.path))
