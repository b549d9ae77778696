"""With a remote provider of vectors: no hook waits for it, and status tells what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory_store.store import layout
from tests import given, web_server
from tests.embedders import apis
from tests.end_to_end import shims

pytestmark = pytest.mark.long


def chosen(server: web_server.Server) -> dict[str, str]:
    return {
        "MEMORY_STORE_EMBEDDER": "openai",
        "MEMORY_STORE_EMBEDDING_URL": f"{server.url}/v1",
        "MEMORY_STORE_EMBEDDING_KEY": apis.KEY,
        "MEMORY_STORE_EMBEDDING_DIMENSIONS": str(apis.LENGTH),
    }


def hold_background_runs(store: layout.Store) -> None:
    """As if a background run had begun a moment ago: what hooks start is not what they do."""
    directory = Path(layout.cache_directory(store))
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "background").touch()


@pytest.mark.parametrize("name", shims.HOOKS)
def test_no_hook_asks_a_remote_provider(name: str, store: layout.Store) -> None:
    given.fact(store, "the port is 8080")
    payload = given.payload(shims.CURSOR[name], store.project)
    with web_server.serve(apis.openai) as server:
        hold_background_runs(store)
        ran = shims.hook(name, payload, **chosen(server))

    assert ran.code == 0
    assert server.requests == []


def test_the_control_a_search_asks_it(store: layout.Store) -> None:
    given.fact(store, "the port is 8080")
    with web_server.serve(apis.openai) as server:
        words = ("--project", store.project, "which port", "--format", "json")
        ran = shims.script("search_memory", *words, **chosen(server))

    assert json.loads(ran.out)["degraded"] is None
    assert server.requests


def test_status_tells_an_outage_of_the_last_run_without_asking(store: layout.Store) -> None:
    given.fact(store, "the port is 8080")
    words = ("--project", store.project)
    with web_server.serve(apis.refused(401)) as server:
        env = chosen(server)
        shims.script("search_memory", *words, "which port", **env)
        asked = len(server.requests)
        shown = [
            shims.memory_store("status", *words, "--format", form, **env).out
            for form in ("text", "json")
        ]

        assert len(server.requests) == asked
    assert all("answered 401" in text and apis.KEY not in text for text in shown)
