"""The real model, for the tests that ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.embedders import catalog

if TYPE_CHECKING:
    from pathlib import Path

    from memory_store.embedders import base


@pytest.fixture(scope="session")
def use(mapped_models: Path) -> base.Embedder:
    """The quickest model of those that come with the package."""
    return catalog.load("use-multilingual", "", str(mapped_models))
