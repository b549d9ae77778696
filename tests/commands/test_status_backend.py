"""Status names what keeps the vectors, and tells where that is not installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

    from memory_store.store import layout
    from tests.commands.conftest import Run


def test_a_backend_that_is_not_installed_is_told(
    run: Run, store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert store.exists()
    monkeypatch.setenv("MEMORY_STORE_INDEX_BACKEND", "elsewhere")
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "none")
    told = "no index backend elsewhere is installed, so SQLite keeps the vectors"

    outcome = run("status").answer

    assert (outcome["index_backend"], outcome["backend_problem"]) == ("elsewhere", told)
    assert told in run("status", "--format", "text").out
    assert told in run("status", "--deep").answer["deep"]["degraded"]
    assert told in str(run("doctor").answer)
