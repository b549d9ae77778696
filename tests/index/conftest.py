"""The real model, built once for all tests of this process that ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.embedders import registry

if TYPE_CHECKING:
    from memory_store.embedders import base


@pytest.fixture(scope="session")
def use(tmp_path_factory: pytest.TempPathFactory) -> base.Embedder:
    """The offline default."""
    return registry.load("use-multilingual", "", str(tmp_path_factory.getbasetemp() / "use"))
