"""What the handlers' tests share: no model, and a language that does not depend on the machine."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def plain_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LANG"):
        monkeypatch.setenv(name, "C.UTF-8")
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "none")
