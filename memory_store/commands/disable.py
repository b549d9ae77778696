"""Switch memory off here: hooks do nothing, commands that read or write it say so."""

from __future__ import annotations

from memory_store import errors, model, place
from memory_store.cli import speech, terminal
from memory_store.store import files, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Put the file `disabled` into the store.

    Raises:
        UsageError: there is no memory, or it is not trusted.
        StoreError: the file can't be written.
    """
    store = existing(arguments, where)
    try:
        files.replace(store.path, layout.DISABLED, b"")
    except OSError as error:
        raise errors.StoreError(f"cannot write to {store.path}: {error.strerror}") from error
    record: dict[str, object] = {"status": "disabled", "store": store.path}
    return model.Answer(record, speech.say(where.config, "steering", "off", path=store.path))


def existing(arguments: flags.Values, where: place.Place) -> layout.Store:
    """The store of the command, if there is one."""
    store = terminal.store_of(where, arguments.scope)
    if not store.exists():
        raise errors.UsageError(f"there is no memory in {store.path}", "memory-store init")
    return store
