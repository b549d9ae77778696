"""Weights come from the pinned release, byte for byte, and the package's code is not run."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from memory_store import errors
from memory_store.embedders import catalog, e5_small, pinned, use_multilingual

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RELEASES = {"use-multilingual": use_multilingual.RELEASE, "e5-small": e5_small.RELEASE}
FILES = [(provider, name) for provider, release in RELEASES.items() for name in release.digests]


@pytest.fixture(params=FILES, ids=[name for _, name in FILES])
def weights(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[str, Path]]:
    """A provider, and one of its files in a package of the same name that is found first."""
    provider, name = request.param
    release = RELEASES[provider]
    installed = release.directory()
    if installed is None:
        pytest.skip(f"there is no {release.module} on this platform")
    package = tmp_path / "site" / release.module
    shutil.copytree(installed, package / release.folder, ignore=shutil.ignore_patterns("*.py*"))
    (package / "__init__.py").write_text("raise AssertionError('it must not be run')")
    monkeypatch.delitem(sys.modules, release.module, raising=False)
    monkeypatch.syspath_prepend(package.parent)
    yield provider, package / release.folder / name
    importlib.invalidate_caches()


def test_reading_the_files_runs_no_code_of_the_package(weights: tuple[str, Path]) -> None:
    provider, path = weights

    assert RELEASES[provider].read()[path.name] == path.read_bytes()


def test_a_file_that_differs_is_refused_and_nothing_is_made_of_it(
    weights: tuple[str, Path], tmp_path: Path
) -> None:
    provider, path = weights
    with path.open("r+b") as stream:
        stream.seek(path.stat().st_size // 2)
        byte = stream.read(1)[0]
        stream.seek(-1, os.SEEK_CUR)
        stream.write(bytes([byte ^ 1]))

    with pytest.raises(errors.StoreError, match=f"{path.name} is not the one of") as caught:
        catalog.load(provider, "", str(tmp_path / "cache"))

    assert RELEASES[provider].requirement in caught.value.hint
    assert not (tmp_path / "cache").exists()


def test_a_missing_file_is_told(weights: tuple[str, Path]) -> None:
    provider, path = weights
    path.unlink()

    with pytest.raises(errors.StoreError, match=f"cannot read the model's {path.name}"):
        RELEASES[provider].read()


@pytest.mark.parametrize("release", RELEASES.values(), ids=RELEASES)
def test_a_package_that_is_not_installed_is_nowhere(
    release: pinned.Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, release.module, None)

    assert release.directory() is None
