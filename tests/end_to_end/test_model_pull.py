"""Models are downloaded at a person's word, and never by a search, a sync or a hook."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import __main__
from memory_store.embedders import known_models, models
from tests import given, web_server
from tests.embedders import hub
from tests.end_to_end import shims
from tests.web_server import Answer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.store import layout


@pytest.fixture
def server(tmp_path: Path) -> Iterator[web_server.Server]:
    hub.write(tmp_path / "tiny")
    with web_server.serve(hub.serving(tmp_path / "tiny")) as running:
        yield running


def environment(server: web_server.Server) -> dict[str, str]:
    return {
        "HF_ENDPOINT": server.url,
        "MEMORY_STORE_EMBEDDER": "fastembed",
        "MEMORY_STORE_EMBEDDING_MODEL": hub.MODEL,
        "HF_HUB_DISABLE_XET": "1",
    }


def search(store: layout.Store, **env: str) -> dict[str, object]:
    words = ("--project", store.project, "the gateway", "--format", "json")
    record: dict[str, object] = json.loads(shims.script("search_memory", *words, **env).out)
    return record


@pytest.mark.long
def test_a_model_is_used_once_it_was_pulled_and_nothing_else_downloads_it(
    store: layout.Store,
    server: web_server.Server,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    given.fact(store, "the gateway listens")
    env = environment(server)

    before = search(store, **env)
    synced = shims.memory_store("sync", "--project", store.project, **env)
    assert server.requests == [], "neither a search nor a sync asks the hub"
    assert "fastembed cannot use" in str(before["degraded"])
    assert before["results"], "words answer"
    assert synced.code == 0

    ran = shims.memory_store("model", "pull", **env)
    assert (ran.code, ran.err) == (0, "")
    made = json.loads(ran.out)
    assert (made["model"], made["dimensions"]) == (hub.MODEL, hub.LENGTH)
    assert Path(made["path"], "model_optimized.onnx").is_file()
    assert server.requests
    assert known_models.downloaded(models.directory()) == [hub.MODEL]

    asked = len(server.requests)
    after = search(store, **env)
    assert after["degraded"] is None
    assert len(server.requests) == asked
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert __main__.main(["model", "path", hub.MODEL, "--format", "text"]) == 0
    assert capfd.readouterr().out.strip() == made["path"]
    __main__.main(["model", "list", "--format", "json"])
    listed = json.loads(capfd.readouterr().out)["models"]
    (own,) = [one for one in listed if one["is_here"]]
    assert (own["name"], own["is_chosen"]) == (hub.MODEL, True)
    assert len(listed) > 20


@pytest.mark.long
def test_a_hub_that_has_it_not_is_told_in_a_line_and_nothing_is_noted() -> None:
    with web_server.serve(Answer({"error": "no"}, 404)) as running:
        ran = shims.memory_store("model", "pull", hub.MODEL, **environment(running))

    assert ran.code == 3
    assert f"error: {hub.MODEL} could not be downloaded: " in ran.err
    assert ran.err.count("\n") == 2, "an error and a hint"
    assert known_models.downloaded(models.directory()) == []
