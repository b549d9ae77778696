"""Deletes a memory and everything derived of it, after a yes.

Must not follow a link, or delete other files.
"""

from __future__ import annotations

import os
import shutil

from memory_store import errors
from memory_store.commands import confirmation, speech
from memory_store.remotes import entries
from memory_store.store import layout
from memory_store.trust import approval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import config


def purge(store: layout.Store, settings: config.Config, *, yes: bool) -> bool:
    """Delete a store, its cache and its entry in the ledger; whether it existed.

    Raises:
        StoreError: something of it can't be deleted.
    """
    if not yes and not (confirmation.is_possible() and _confirmed(store, settings)):
        return False
    try:
        for one in entries.load(store):
            entries.remove(store, one.name)  # or what is made anew here would be given it again
        cache = layout.cache_directory(store)  # found by the store's real path
        if store.scope == "project":
            approval.withdraw(store)
        shutil.rmtree(store.path)
        if os.path.isdir(cache):
            shutil.rmtree(cache)
    except OSError as error:
        raise errors.StoreError(
            f"cannot delete {error.filename or store.path}: {error.strerror}",
            errors.remedy(error, store.path),
        ) from error
    return True


def _confirmed(store: layout.Store, settings: config.Config) -> bool:
    return confirmation.given(speech.say(settings, "steering", "purge_question", path=store.path))
