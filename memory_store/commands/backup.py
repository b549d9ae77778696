"""Keep a copy of the memory in one file, which restore-backup takes.

PATH is a file that is not there yet, or a directory.
"""

from __future__ import annotations

import os

from memory_store import clock, errors, model, place
from memory_store.cli import speech, terminal
from memory_store.upkeep import backup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """Write the archive, for this user alone.

    Raises:
        UsageError: there is no memory, PATH is there already, or the store is not trusted.
        StoreError: the store can't be read, or the archive can't be written.
    """
    store = terminal.store_of(where, arguments.scope)
    if not store.exists():
        raise errors.UsageError(f"there is no memory in {store.path}", "nothing was written")
    path = os.path.abspath(os.path.expanduser(arguments.path))
    if os.path.isdir(path):
        stamp = clock.stamp(clock.now())[:19].replace(":", "")
        path = os.path.join(path, f"memory-{store.scope}-{stamp}.tar.gz")
    if os.path.lexists(path):
        raise errors.UsageError(f"{path} is there already", "nothing was written")
    count = backup.write(store, path)
    told = speech.say(where.config, "steering", "written", path=path)
    return model.Answer({"status": "saved", "path": path, "files": count}, told)
