"""Synchronises a member's store with a team's server: shared facts go, news come.

Others' facts stay on the server, where a search asks for them; the newest are kept for a day
(`journal.arrivals`). Must not send a private fact (`selection.for_team`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory_store import errors
from memory_store.journal import arrivals
from memory_store.remotes import entries, postgres, selection

if TYPE_CHECKING:
    from memory_store.embedders import base
    from memory_store.store import layout


def meet(
    store: layout.Store, entry: entries.Entry, server: postgres.Server
) -> tuple[int, int | None]:
    """Share new facts and note others' new facts: how many came, how many went.

    Returns:
        Both counts; None went where there was something to share and the login may only read.

    Raises:
        StoreError: the server can't be reached, or refuses; nothing went.
    """
    share = selection.for_team(store)
    went = server.share(share)
    before, _ = entries.progress(store, entry)
    pulled = server.pull(before) if before else None
    if pulled and postgres.are_of_one_server(before, pulled.cursor):
        arrivals.add(store, pulled.share.facts)
        came, cursor = len(pulled.share.facts), pulled.cursor
    else:  # what was there before is no news, and may be a million facts
        came, cursor = server.standing()
    entries.keep_progress(store, entry, cursor)
    if went is not None:
        server.add_vectors(_embedder)  # last: they take the time, and nobody waits for them
    return came, went


def _embedder() -> base.Embedder | None:
    from memory_store import config
    from memory_store.embedders import models  # a store with nothing shared needs none

    try:
        return models.load(config.resolve(), patient=True)
    except errors.StoreError:
        return None
