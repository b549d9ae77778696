"""Creates and upgrades the tables of a team's server, as their owner.

Must not touch members' facts.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from memory_store.remotes import connecting

if TYPE_CHECKING:
    from memory_store.embedders import base

_SECONDS = 3_600.0  # an index of a million vectors takes half an hour


def prepare(url: str, embedder: base.Embedder) -> list[str]:
    """Bring a server's tables to this release, as their owner; the migrations that were applied.

    Raises:
        StoreError: the server can't be reached, or the login may not create tables.
    """
    with connecting.connected(
        url, _SECONDS
    ):  # tells what is missing, before the tool does in words of its own
        import yoyo
    where = os.path.join(os.path.dirname(os.path.abspath(__file__)), "migrations")
    backend = yoyo.get_backend("postgresql+psycopg://" + url.partition("://")[2])
    with connecting.as_store_errors(url), contextlib.closing(backend.connection), backend.lock():
        waiting = backend.to_apply(yoyo.read_migrations(where))
        backend.apply_migrations(waiting)
    with connecting.connected(url, _SECONDS) as connection:
        connection.execute(
            "INSERT INTO memory_store.setting VALUES ('model', %s) ON CONFLICT DO NOTHING",
            (embedder.name,),
        )
        connection.execute(
            "ALTER TABLE memory_store.fact ADD COLUMN IF NOT EXISTS meaning"
            f" halfvec({int(embedder.dimensions)})"
        )
        connection.execute(
            "CREATE INDEX IF NOT EXISTS fact_meaning ON memory_store.fact"
            " USING hnsw (meaning halfvec_cosine_ops) WITH (ef_construction = 32)"
        )
        connection.execute(
            "CREATE INDEX IF NOT EXISTS fact_bare ON memory_store.fact (team, memory, login)"
            " WHERE meaning IS NULL"
        )
        connection.execute(  # of a server that was restored here: what it wrote is older than all
            "UPDATE memory_store.fact SET written = '1' WHERE written > pg_current_xact_id()"
        )
    return [one.id for one in waiting]
