"""The models that inference judges with, built once for all tests of a process."""

from pathlib import Path

import pytest

from memory_store.embedders import offline


@pytest.fixture(scope="session")
def model_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache directory in which the models that come with the package have been built."""
    directory = tmp_path_factory.mktemp("models")
    offline.load("", str(directory))
    return directory
