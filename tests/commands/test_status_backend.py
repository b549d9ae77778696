"""Status names what keeps the vectors, and tells where it can't be used."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from memory_store.index import disk, nearest_lance

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from memory_store.store import layout
    from tests.commands.conftest import Run


def test_a_backend_that_is_not_installed_is_told(
    run: Run, store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert store.exists()
    monkeypatch.setenv("MEMORY_STORE_INDEX_BACKEND", "lancedb")
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "none")
    for name in [one for one in sys.modules if one.partition(".")[0] == "lancedb"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "path", [one for one in sys.path if "site-packages" not in one])

    outcome = run("status").answer

    assert outcome["index_backend"] == "lancedb"
    assert outcome["backend_problem"] == nearest_lance.UNUSABLE
    assert nearest_lance.UNUSABLE in run("status", "--format", "text").out
    assert nearest_lance.UNUSABLE in run("status", "--deep").answer["deep"]["degraded"]


def test_the_folder_of_a_backend_counts_as_the_index(tmp_path: Path) -> None:
    (tmp_path / disk.NAME).write_bytes(b"x" * 10)
    inner = tmp_path / f"one{disk.FOLDER}" / "data"
    inner.mkdir(parents=True)
    (inner / "rows").write_bytes(b"x" * 7)
    (tmp_path / disk.VECTORS).write_bytes(b"x" * 100)

    assert disk.size_in(str(tmp_path)) == 17
