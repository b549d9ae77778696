"""A team's server and its members, each a login of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memory_store.remotes import contract, postgres

if TYPE_CHECKING:
    from memory_store.embedders import base

Record = dict[str, Any]
MEMORY = "github.com/acme/api"
MEMBERS = {
    "ana": ("pay", True),
    "ben": ("pay", True),
    "guest": ("pay", False),
    "eve": ("shop", True),
}


def execute(url: str, sql: str) -> list[tuple[Any, ...]]:
    import psycopg

    with psycopg.connect(url) as connection:
        cursor = connection.execute(sql.encode())
        return cursor.fetchall() if cursor.description else []


def as_login(url: str, login: str) -> str:
    return url.replace("postgres:@", f"{login}@", 1)


def at(url: str, login: str, memory: str) -> postgres.Server:
    return postgres.Server(as_login(url, login), memory)


def fact(number: int, content: str, minute: int = 0) -> Record:
    stamp = f"2026-11-23T10:{minute:02}:00.000Z"
    return {"id": f"f_{number}", "content": content, "created_at": stamp, "updated_at": stamp}


def share(
    server: postgres.Server, *said: Record, embedder: base.Embedder | None = None
) -> int | None:
    went = server.share(contract.Share(said))
    server.add_vectors(lambda: embedder)
    return went


def contents(server: postgres.Server) -> list[str]:
    return [str(one.get("content")) for one in server.pull("").share.facts]
